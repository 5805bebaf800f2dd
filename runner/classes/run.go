package classes

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// Options say what is run, and how.
type Options struct {
	Class   *plan.Class
	Pairs   []*suite.Pair // those of the class that are run
	Workers int           // how many processes run them
	Timeout time.Duration // of each step
	// Mask compares objects in all ways that the program offers, beside those that the class names.
	Mask    bool
	Command string // that runs one pair, to which its id is appended
	// Calls returns which operations of the class each of them calls in the program, as far as is known; nil: it is not
	// asked.
	Calls func(context.Context) map[string][]string
	// Again is how often pairs that are wrong are run again, to tell which of them are always so.
	Again int
	// Beside is called with what the program does besides, by several goroutines.
	Beside func([]host.Note)
}

// run is the state of a class while its pairs run.
type run struct {
	Options
	program *host.Program
	out     *result.ClassRun
	depth   int // how many operations observations send to two objects before they are observed
	// shown are the names of the operations before those observations that show a failure: to a shorter pair, which is
	// to fail in the same way, others are not sent than these and what is left where some are left out. nil: all are.
	shown [][]string
	// expects says that what observers give of the first object is compared with what they give by the axioms.
	expects bool
	provers sync.Pool         // of *cases.Prover, each for one goroutine at a time
	roles   map[string]string // of the parameters of operations, by their names

	mu     sync.Mutex // guards the fields below, and out
	failed []failing
	flaky  []failing
	dead   int             // of the failed, how many processes ended or hung
	apart  map[string]bool // the ways that were seen to disagree, as findings
	why    string          // why no more is run; "" where it goes on
	// effects are the side effects that were seen, and impure says whether an observer has one.
	effects   map[string]bool
	impure    bool
	changes   []change // of objects by observers, as they were seen first
	sharing   sharing
	conflicts *conflicts // of all that fails
	// beyond is how many pairs have integers that the program's types do not hold, and beyondWhy says of the first why.
	beyond    int
	beyondWhy string
}

// failing is a pair that is wrong, in the order of the pairs. Its trial is laid out again where it is wanted: there
// may be many of them.
type failing struct {
	at    int
	id    string
	found verdict
	tries []result.Attempt
}

const (
	// chunk is how many pairs are laid out and sent to a process together.
	chunk = 500
	// maxReported is how many pairs that are wrong are made smaller and reported, each of another kind.
	maxReported = 3
	// maxExamined is how many pairs that are wrong are made smaller to find those of other kinds.
	maxExamined = 200
	// maxIDs is how many pairs that are wrong are named.
	maxIDs = 1000
	// maxExpected is of how many pairs at most observers are held against the axioms, which takes as long as running.
	maxExpected = 20_000
	// maxDead is after how many pairs in which the process ended or hung no more are run.
	maxDead = 5
)

