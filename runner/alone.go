package runner

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/trace"
)

// maxAlone is how many failures of a kind, in a unit, run again in a new process each. Others run again in one process.
const maxAlone = 2

// among is what came of a case that ran after others in one process, and failed.
type among struct {
	try
	before []*host.Case // those others
	fresh  bool         // whether the attempt that follows has a process of its own
	broken bool         // whether it was not the unit that failed, but the program's adapter
}

// apart is what is known of the cases of a unit that failed after others in their process.
type apart struct {
	mu      sync.Mutex
	kinds   map[string]int // how many failures of each kind there were
	victims []*victim
}

// countKind returns how many failures of the kind of one there were before it.
func (p *apart) countKind(t *try) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	kind := string(t.Verdict) + " " + strings.Join(t.Blame, " ")
	if t.Class != nil {
		kind += " " + string(*t.Class)
	}
	p.kinds[kind]++
	return p.kinds[kind] - 1
}

// repeatApart returns a further attempt at a case that has failed after others in the same process, since it may be
// these that have left something behind. It is nil where that has been seen already, or cannot be. A case that ends
// its process is not repeated where others of its kind were.
func repeatApart(j *judge, a *attempt, r *host.Reply, t *try, broken bool) *attempt {
	if a.among != nil || len(r.Before) == 0 || r.Unsure != "" || a.reseed != nil || len(a.forced) > 0 ||
		j.run.options.Debug {
		return nil
	}
	fresh := a.unit.apart.countKind(t) < maxAlone
	if !fresh && !r.HasAnswer() {
		return nil
	}
	next := &attempt{unit: a.unit, c: a.c, choices: a.choices, selected: a.selected, notes: a.notes, way: a.way,
		instead: a.instead, tries: a.tries, prepared: a.prepared, structure: a.structure, undecided: a.undecided}
	next.among = &among{try: *t, before: r.Before, fresh: fresh, broken: broken}
	j.run.results.expectAgain(next)
	return next
}

// compareApart returns a further attempt at a case that has failed, as repeatApart does. A case that has failed behind
// others, and has not when it was repeated, is a victim, to be settled later.
func compareApart(j *judge, a *attempt, r *host.Reply, res *result.Result, faults []*trace.Call) (next *attempt,
	isVictim bool) {
	switch t := j.tryOf(res, faults); {
	case t.failed != nil:
		return repeatApart(j, a, r, &t, false), false
	case a.among != nil:
		a.unit.apart.noteVictim(a, res)
		return nil, true
	}
	return nil, false
}

// repeatBroken does what repeatApart does where it was the program's adapter that failed.
func repeatBroken(j *judge, a *attempt, c *host.Case, r *host.Reply, res *result.Result) *attempt {
	if r.Status != host.Broken || r.Breach || !r.HasAnswer() || len(r.Earlier) < len(c.Steps)-1 {
		return nil
	}
	failed := *res
	failed.Verdict, failed.Message = result.Error, "the program's adapter failed: "+r.Message
	t := j.tryOf(&failed, nil)
	return repeatApart(j, a, r, &t, true)
}

// noteVictim records an attempt at a case that has failed behind others and did not when it was repeated, with what
// came of that.
func (p *apart) noteVictim(a *attempt, res *result.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.victims = append(p.victims, &victim{a: a, alone: res})
}

// allTries returns what came of all attempts before one.
func (a *attempt) allTries() []try {
	if a.among == nil {
		return a.tries
	}
	return append(slices.Clip(a.tries), a.among.try)
}

// keepAmong has what came of a case behind others stand where the attempt that followed was not judged.
func (a *attempt) keepAmong() {
	if a.among != nil && !a.among.broken {
		a.tries = a.allTries()
	}
}

// renewFor gives a worker a new process for attempts that must not follow on others in theirs.
func renewFor(x *execution, p *host.Program, w *host.Worker, part []*attempt) {
	if slices.ContainsFunc(part, func(a *attempt) bool { return a.among != nil }) {
		w.Renew(func(d host.Delivery) { x.recordNotes(p, d.Notes) })
	}
}

// divide divides attempts into parts, each of which is sent to a process at a time.
func divide(todo []*attempt, size int) [][]*attempt {
	var out [][]*attempt
	rest := make([]*attempt, 0, len(todo))
	for _, a := range todo {
		if a.among != nil && a.among.fresh {
			out = append(out, []*attempt{a})
			continue
		}
		rest = append(rest, a)
	}
	return slices.AppendSeq(out, slices.Chunk(rest, size))
}

// runAttempts runs attempts at cases of a unit, and those that must follow on them, until all cases are settled.
func runAttempts(ctx context.Context, x *execution, ur *unitRun, todo []*attempt) {
	for len(todo) > 0 && ctx.Err() == nil {
		todo = x.round(ctx, ur, todo)
	}
	settleVictims(ctx, x, ur)
}
