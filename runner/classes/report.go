package classes

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

const (
	// maxTried is how many smaller pairs are tried, where one in which the process ends counts as deadTried,
	// and one in which it hangs as hungTried.
	maxTried  = 1200
	deadTried = 120
	hungTried = 300
	// maxShorter is how many shorter pairs are tried where all that there are may be tried, and together how many.
	maxShorter, together = 5000, 100
	// maxBlamed is of how many shorter pairs that are wrong in the same way it is asked what is to blame.
	maxBlamed = 20
)

// reported is a failure as it is reported, with what tells its kind.
type reported struct {
	*result.PairFailure
	dead  bool
	trial *trial // as it was made smaller, and what was found of it
	found verdict
	// suspects are the operations that may be to blame, in the order in which they are named.
	suspects []suspect
	moved    bool // whether none of its own is in all conflicts
}

// kind returns what failures of one kind have in common.
func (f *reported) kind() string {
	by := ""
	for _, c := range f.Judged {
		by += fmt.Sprintf(" %s %v", c.By, c.Equal)
	}
	return fmt.Sprintf("%s %v %s%s", f.Verdict, f.Equivalent, f.Blame, by)
}

// depth returns how many operations were sent to the two objects before they were observed to be other than the axioms
// say.
func (f *reported) depth() (depth int) {
	for _, c := range f.Judged {
		if c.By == spec.ByObservations && c.Equal != f.Equivalent {
			depth = max(depth, len(operationsSent(c.Sent))-1)
		}
	}
	return depth
}

// shown returns the names of the operations that were sent before the observers that tell two objects apart which are
// to be equal. It is nil where they are to be different: then no observation does.
func (f *reported) shown() (out [][]string) {
	if !f.Equivalent {
		return nil
	}
	out = [][]string{nil}
	for _, c := range f.Judged {
		if c.By == spec.ByObservations && !c.Equal {
			out = append(out, namesSent(c.Sent))
		}
	}
	return out
}

// report makes a pair that is wrong smaller, and finds the operation to blame.
func (r *run) report(ctx context.Context, w *host.Worker, f failing) *reported {
	v := f.found
	t, err := r.layOut(r.Pairs[f.at], r.watchingOf(f.at)) // with the steps of which the verdict speaks
	if err != nil {                                       // it was laid out before
		panic(err)
	}
	out := &result.PairFailure{Case: t.pair.ID, Equivalent: t.pair.Equivalent}
	out.Replay = r.Command + " --case " + t.pair.ID
	if r.Mask {
		out.Replay += " --mask"
	}
	out.Original[0], out.Original[1] = t.pair.Sequences()
	t, v = r.shrink(ctx, w, t, v)
	if v.dead {
		t, v = r.split(ctx, w, t, v)
	}
	suspects := r.describe(ctx, w, t, v, out)
	if r.Again > 0 {
		out.Attempts = f.tries
	}
	return &reported{PairFailure: out, dead: v.dead, trial: t, found: v, suspects: suspects}
}

// describe says of a failure which pair it is, why that is wrong, and which operation is to blame. It returns all that
// may be.
func (r *run) describe(ctx context.Context, w *host.Worker, t *trial, v verdict, out *result.PairFailure,
) (of []suspect) {
	out.First, out.Second = t.pair.Sequences()
	out.Verdict, out.Message, out.Judged, out.Stack = v.verdict, v.message, v.compared, v.stack
	of = r.suspectsOf(ctx, w, t, v, out)
	if accuse(out, of); v.step >= 0 && len(of) == 0 {
		r.blameStep(t, v, out)
	}
	return of
}

// shorten looks for a shorter pair that is wrong in the same way, for which the same operation is to blame: where
// leaving operations out one after the other does not lead to the shortest one, trying all that are shorter may.
// Nothing is looked for where the process ends, since that takes long.
func (r *run) shorten(ctx context.Context, w *host.Worker, f *reported) {
	if f.dead {
		return
	}
	depth := r.depth
	if f.found.step < 0 { // what does not return may not do so in any observation
		r.depth = min(depth, f.depth())
	}
	defer func() { r.depth = depth }()
	prover := cases.NewProver(r.Class.Class)
	bound := cases.Size(f.trial.pair)
	asked, over, before := 0, false, f.trial
	// take takes a pair for which the same operation is to blame.
	take := func(t *trial, v verdict) {
		shorter := *f.PairFailure
		suspects := r.describe(ctx, w, t, v, &shorter)
		if shorter.Blame == f.Blame && shorter.Or == f.Or {
			*f.PairFailure, f.trial, f.found, f.suspects, bound = shorter, t, v, suspects, cases.Size(t.pair)
		}
	}
	// try runs trials, which are in the order of their lengths but where a round ends.
	try := func(trials []*trial) {
		found := make([]verdict, len(trials))
		at := map[*trial]int{}
		for i, t := range trials {
			found[i], at[t] = verdict{verdict: result.Blocked, step: -1}, i
		}
		err := r.send(ctx, w, trials, func(t *trial, v verdict) { found[at[t]] = v })
		for i, v := range found {
			t := trials[i]
			size := cases.Size(t.pair)
			if over = over || err != nil || v.dead || asked == maxBlamed; over {
				return
			}
			if size >= bound || !sameWay(f.found, v) || t.runs(v.step) != f.trial.runs(f.found.step) {
				continue
			}
			asked++
			take(t, v)
		}
	}
	var trials []*trial
	left := maxShorter
	for p := range prover.Shorter(f.trial.pair, func() int { return bound }) {
		if left--; left < 0 || over || ctx.Err() != nil {
			break
		}
		if f.found.step < 0 {
			r.shown = f.shown()
		}
		if t, err := r.layOut(p, nothing); err == nil {
			trials = append(trials, t)
		}
		r.shown = nil
		if len(trials) == together {
			try(trials)
			trials = nil
		}
	}
	if try(trials); f.trial != before {
		take(r.shrink(ctx, w, f.trial, f.found)) // its values may be smaller, too
	}
}