// Run runs pairs of a class, and adds to out what came of them. The program is ready, and has the class.
func Run(ctx context.Context, program *host.Program, o Options, out *result.ClassRun) {
	r := &run{Options: o, program: program, out: out, effects: map[string]bool{}, apart: map[string]bool{},
		sharing: sharing{}, conflicts: &conflicts{}}
	out.Equal, out.Masked = r.equalities(), map[spec.Equality]int{}
	if r.depth = o.Class.Depth; o.Mask {
		r.depth = max(r.depth, maskDepth)
	}
	r.expects, r.roles = len(o.Pairs) <= maxExpected, rolesOf(o.Class.Classes)
	r.provers.New = func() any { return cases.NewProver(o.Class.Class) }
	group, working := workers.New(ctx)
	next := make(chan int)
	group.Go(func() {
		defer close(next)
		for from := 0; from < len(o.Pairs); from += chunk {
			select {
			case next <- from:
			case <-working.Done():
				return
			}
		}
	})
	for i := range max(1, o.Workers) {
		w := program.Worker(i)
		group.Go(func() {
			for from := range next {
				r.runChunk(working, w, from)
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		r.why = "the run was interrupted"
	}
	last := program.Worker(0)
	if r.why != "" { // a process may be at work still on what is not waited for
		last = program.Worker(max(1, o.Workers))
	}
	r.conclude(ctx, last)
}

// runChunk runs the pairs from one on.
func (r *run) runChunk(ctx context.Context, w *host.Worker, from int) {
	r.mu.Lock()
	over := r.why != ""
	r.mu.Unlock()
	if over {
		return
	}
	var trials []*trial
	at := map[*trial]int{}
	for i, p := range r.Pairs[from:min(from+chunk, len(r.Pairs))] {
		t, err := r.layOut(p, r.watchingOf(from+i))
		if err != nil {
			r.skip(p, err)
			continue
		}
		trials = append(trials, t)
		at[t] = from + i
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	err := r.send(working, w, trials, func(t *trial, v verdict) {
		if r.note(at[t], t, v) {
			stop()
		}
		t.release()
	})
	if err != nil && working.Err() == nil {
		r.mu.Lock()
		r.why = err.Error()
		r.mu.Unlock()
	}
}

// send runs trials, and gives the verdict of each.
func (r *run) send(ctx context.Context, w *host.Worker, trials []*trial, found func(*trial, verdict)) error {
	cases := make([]*host.Case, len(trials))
	of := map[*host.Case]*trial{}
	for i, t := range trials {
		cases[i] = &t.c
		of[&t.c] = t
	}
	return w.Run(ctx, cases, func(d host.Delivery) {
		if len(d.Notes) > 0 && r.Beside != nil {
			r.Beside(d.Notes)
		}
		for i, c := range d.Cases {
			t := of[c]
			v := r.judge(t, &d.Replies[i])
			noteConflict(r, t, v)
			found(t, v)
		}
	})
}

// skip notes that a pair cannot be run. One that has integers which the program's types do not hold is left out, unless
// a person has written it.
func (r *run) skip(p *suite.Pair, err error) {
	var beyond *host.RangeError
	if p.Own || !errors.As(err, &beyond) {
		r.block(p, err.Error())
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.beyond++; r.beyond == 1 {
		r.beyondWhy = fmt.Sprintf("first %s: %v", p.ID, err)
	}
}

func (r *run) block(p *suite.Pair, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Blocked++
	if r.out.Why == "" {
		r.out.Why = p.ID + ": " + why
	}
}

// note counts a verdict, and tells whether no more are wanted.
func (r *run) note(at int, t *trial, v verdict) (over bool) {
	if v.verdict == result.Blocked {
		r.block(t.pair, v.message)
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Pairs++
	if t.pair.Equivalent {
		r.out.Equivalent++
	}
	for _, p := range v.changed {
		r.noteChange(at, p)
	}
	if v.disagree != "" {
		r.out.Disagreed++
		if !r.apart[v.disagree] {
			r.apart[v.disagree] = true
			first, second := t.pair.Sequences()
			r.out.Findings = append(r.out.Findings, fmt.Sprintf("%s, first of %s: %s and %s", v.disagree, t.pair.ID,
				first, second))
		}
	}
	if v.verdict == result.Pass {
		return false
	}
	for _, c := range v.compared {
		if c.By != "" && c.Equal == t.pair.Equivalent && v.verdict == result.Fail {
			r.out.Masked[c.By]++
		}
	}
	r.failed = append(r.failed, failing{at: at, id: t.pair.ID, found: v})
	if v.dead {
		r.dead++
	}
	if r.dead >= maxDead && r.why == "" {
		r.why = fmt.Sprintf("its process ended or hung in %d pairs, and no more are run", r.dead)
	}
	return r.why != ""
}

// noteChange keeps a side effect.
func (r *run) noteChange(at int, p probe) {
	if p.cause == passed || p.cause == kept {
		r.sharing.note(p)
		return
	}
	r.impure = true
	if said := p.String(); !r.effects[said] {
		r.effects[said] = true
		if p.cause == observed {
			r.changes = append(r.changes, change{at, p})
		} else {
			r.out.Findings = append(r.out.Findings, said)
		}
	}
}

// conclude reports what came of all pairs.
func (r *run) conclude(ctx context.Context, w *host.Worker) {
	slices.SortFunc(r.failed, func(a, b failing) int { return a.at - b.at })
	tellChanges(ctx, r, w)
	tellArguments(ctx, r, w)
	if r.beyond > 0 {
		r.out.Findings = append(r.out.Findings, fmt.Sprintf("pairs with integers that the program does not take are not "+
			"run: %d, %s", r.beyond, r.beyondWhy))
	}
	slices.Sort(r.out.Findings)
	r.runAgain(ctx, w)
	r.out.Failed, r.out.Flaky = len(r.failed), len(r.flaky)
	for _, f := range r.failed[:min(len(r.failed), maxIDs)] {
		r.out.FailedIDs = append(r.out.FailedIDs, f.id)
	}
	report := func(f failing) *reported { return r.report(ctx, w, f) }
	r.out.Failures = append(r.out.Failures, r.shortenAll(ctx, w, ofEachKind(ctx, r.failed, report))...)
	for _, f := range r.flaky[:min(len(r.flaky), maxReported)] {
		r.out.Failures = append(r.out.Failures, r.reportFlaky(f))
	}
	switch {
	case r.out.Failed > 0:
		r.out.Verdict = result.Fail
		if !slices.ContainsFunc(r.failed, func(f failing) bool { return !f.found.dead }) {
			r.out.Verdict = result.Error
		}
		r.out.Why = r.why
	case r.impure:
		r.out.Verdict, r.out.Why = result.Fail, "an observer changes its object, which no axiom can say"
	case r.sharing.changing() != "":
		r.out.Verdict, r.out.Why = result.Fail, r.sharing.changing()+" changes its argument, which no axiom can say"
	case r.out.Flaky > 0:
		r.out.Verdict, r.out.Why = result.Flaky, r.why
	case r.why != "":
		r.out.Verdict, r.out.Why = result.Undecided, r.why
	case r.out.Blocked > 0, r.out.Pairs == 0:
		r.out.Verdict = result.Blocked
		if r.out.Why == "" {
			r.out.Why = "there is no pair to run"
		}
	default:
		r.out.Verdict = result.Pass
	}
}

// ofEachKind reports failures of different kinds, the first of each; there may be none of a kind whose first one comes
// late.
func ofEachKind(ctx context.Context, failed []failing, report func(failing) *reported) (out []*reported) {
	kinds, examined := map[string]bool{}, 0
	for _, f := range failed {
		if len(out) == maxReported || examined == maxExamined || ctx.Err() != nil {
			break
		}
		before := fmt.Sprintf("%s %v", f.found.message, f.found.compared)
		if f.found.dead && kinds[before] {
			continue
		}
		kinds[before] = true
		examined++
		if one := report(f); !kinds[one.kind()] {
			kinds[one.kind()] = true
			out = append(out, one)
		}
	}
	return out
}

// equalities returns the ways to compare objects: those that the class names and, where masks are
// looked for, all others that the program offers.
func (r *run) equalities() []spec.Equality {
	if !r.Mask {
		return r.Class.Equal
	}
	out := slices.Clone(r.Class.Equal)
	for _, e := range spec.AllEqualities {
		offered := e == spec.ByObservations || e == spec.ByEqn && r.Class.Algebra.Find(spec.Eqn) != nil ||
			e == spec.ByStructure && r.program.Classes().Find(r.Class.Name).CanShow()
		if offered && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}
