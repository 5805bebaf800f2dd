package runner

import (
	"cmp"
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/suite"
)

// replanWay returns an attempt on another way, from the state in which a new object is, or
// on from the state to which the way has led; or else one at another case, in a state to which it has led. What was
// seen before the unit, when the rest of the state had been set, may be another state than that.
func (j *judge) replanWay(ctx context.Context, a *attempt, began, at, seen machine.State) (next *attempt, why string) {
	w := a.way
	other := w.makeNext(w.from.UpdateBy(began))
	other.tries = w.tries + 1
	steps := w.steps
	w.of.see(began)
	if other.from.Key() != w.from.Key() {
		steps, at = nil, other.from
	} else {
		at = w.from.UpdateBy(at)
	}
	why = fmt.Sprintf("the state %s is not reached: the way to it has led to %s", w.text(w.goal),
		w.text(w.of.part(at, w.goal)))
	if w.isReached(at) && !w.isReached(seen) {
		why = fmt.Sprintf("the state %s is not kept: the way has led to it, and when the rest of the state was set it was %s",
			w.text(w.goal), w.text(w.of.part(seen, w.goal)))
	}
	if other.tries < maxWays {
		var not string
		if next, not = a.takeAnother(ctx, other, steps, at); next != nil {
			return next, ""
		}
		why = cmp.Or(not, why)
	}
	if next = j.stay(ctx, a, other, steps, at, why); next != nil {
		return next, ""
	}
	for n := min(len(steps), len(w.passed)) - 1; n >= 0; n-- {
		at := w.from
		if n > 0 {
			at = w.from.UpdateBy(w.passed[n-1])
		}
		if next = j.stay(ctx, a, w.makeNext(other.from), steps[:n], at, why); next != nil {
			return next, ""
		}
	}
	return nil, why
}

// takeAnother returns an attempt on another way, which begins with steps that were taken and have led to a
// state; nil where there is none. why says why not, where that is another reason than that it led
// elsewhere.
func (a *attempt) takeAnother(ctx context.Context, other *way, steps []machine.Step,
	at machine.State) (next *attempt, why string) {
	next = a.withWay(other)
	if next.instead {
		next.c.Case, next.instead = other.planned, false
		other.goal = other.goalOf(other.planned.Values())
		if unplanned := next.replace(ctx, other.planned); unplanned != "" {
			return nil, ""
		}
		next.instead = false
	}
	if not := next.take(ctx, other, steps, at); not != "" {
		if steps == nil {
			why = not
		}
		return nil, why
	}
	if len(other.steps) == len(steps) && len(steps) > 0 {
		return nil, "" // what differs is not observed on the way
	}
	return next, ""
}

// stay returns an attempt at another case of the leaf in the state to which steps have led, where that is the
// last that is tried; nil where there is none. What leads to a state that no specification foretells is
// known once it has been seen.
func (j *judge) stay(ctx context.Context, a *attempt, w *way, steps []machine.Step, at machine.State,
	why string) *attempt {
	if !w.must || w.stayed || a.c.drawn != nil || a.c.Own || a.c.Leaf.Kind == suite.Point {
		return nil
	}
	next := a.withWay(w)
	c := next.drawCase(ctx, w.values(w.of.part(at, w.goal)), 0)
	if c == nil || next.replace(ctx, c) != "" {
		return nil
	}
	w.note, w.goal = fmt.Sprintf("another case of %s was run, since %s", a.c.Leaf.ID, why), w.goalOf(c.Values())
	w.stayed = true
	w.lead(next, steps)
	return next
}