// shortenAll makes failures shorter, and returns them in the order of their lengths, each pair once.
func (r *run) shortenAll(ctx context.Context, w *host.Worker, all []*reported) (out []*result.PairFailure) {
	length := map[*result.PairFailure]int{}
	for _, f := range all {
		r.shorten(ctx, w, f)
	}
	if !narrow(ctx, r, all) {
		agree(all)
	}
	addHidden(ctx, r, w, all)
	for _, f := range all {
		isSame := func(o *result.PairFailure) bool {
			return o.First == f.First && o.Second == f.Second && o.Blame == f.Blame
		}
		if !slices.ContainsFunc(out, isSame) {
			length[f.PairFailure] = cases.Size(f.trial.pair)
			out = append(out, f.PairFailure)
		}
	}
	slices.SortStableFunc(out, func(a, b *result.PairFailure) int { return length[a] - length[b] })
	return out
}

// try runs one pair.
func (r *run) try(ctx context.Context, w *host.Worker, p *suite.Pair, watched bool) (*trial, verdict) {
	t, err := r.layOut(p, nothing)
	if err != nil {
		return nil, verdict{verdict: result.Blocked, message: err.Error(), step: -1}
	}
	t.c.Watched = watched
	v := verdict{verdict: result.Blocked, step: -1}
	if err := r.send(ctx, w, []*trial{t}, func(_ *trial, found verdict) { v = found }); err != nil {
		return nil, verdict{verdict: result.Blocked, message: err.Error(), step: -1}
	}
	return t, v
}

// shrink returns the smallest pair found that is wrong in the same way: with fewer operations, and then with smaller
// values, in turn until neither is there.
func (r *run) shrink(ctx context.Context, w *host.Worker, t *trial, v verdict) (*trial, verdict) {
	prover := cases.NewProver(r.Class.Class)
	s := shrinking{run: r, worker: w, trial: t, found: v, left: maxTried}
	for {
		for s.improve(ctx, prover.ShrinkOperations) {
		}
		if !s.improve(ctx, prover.ShrinkValues) {
			return s.trial, s.found
		}
		for s.improve(ctx, prover.ShrinkValues) {
		}
	}
}

// shrinking is a pair that is made smaller.
type shrinking struct {
	*run
	worker *host.Worker
	trial  *trial
	found  verdict
	left   int // how many pairs may still be tried
}

// improve takes the first pair that is smaller and wrong in the same way, and tells whether there is one.
func (s *shrinking) improve(ctx context.Context, smaller func(*suite.Pair) iter.Seq[*suite.Pair]) bool {
	for p := range smaller(s.trial.pair) {
		if first, second := p.Sequences(); first == second && s.found.verdict == result.Fail {
			continue // what a normal form is compared with is another sequence
		}
		if s.left--; s.left < 0 || ctx.Err() != nil {
			return false
		}
		next, found := s.try(ctx, s.worker, p, s.found.dead)
		switch {
		case found.hung:
			s.left -= hungTried
		case found.dead:
			s.left -= deadTried
		}
		if next != nil && sameWay(s.found, found) && s.trial.runs(s.found.step) == next.runs(found.step) {
			s.trial, s.found = next, found
			return true
		}
	}
	return false
}

// runs says what a step is for: it runs one of the two sequences, or it compares what these have left; -1 is no
// step at all.
func (t *trial) runs(step int) string {
	switch {
	case step < 0:
		return "nothing"
	case step <= max(t.objects[0], t.objects[1]) || t.objects[0] == t.objects[1]:
		return "a sequence"
	}
	return "a comparison"
}

// sameWay tells whether two verdicts are the same and rest on what the same ways to compare objects say.
func sameWay(a, b verdict) bool {
	if len(a.compared) != len(b.compared) || a.verdict != b.verdict {
		return false
	}
	for i := range a.compared {
		if a.compared[i].By != b.compared[i].By || a.compared[i].Equal != b.compared[i].Equal {
			return false
		}
	}
	return true
}

// split runs a pair in which the process ended or hung again, with one operation in each step, so that the
// operation is known.
func (r *run) split(ctx context.Context, w *host.Worker, t *trial, v verdict) (*trial, verdict) {
	again := &trial{pair: t.pair, c: host.Case{Name: t.c.Name, Timeout: t.c.Timeout, Watched: true}}
	var at [][2]int // where each step is in the case as it was
	for i, s := range t.c.Steps {
		for k, one := range s.Operations.Split() {
			again.c.Steps = append(again.c.Steps, host.StepOf(s.Object, one))
			at = append(at, [2]int{i, k})
		}
	}
	err := w.Run(ctx, []*host.Case{&again.c}, func(d host.Delivery) {
		for i := range d.Replies {
			if n := len(d.Replies[i].Earlier); d.Replies[i].Status != host.Returned && n < len(at) {
				v.step, v.ran = at[n][0], at[n][1]
			}
		}
	})
	if err != nil && ctx.Err() == nil {
		v.message += "; " + err.Error()
	}
	return t, v
}
