package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// maxFlying is how many batches are handed to an executor at a time. It queues them.
const maxFlying = 256

// board says how far the units of a run are whose cases run elsewhere. A unit's batches are handed out as soon as all
// units below it have come back. What came of units is counted in the order of the plan, as if they had run one after
// another here: where a unit that is earlier in the plan took away a certificate in the meantime on which others
// rested, these run again.
type board struct {
	x      *execution
	group  *workers.Group
	jobs   []*job
	byName map[string]*job
	came   chan *part
	stages *progress
	flying int
	next   int // the first job whose outcome is not counted yet
}

// job is one unit whose cases are run.
type job struct {
	at    int // its place among the jobs
	unit  *plan.Unit
	cases []numbered
	below []string // the units on whose certificates its decisions may rest
	here  bool     // whether it runs in this process, in its turn
	whole bool     // whether it must be one batch
	given Facts    // the certificates with which its batches were handed out
	parts []*part
	left  int  // how many of its batches have not come back
	out   bool // whether its batches were handed out
	over  bool // whether its outcome is counted
}

// part is one batch of a job.
type part struct {
	job     *job
	batch   *Batch
	cases   []numbered
	stage   Stage
	outcome *Outcome
	err     error
}

func (j *job) isBack() bool { return j.over || j.out && j.left == 0 }

// runElsewhere has the units of a run executed by the executor of the options.
func runElsewhere(ctx context.Context, x *execution) {
	b := &board{x: x, byName: map[string]*job{}, came: make(chan *part)}
	b.list(ctx)
	b.stages = newProgress(b.jobs, x.options.Layers)
	var flight context.Context
	b.group, flight = workers.New(ctx)
	for b.next < len(b.jobs) && ctx.Err() == nil {
		b.count(flight)
		b.handOut(flight)
		if b.flying == 0 {
			continue
		}
		p := <-b.came
		b.flying--
		p.job.left--
		b.land(p)
	}
	for ; b.flying > 0; b.flying-- {
		p := <-b.came
		p.job.left--
		b.land(p)
	}
	b.group.Wait()
	if ctx.Err() != nil && !errors.Is(context.Cause(ctx), errFailed) {
		b.keep()
	}
}

// land notes that a batch is back.
func (b *board) land(p *part) {
	to := Ran
	switch {
	case p.err != nil:
		to = Refused
	case p.outcome.Known:
		to = Known
	}
	b.stages.move(p, to)
	b.x.results.foresee(len(p.cases))
}

// list makes the jobs, in the order of the plan.
func (b *board) list(ctx context.Context) {
	for _, u := range b.x.selection.order() {
		j := &job{at: len(b.jobs), unit: u, below: listBelow(b.x.plan, u)}
		j.cases = b.x.selection.firstFirst(b.x.selection.cases(u))
		if len(j.cases) > 0 {
			// What rests on classes or structures, or cannot be run at all.
			_, reason := b.x.prepare(ctx, u)
			j.here = reason != "" || len(u.Classes) > 0 || u.Before != nil
		}
		b.jobs = append(b.jobs, j)
		b.byName[u.Name] = j
	}
}

// handOut hands out the batches of all units that can be run now.
func (b *board) handOut(ctx context.Context) {
	for i := b.next; i < len(b.jobs) && b.flying < maxFlying; i++ {
		j := b.jobs[i]
		if j.out || j.here || len(j.cases) == 0 || slices.ContainsFunc(j.below, func(name string) bool {
			q := b.byName[name]
			return q.at < i && len(q.cases) > 0 && !q.isBack() // calls alone may go to a unit that comes later
		}) {
			continue
		}
		b.send(ctx, j, b.expect(i))
	}
}

// expect returns the certificates of the units below the i-th job, as they are if all that came back is counted.
func (b *board) expect(i int) Facts {
	j := b.jobs[i]
	certs := b.x.certs.copyOf(j.below)
	for _, q := range b.jobs[b.next:i] {
		for _, p := range q.parts {
			if q.isBack() && p.err == nil {
				certs.add(q.unit.Name, q.given, p.outcome.Facts)
			}
		}
		if certs.units[q.unit.Name] != nil && (q.isBack() || len(q.cases) == 0) {
			certs.settle(q.unit.Name, b.x.binaryHash(q.unit))
		}
	}
	return certs.export(j.below)
}

// send hands out the batches of a job.
func (b *board) send(ctx context.Context, j *job, given Facts) {
	for _, p := range j.parts { // they run again
		b.stages.move(p, Waiting)
		b.x.results.foresee(-len(p.cases))
	}
	j.out, j.given, j.parts = true, given, nil
	batches := split(b.x, j.cases)
	if j.whole {
		batches = [][]numbered{j.cases}
	}
	for _, cases := range batches {
		p := &part{job: j, cases: cases}
		j.parts = append(j.parts, p)
		p.batch, p.err = newBatch(b.x, j.unit, cases, given)
		if p.err != nil {
			b.land(p)
			continue
		}
		p.batch.At = func(to Stage) { b.stages.move(p, to) }
		b.stages.move(p, Queued)
		j.left++
		b.flying++
		b.group.Go(func() {
			defer func() { b.came <- p }()
			p.err = errNotWhole // where Execute panics
			p.outcome, p.err = b.x.options.Executor.Execute(ctx, p.batch)
			if p.err == nil && ctx.Err() == nil {
				p.err = checkOutcome(p.batch, p.outcome)
			}
		})
	}
}

