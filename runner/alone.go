package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/trace"
)

const (
	// maxAlone is how many cases of a unit are repeated in a process each, and how many of those that fail in the same
	// way are repeated where each of them ends its process.
	maxAlone = 64
	// maxHung is how many of those are repeated where each of them hangs.
	maxHung = 2
)

// among is what came of a case that ran after others in one process, and failed.
type among struct {
	try
	before []*host.Case // those others
	alone  bool         // whether the attempt that follows has a process of its own
	broken bool         // whether it was not the unit that failed, but the program's adapter
	ended  string       // how its process ended in a batch, where nothing failed when the case ran alone; else ""
}

// apart is what is known of the cases of a unit that failed after others in their process.
type apart struct {
	mu      sync.Mutex
	kinds   map[string]int // how many failures of each kind have ended their process
	victims []*victim
	alone   int // how many cases have run in a process each
}

// countKind returns how many failures of the kind of one have ended their process before it.
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
	most := maxAlone
	if r.Status == host.Hung {
		most = maxHung
	}
	if !r.HasAnswer() && a.unit.apart.countKind(t) >= most {
		return nil
	}
	return a.follow(&among{try: *t, before: r.Before, broken: broken})
}

// follow returns a further attempt at a case that has failed among others.
func (a *attempt) follow(of *among) *attempt {
	next := a.withWay(a.way)
	next.structure, next.undecided, next.among = a.structure, a.undecided, of
	a.unit.run.results.expectAgain(next)
	return next
}

// repeatAlone returns a further attempt at a case that has failed behind others, and failed when it was repeated, in a
// process of its own: those that were repeated before it in its process have left behind the same, where one of them is
// a victim. settled is true where too many cases had a process of their own: then it is undecided.
func repeatAlone(j *judge, a *attempt, r *host.Reply, res *result.Result) (next *attempt, settled bool) {
	p := a.unit.apart
	p.mu.Lock()
	defer p.mu.Unlock()
	if a.among == nil || a.among.alone || len(r.Before) == 0 || len(p.victims) == 0 {
		return nil, false
	}
	if p.alone++; p.alone > maxAlone {
		one := *res
		one.Verdict, one.Class, one.Blame, one.Uncertain = result.Undecided, nil, nil, false
		one.Message = fmt.Sprintf("it failed behind others in its process, as %d cases did that pass alone: %s",
			len(p.victims), a.among.Message)
		j.settle(a, &one)
		return nil, true
	}
	of := *a.among
	of.alone = true
	return a.follow(&of), false
}

// compareApart returns a further attempt at a case that has failed, as repeatApart and repeatAlone do. A case that has
// failed behind others, and has not when it was repeated, is a victim, and settled with the others.
func compareApart(j *judge, a *attempt, r *host.Reply, res *result.Result, faults []*trace.Call) (next *attempt,
	settled bool) {
	switch t := j.tryOf(res, faults); {
	case t.failed != nil && a.among != nil:
		return repeatAlone(j, a, r, res)
	case t.failed != nil:
		return repeatApart(j, a, r, &t, false), false
	case a.among != nil:
		a.unit.apart.noteVictim(a, res)
		return nil, true
	}
	return nil, false
}

// compareEnded takes a case as a victim in which a process ended among others, and that did not fail when it ran
// alone.
func compareEnded(j *judge, a *attempt, r *host.Reply, res *result.Result) (isVictim bool) {
	if r.Unsure == "" || !r.OnlySuspect || a.among != nil || a.reseed != nil || len(a.forced) > 0 ||
		res.Verdict != result.Pass {
		return false
	}
	failed := *res
	failed.Verdict, failed.Message = result.Error, r.Unsure+" while "+a.unit.plan.Name+" was at work"
	a.among = &among{try: j.tryOf(&failed, nil), before: r.Before, ended: r.Unsure}
	a.unit.apart.noteVictim(a, res)
	return true
}

// repeatBroken does what compareApart does where it was the program's adapter that failed.
func repeatBroken(j *judge, a *attempt, c *host.Case, r *host.Reply, res *result.Result) (next *attempt, settled bool) {
	if r.Status != host.Broken || r.Breach || !r.HasAnswer() || len(r.Earlier) < len(c.Steps)-1 {
		return nil, false
	}
	failed := *res
	failed.Verdict, failed.Message = result.Error, "the program's adapter failed: "+r.Message
	if a.among != nil {
		return repeatAlone(j, a, r, &failed)
	}
	t := j.tryOf(&failed, nil)
	return repeatApart(j, a, r, &t, true), false
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

// divide divides attempts into parts of at most some size, each of which is sent to a process at a time. Those that are
// to have a process of their own, and those that must not follow on others, come first.
func divide(todo []*attempt, size int) [][]*attempt {
	var out [][]*attempt
	rest := make([]*attempt, 0, len(todo))
	for _, a := range todo {
		if a.among != nil && a.among.alone {
			out = append(out, []*attempt{a})
			continue
		}
		rest = append(rest, a)
	}
	slices.SortStableFunc(rest, func(a, b *attempt) int { return rank(a.among != nil) - rank(b.among != nil) })
	return slices.AppendSeq(out, slices.Chunk(rest, size))
}

// runAttempts runs attempts at cases of a unit, and those that must follow on them, until all cases are settled.
func runAttempts(ctx context.Context, x *execution, ur *unitRun, todo []*attempt) {
	for len(todo) > 0 && ctx.Err() == nil {
		todo = x.round(ctx, ur, todo)
	}
	settleVictims(ctx, x, ur)
}
