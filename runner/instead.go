package runner

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxInstead is how many other cases of a leaf are drawn where operations do not lead to the
// state of its case. A way to the state of each is looked for.
const maxInstead = 4

// take finds steps that lead to the state before an attempt's unit: from a state to which
// steps have led that were taken before. why says why there are none, where they must lead
// there; what no step can set is then blocked.
//
// A variable that is only observed has whatever value it has, where the leaf of the case
// allows that. Where there is no way to the state of the case, another case of its leaf is
// run in its place, if there is a way to that one's.
func (a *attempt) take(ctx context.Context, w *way, done []machine.Step,
	at machine.State) (why string) {
	if a.takeObserved(ctx, w, done, at) {
		return ""
	}
	found := w.of.find(ctx, at, w.goal)
	if found.Found {
		w.lead(a, slices.Concat(done, found.Steps))
		return ""
	}
	if len(done) == 0 && a.open(ctx, w) {
		return ""
	}
	why = w.explainUnreached(found)
	if !w.must || a.c.drawn != nil || a.c.Own || a.c.Leaf.Kind == suite.Point {
		return why
	}
	bound := []spec.Values{w.values(w.of.part(found.Nearest, w.goal)), w.values(w.of.part(at, w.goal))}
	observed, _, _ := w.observedGoal(a)
	steady := w.values(w.of.part(at, observed))
	tried := map[string]bool{a.c.Values().String(): true}
	for try := range maxInstead + len(bound) {
		given, seed := steady, uint64(0)
		if try < len(bound) {
			given = bound[try]
		} else {
			h := fnv.New64a()
			fmt.Fprintf(h, "%d %s", try, a.c.ID)
			seed = max(1, h.Sum64())
		}
		c := a.drawCase(ctx, given, seed)
		if c == nil || tried[c.Values().String()] {
			continue
		}
		tried[c.Values().String()] = true
		goal := w.goalOf(c.Values())
		other := w.of.find(ctx, at, goal)
		if !other.Found || a.replace(ctx, c) != "" {
			continue
		}
		w.note, w.goal = fmt.Sprintf("another case of %s was run, since %s", a.c.Leaf.ID, why), goal
		w.lead(a, slices.Concat(done, other.Steps))
		return ""
	}
	if n := len(tried) - 1; n == 1 {
		why += "; nor is that of another case of " + a.c.Leaf.ID
	} else if n > 1 {
		why += fmt.Sprintf("; nor are those of %d other cases of %s", n, a.c.Leaf.ID)
	}
	return why
}

// takeObserved has the case begin with the values that its observed variables have, where its
// leaf allows that: the case with these values is run, or else another one of its leaf.
func (a *attempt) takeObserved(ctx context.Context, w *way, done []machine.Step, at machine.State) bool {
	_, loose, some := w.observedGoal(a)
	if !some || a.c.Own {
		return false
	}
	found := w.of.find(ctx, at, loose)
	if !found.Found {
		return false
	}
	end := w.of.model.Follow(ctx, at, found.Steps)
	if end == nil {
		return false
	}
	goal := w.of.part(end, w.goal)
	if goal.Key() != w.goal.Key() {
		is := w.values(goal)
		rest := slices.DeleteFunc(slices.Clone(a.c.Values()), func(v spec.Item) bool {
			_, given := is.Lookup(v.Name)
			return given
		})
		c := a.drawCase(ctx, slices.Concat(is, rest), 0)
		if c == nil {
			c = a.drawCase(ctx, is, 0)
		}
		if c == nil || a.replace(ctx, c) != "" {
			return false
		}
		w.goal = goal
	}
	w.lead(a, slices.Concat(done, found.Steps))
	return true
}

// observedGoal returns what the goal of a way says of variables that are only observed, what it
// says of others, and whether there are any of the former.
func (w *way) observedGoal(a *attempt) (of, others machine.State, some bool) {
	of, others = make(machine.State, len(w.goal)), slices.Clone(w.goal)
	for i, v := range w.of.model.Vars {
		if others[i].Kind() != value.Nothing && a.unit.binding.IsObserved(v.Name) {
			of[i], others[i], some = others[i], value.Value{}, true
		}
	}
	return of, others, some
}

// drawCase draws a case of the leaf of an attempt with the given values.
func (a *attempt) drawCase(ctx context.Context, given spec.Values, seed uint64) *plan.Case {
	drawer := a.unit.run.options.Drawer
	if drawer == nil || a.c.Leaf.IsOpen() {
		return nil
	}
	c := drawer.Draw(ctx, a.unit.plan, a.c.Leaf, given, seed)
	if c != nil {
		c.ID, c.Digest = a.c.ID, a.c.Digest
	}
	return c
}

// replace has an attempt run another case, with the decisions for that one. why says why it
// cannot be run.
func (a *attempt) replace(ctx context.Context, c *plan.Case) (why string) {
	next, made := *a, *c
	c = &made
	x := a.unit.run
	next.c.Case, next.instead = c, true
	c.Stubs = x.engine.WithSizes(c.Sizes).Decider.Decide(ctx, a.unit.plan.UnitFor(c.Leaf), c.Values(), x.certs)
	next.choices = c.Stubs
	for _, ch := range next.choices {
		if ch.Decision == result.BlockedStub {
			return fmt.Sprintf("nothing can stand in for %s: %s", ch.Callee, ch.Reason)
		}
	}
	next.prepared = a.unit.prepareFresh(ctx, &next, 0)
	if next.err != nil {
		return next.err.Error()
	}
	*a = next
	return ""
}

// goalOf returns the goal of a way to the state of another case.
func (w *way) goalOf(values spec.Values) machine.State {
	out := make(machine.State, len(w.goal))
	for i, v := range w.of.model.Vars {
		if w.goal[i].Kind() != value.Nothing {
			out[i], _ = values.Lookup(v.Name)
		}
	}
	return out
}

// values returns what is known of a state as values of variables.
func (w *way) values(s machine.State) spec.Values {
	var out spec.Values
	for i, v := range s {
		if v.Kind() != value.Nothing {
			out = append(out, spec.Item{Var: &w.of.model.Vars[i], Value: v})
		}
	}
	return out
}