// checkOutcome returns an error where an outcome is not one of a batch: each case has one result.
func checkOutcome(b *Batch, o *Outcome) error {
	wanted := map[string]bool{}
	for _, id := range b.Cases {
		wanted[id] = true
	}
	for r := range o.Run.All() {
		of := result.CaseOf(r.Case)
		if !wanted[of] && of == r.Case {
			return fmt.Errorf("what came back of a batch of %s has the case %s, which was not in it", b.Unit, r.Case)
		}
	}
	for r := range o.Run.All() {
		delete(wanted, r.Case)
	}
	for _, id := range b.Cases {
		if wanted[id] {
			return fmt.Errorf("what came back of a batch of %s has no result of %s", b.Unit, id)
		}
	}
	return nil
}

// count counts what came back, in the order of the plan, up to the first unit that is not back, or must run again.
func (b *board) count(ctx context.Context) {
	for b.next < len(b.jobs) && ctx.Err() == nil {
		j := b.jobs[b.next]
		switch {
		case len(j.cases) == 0:
		case j.here:
			runUsed(ctx, b.x, j.unit)
			restOn(b.x, j.unit)
			b.x.runUnit(ctx, j.unit, j.cases)
			if ctx.Err() != nil {
				return
			}
		case !j.isBack():
			return
		case !b.isAsGiven(j):
			b.send(ctx, j, b.x.certs.export(j.below))
			continue
		case len(j.parts) > 1 && slices.ContainsFunc(j.parts, (*part).harms):
			// Here the cases after one that harms a callee see that.
			j.whole = true
			b.send(ctx, j, j.given)
			continue
		default:
			b.take(j)
		}
		b.settle(j)
	}
}

func (p *part) harms() bool {
	return p.err == nil && harms(p.job.unit.Name, p.job.given, p.outcome.Facts)
}

func (b *board) settle(j *job) {
	b.x.certs.settle(j.unit.Name, b.x.binaryHash(j.unit))
	j.over, j.parts, j.given = true, nil, nil
	b.next++
}

// isAsGiven tells whether the certificates with which a job was handed out are those that the units before it have
// earned.
func (b *board) isAsGiven(j *job) bool {
	given, err := json.Marshal(j.given)
	now, wrong := json.Marshal(b.x.certs.export(j.below))
	return err == nil && wrong == nil && string(given) == string(now)
}

// keep counts, where a run ended early, what came back and would be counted if the run had gone on.
func (b *board) keep() {
	for ; b.next < len(b.jobs); b.next++ {
		j := b.jobs[b.next]
		if j.isBack() && b.isAsGiven(j) && !slices.ContainsFunc(j.parts, func(p *part) bool { return p.err != nil }) {
			b.take(j)
		}
		b.x.certs.settle(j.unit.Name, b.x.binaryHash(j.unit))
	}
}

// take takes what came of a job into the run.
func (b *board) take(j *job) {
	for _, p := range j.parts {
		if p.err != nil {
			b.x.results.recordMachineFailure(p.err.Error())
			for _, c := range p.cases {
				b.x.results.foresee(-1)
				b.x.block(j.unit, c, nil, p.err.Error())
			}
			continue
		}
		b.x.certs.add(j.unit.Name, j.given, p.outcome.Facts)
		b.takeRun(p)
	}
}

// takeRun takes the results of a batch, and all that its run says beside.
func (b *board) takeRun(p *part) {
	x, run := b.x, p.outcome.Run
	cases := map[string]numbered{}
	for _, c := range p.cases {
		cases[c.ID] = c
	}
	for r := range run.All() {
		c, known := cases[result.CaseOf(r.Case)]
		if !known || r.Case != c.ID && !x.results.charge(r.Case) {
			continue
		}
		of := *r
		x.results.shared.Share(&of)
		of.Support, of.Replay, of.Quarantine = x.selection.chosen[c.number] == support, x.replay(c), nil
		if of.Case == c.ID {
			x.results.foresee(-1)
		}
		if of.Case == c.ID && of.Verdict != result.Blocked {
			x.usage.noteJudged(p.job.unit.Name)
		}
		x.results.emit(&of, c, nil, nil)
	}
	x.usage.noteShard(run.Shard)
	for _, what := range run.Machinery {
		x.results.recordMachineFailure("where the cases ran: " + what)
	}
	for _, what := range run.Findings {
		x.results.recordFinding(what)
	}
	for sut, is := range run.Isolation {
		x.results.recordIsolationElsewhere(sut, is)
	}
	for _, e := range run.NotObserved {
		caller, callee, _ := strings.Cut(e, arrow)
		x.results.recordUnobserved(caller, callee)
	}
	for _, sut := range keys(run.Programs) {
		if mine := x.programs[sut]; mine != nil && mine.Hash() != "" && mine.Hash() != run.Programs[sut] {
			x.results.recordFinding(fmt.Sprintf("the program %s was another one where cases ran elsewhere", sut))
		}
	}
}
