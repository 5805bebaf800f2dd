package runner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// judgeAmong judges a step of a sequence before which not all of the state was shown: the object
// is in one of the states that the specification and what was shown so far leave, and the step
// is right where it is right in one of these. It must be inside its precondition in all of them.
func (j *judge) judgeAmong(ctx context.Context, w *walk, o *host.Observation, r *host.Reply, i int) walkEnd {
	m, s := w.machine, w.steps[i]
	if why := w.findAmong(ctx, i); why != "" {
		w.why = why
		return unclear
	}
	var next machine.States
	var at machine.State // the first that was found
	var wrong *result.Result
	judge, tried := j.at.Oracle.Unit(m.model.Units[s.Unit]), 0
	for _, before := range w.among[s.Object] {
		frame := m.model.FillFrame(s.Unit, before, o.Frame)
		if frame == nil {
			continue
		}
		switch pre := judge.Pre(ctx, frame); pre.Compliance {
		case oracle.Violated:
			return unpredicted
		case oracle.Undecided:
			w.why = pre.Reason
			return unclear
		}
		if tried++; tried == 1 {
			w.seen = append(w.seen, slices.Clone(o.Frame))
		}
		allowed := m.model.JudgeFrame(ctx, s.Unit, frame)
		one := *o
		one.Frame = frame
		if r.HasAnswer() && allowed.Nearest != nil {
			if one.Frame = allowed.Nearest; len(allowed.Frames) > 0 {
				one.Frame = slices.Clone(allowed.Frames[0])
			}
		}
		if r.HasAnswer() && len(allowed.Frames) == 0 && !allowed.Known {
			w.why = fmt.Sprintf("the state is not shown, and not all is known that step %d may leave", i+1)
			return unclear
		}
		a := m.moves[s.Unit].attempt(w.name(), one.Frame)
		c := j.observeStep(ctx, a, &one, r)
		ruling := j.rule(ctx, a, c)
		switch {
		case w.isUnspecified(c, &ruling):
			return unpredicted
		case ruling.Verdict == result.Pass && len(ruling.Faults) == 0:
			for _, f := range allowed.Frames {
				after := before.UpdateBy(m.model.StateAfter(s.Unit, f))
				if next = next.Add(after); at == nil {
					at = after
				}
			}
			if !allowed.Known || len(next) > machine.MostAmong {
				w.why = fmt.Sprintf("the state is not shown, and step %d may leave others than %d", i+1, len(next))
				return unclear
			}
		case ruling.Verdict != result.Fail && ruling.Verdict != result.Error && len(ruling.Faults) == 0:
			w.why = ruling.Message
			return unclear
		case wrong == nil:
			wrong = j.reportFailure(a, w, c, &ruling, r)
			wrong.Actual = w.dropUnseen(wrong, o, i)
		}
	}
	if len(next) > 0 {
		j.arrive(w, i, next, at)
		return completed
	}
	j.reportNowhere(w, i, wrong)
	return failing
}

// dropUnseen returns what a step has left, as it was reported of one of the states in which it may have begun, without
// what was not observed.
func (w *walk) dropUnseen(wrong *result.Result, o *host.Observation, i int) spec.Values {
	return slices.DeleteFunc(wrong.Actual, func(of spec.Item) bool {
		at := w.machine.model.Units[w.steps[i].Unit].Op.Find(of.Name)
		return wrong.Case == w.name() && at >= 0 && o.Frame[at].Kind() == value.Nothing
	})
}

// reportNowhere reports a step that is right in none of the states in which its object can be.
// wrong is what was found in one of them; nil where the step showed another state than these.
func (j *judge) reportNowhere(w *walk, i int, wrong *result.Result) {
	if w.result = wrong; wrong == nil {
		w.result = j.reportWrongState(w, i, "what it shows of the state before is in none of the states in which it can be", nil)
	}
	w.suspectAll(i)
	if n := len(w.among[w.steps[i].Object]); n > 1 {
		w.result.Findings = append(w.result.Findings,
			fmt.Sprintf("the state is not shown: in none of the %d in which it can be is this right", n))
	}
}

// findAmong finds in which states the object of a step can be before it, unless that is known.
// It returns why they are not found; "" where they are.
func (w *walk) findAmong(ctx context.Context, i int) (why string) {
	object := w.steps[i].Object
	if w.among[object] != nil {
		return ""
	}
	if slices.ContainsFunc(w.steps[:i], func(of machine.Step) bool { return of.Object == object }) &&
		!w.isWhollyKnown(object) {
		return fmt.Sprintf("not all of the state before step %d is shown", i+1)
	}
	w.among[object], why = w.machine.model.FindPossible(ctx, w.known[object])
	return why
}

// isWhollyKnown tells whether all of the state of an object is known.
func (w *walk) isWhollyKnown(object int) bool {
	return !slices.ContainsFunc(w.known[object], func(v value.Value) bool { return v.Kind() == value.Nothing })
}

// arrive notes in which states an object may be after a step that is right, of which one is
// taken for its state where steps are drawn.
func (j *judge) arrive(w *walk, i int, next machine.States, at machine.State) {
	s := w.steps[i]
	from := w.among[s.Object]
	w.among[s.Object], w.at[s.Object] = next, w.start(s.Object).UpdateBy(at)
	w.known[s.Object] = machine.IntersectStates(next)
	if len(next) == 1 {
		w.met = append(w.met, next[0].Key())
		if len(from) == 1 {
			w.moved = append(w.moved, moved{from[0], next[0], s.Unit})
		}
	}
}

// suspectAll has all operations on an object share the blame for what step i shows: what the
// earlier ones left was not shown, so that nothing clears them. Who crashes is to blame alone.
func (w *walk) suspectAll(i int) {
	if w.result.Verdict != result.Fail || !slices.Contains(w.result.Blame, w.result.Unit) {
		return
	}
	for k, s := range w.steps[:i] {
		unit := w.machine.model.Units[s.Unit]
		if s.Object == w.steps[i].Object && k < len(w.seen) && !w.seen[k].Has(unit.Op.After) &&
			!slices.Contains(w.result.Blame, unit.Name) {
			w.result.Blame, w.result.Uncertain, w.suspected = append(w.result.Blame, unit.Name), true, true
		}
	}
}

// maxTriedSteps is how many steps are drawn for one that is possible in all states in which an
// object may be.
const maxTriedSteps = 16

// drawAmong draws steps as Machine.Draw does, the first of them possible in all states in
// which its object may be.
func (m *machineRun) drawAmong(ctx context.Context, r *rand.Rand, favoured []bool, from *walk,
	n int) []machine.Step {
	var steps []machine.Step
	for range maxTriedSteps {
		steps = m.model.Draw(ctx, r, favoured, from.at, n)
		if len(steps) == 0 || m.model.IsPossible(ctx, steps[0], from.among[steps[0].Object]) {
			return steps
		}
	}
	return nil
}
