package runner

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// earlier has the results of an earlier run, of which those are taken over that this run would find again.
type earlier struct {
	run     *result.Run
	cases   map[string]*result.Result
	charged map[string]bool // the cases in which a callee was charged
}

// newEarlier returns what an earlier run found; nil where there is none.
func newEarlier(run *result.Run) *earlier {
	if run == nil {
		return nil
	}
	e := &earlier{run: run, cases: map[string]*result.Result{}, charged: map[string]bool{}}
	for _, r := range run.Results {
		if in := result.CaseOf(r.Case); in != r.Case {
			e.charged[in] = true
		} else {
			e.cases[r.Case] = r
		}
	}
	return e
}

// startOf returns when a run began; "" for nil.
func startOf(run *result.Run) string {
	if run == nil {
		return ""
	}
	return run.Started
}

// takeOver takes the result of an attempt over from the earlier run, and tells whether it did: the case is planned
// as it was then, the same program ran it under the same decisions, and there was a verdict. What is not wholly in
// a result runs again: a case in which a callee was charged, that was led to its state, or that a table answered.
func (e *earlier) takeOver(x *execution, a *attempt) bool {
	c := a.c
	if e == nil || c.drawn != nil || a.way != nil || c.Digest == "" || e.charged[c.ID] ||
		e.run.Programs[a.unit.program.Name()] != a.unit.program.Hash() {
		return false
	}
	r := e.cases[c.ID]
	if r == nil || r.Digest != c.Digest || r.Verdict == result.Blocked || len(r.Way) > 0 || r.Instead ||
		!slices.EqualFunc(r.Stubs, a.stubs, isSameStub) || slices.ContainsFunc(r.Stubs, isTable) {
		return false
	}
	of := *r
	of.Support, of.Replay = !a.selected, x.replay(c)
	if of.From == "" {
		of.From = e.run.Started
	}
	x.usage.noteJudged(a.unit.plan.Name)
	x.usage.noteRecorded(of.Trace)
	if !c.Open || of.Verdict != result.Pass {
		x.certs.note(a.unit.plan.Name, c.Leaf.ID, of.Verdict, a.choices)
	}
	x.results.emit(&of, c, a.stubsJSON, nil)
	return true
}

// isSameStub tells whether the same stood in for the same callee. Reasons may be put in other words.
func isSameStub(s, t result.Stub) bool {
	return s.Callee == t.Callee && s.Occurrence == t.Occurrence && s.Planned == t.Planned && s.Decision == t.Decision &&
		s.Leaf == t.Leaf
}

func isTable(s result.Stub) bool { return s.Decision == result.Manual }

// noteRecorded records the calls of a result.
func (g *usage) noteRecorded(calls []*result.Call) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for calls := [][]*result.Call{calls}; len(calls) > 0; {
		list := calls[len(calls)-1]
		calls = calls[:len(calls)-1]
		for _, c := range list {
			g.edges[edge{c.Caller, c.Unit}] = true
			calls = append(calls, c.Calls)
		}
	}
}

// order returns the units in the order in which they are run: that of the plan, but in each layer those first that
// have a case that is to be run first.
func (s *selection) order() []*plan.Unit {
	if len(s.options.First) == 0 {
		return s.plan.Units
	}
	out := slices.Clone(s.plan.Units)
	isFirst := map[string]bool{}
	for id := range s.options.First {
		unit, _, _ := strings.Cut(id, "/")
		isFirst[unit] = true
	}
	slices.SortStableFunc(out, func(a, b *plan.Unit) int {
		if a.Layer != b.Layer {
			return a.Layer - b.Layer
		}
		return rank(isFirst[a.Name]) - rank(isFirst[b.Name])
	})
	return out
}

// rank returns 0 for what comes first, and 1 for what does not.
func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}

// firstFirst returns cases of a unit, those that are to be run first before the others.
func (s *selection) firstFirst(cases []numbered) []numbered {
	if len(s.options.First) > 0 {
		slices.SortStableFunc(cases, func(a, b numbered) int {
			return rank(s.options.First[a.ID]) - rank(s.options.First[b.ID])
		})
	}
	return cases
}
