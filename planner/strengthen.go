package planner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// MaxStrengthening is how many leaves strengthening adds to a unit by default. More
// would amount to a second testing tree beside the one that a person chose, and each
// takes a search and a run.
const MaxStrengthening = 32

// strengthening is a point at which callers ask for a test.
type strengthening struct {
	unit  *unit
	point spec.Values
	by    []decision // the cases that may call the unit there, each once
}

// strengthen works through the layers from the last one to the first. A call that a
// case may make where the callee was not tested becomes a leaf of the callee; the case
// of that leaf may call further callees in turn. When a layer is reached, all that its
// units are asked for is known.
func (w *work) strengthen(ctx context.Context) error {
	for k := len(w.planned.Layers) - 1; k >= 0; k-- {
		w.decide(ctx, w.listAdded(w.planned.Layers[k]))
		wanted := w.listWanted(w.planned.Layers[k])
		if len(wanted) == 0 {
			continue
		}
		left := w.test(ctx, wanted)
		if ctx.Err() != nil {
			return interruption(ctx)
		}
		var again []decision
		seen := map[*plan.Case]bool{}
		for _, s := range wanted {
			for _, d := range s.by {
				if !seen[d.c] {
					seen[d.c] = true
					again = append(again, d)
				}
			}
		}
		w.decide(ctx, again)
		for _, s := range left {
			s.sayLimit()
		}
		if ctx.Err() != nil {
			return interruption(ctx)
		}
	}
	return nil
}

// decision is a case for whose callees is to be decided.
type decision struct {
	unit *unit
	c    *plan.Case
}

// decide makes the decisions for a list of cases.
func (w *work) decide(ctx context.Context, list []decision) {
	w.runParallel(ctx, len(list), func(ctx context.Context, i int) {
		d := list[i]
		if found, known := w.memory.decision(w.planned, d); known {
			w.add(func() { d.c.Stubs, w.chosen[d.c] = found, true })
			return
		}
		w.markSolved(d.unit)
		w.decideOn(ctx, d, assumed{w.planned.Plan})
		if ctx.Err() == nil {
			w.memory.keepDecision(w.planned, d)
		}
	})
}

// markSolved notes that a case or a decision of a unit was not taken from an earlier plan.
func (w *work) markSolved(u *unit) {
	w.mu.Lock()
	defer w.mu.Unlock()
	u.Known = false
}

// listAdded returns the cases that strengthening gave to the named units.
func (w *work) listAdded(names []string) []decision {
	var out []decision
	for _, name := range names {
		u := w.planned.unit(name)
		for _, l := range u.Leaves {
			if l.Kind == suite.Point {
				for _, c := range l.Cases {
					out = append(out, decision{u, c})
				}
			}
		}
	}
	return out
}

// listWanted returns the points at which cases of the named units ask for tests of their
// callees, in the order of the cases, each once.
func (w *work) listWanted(names []string) []*strengthening {
	var out []*strengthening
	known := map[string]*strengthening{}
	for _, name := range names {
		u := w.planned.unit(name)
		for _, c := range u.Cases {
			for _, choice := range c.Stubs {
				q := w.planned.unit(choice.Callee)
				for _, point := range choice.Untested {
					key := q.Name + " " + point.String()
					s := known[key]
					if s == nil {
						s = &strengthening{unit: q, point: point}
						known[key], out = s, append(out, s)
					}
					if n := len(s.by); n == 0 || s.by[n-1].c != c {
						s.by = append(s.by, decision{u, c})
					}
				}
			}
		}
	}
	return out
}

// test adds leaves for the points, each with a case there, up to the limit. A point
// that is not a test case gets no leaf. It returns the points that the limit excludes.
func (w *work) test(ctx context.Context, wanted []*strengthening) (left []*strengthening) {
	limit := w.options.Strengthening
	if limit <= 0 {
		limit = MaxStrengthening
	}
	var units []*unit
	by := map[*unit][]*strengthening{}
	for _, s := range wanted {
		u := s.unit
		if u.Strengthening == nil {
			u.Strengthening = &plan.Strengthening{Limit: limit}
		}
		if u.Strengthening.Added+len(by[u]) >= limit {
			u.Strengthening.Left++
			left = append(left, s)
			continue
		}
		if by[u] == nil {
			units = append(units, u)
		}
		by[u] = append(by[u], s)
	}
	w.runParallel(ctx, len(units), func(ctx context.Context, i int) {
		u := units[i]
		for _, s := range by[u] {
			w.addLeaf(ctx, u, s)
		}
		w.planned.engine.Decider.Calls().ForgetTree(u.Name)
	})
	return left
}

// addLeaf adds a leaf for a point to a unit, where there is a test case.
func (w *work) addLeaf(ctx context.Context, u *unit, s *strengthening) {
	c := u.Tree.ConditionAt(s.point, u.At)
	leaf := &plan.Leaf{Leaf: suite.Leaf{Condition: c, Status: suite.HasCase}}
	for _, d := range s.by {
		leaf.For = append(leaf.For, d.c.ID)
	}
	made, known := w.memory.point(w.planned, s, leaf)
	if !known {
		w.markSolved(u)
		made = w.caseAt(ctx, s, leaf)
		if ctx.Err() == nil {
			w.memory.keepPoint(s, made)
		}
	}
	if made == nil {
		return
	}
	w.add(func() {
		u.Tree.Root.Children = append(u.Tree.Root.Children, c)
		leaf.Cases = []*plan.Case{made}
		u.Unit.Add(leaf)
		u.Cases = append(u.Cases, made)
		u.Strengthening.Added++
	})
}

// caseAt returns the case at a point; nil where the point is not a test case.
func (w *work) caseAt(ctx context.Context, s *strengthening, leaf *plan.Leaf) *plan.Case {
	found := w.planned.finder.evaluateCondition(ctx, s.unit, leaf.Condition, s.point.Map(), s.by[0].c.Sizes)
	if found.Outcome != solve.Case {
		return nil
	}
	made := &plan.Case{Case: suite.Case{ID: leaf.ID, Steps: suite.MakeSteps(s.unit.Name, s.point)}, Leaf: leaf}
	w.planned.finder.setSizes(s.unit, made, found.Sizes)
	if w.planned.finder.expect(ctx, s.unit, made); made.Witness == nil {
		return nil
	}
	return made
}

// sayLimit adds to the decisions that asked for a leaf that the limit excluded it.
func (s *strengthening) sayLimit() {
	for _, d := range s.by {
		for i := range d.c.Stubs {
			choice := &d.c.Stubs[i]
			asked := slices.ContainsFunc(choice.Untested, func(p spec.Values) bool { return p.Equal(s.point) })
			text := fmt.Sprintf("; %s has %d leaves from strengthening, as many as it may have", s.unit.Name,
				s.unit.Strengthening.Limit)
			if choice.Callee == s.unit.Name && asked && !strings.HasSuffix(choice.Reason, text) {
				choice.Reason += text
			}
		}
	}
}
