package runner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/host"
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
	for r := range run.All() {
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

// find returns what the earlier run found of an attempt: the case is planned as it was then, the same program, which
// declares to read the same, ran it, and there was a verdict. It returns nil where there is nothing.
func (e *earlier) find(a *attempt) *result.Result {
	p := a.unit.program
	if e == nil || e.charged[a.c.ID] || e.run.Programs[p.Name()] != p.Hash() ||
		e.run.Reads[p.Name()] != host.ReadsOf(p) || e.run.Arguments[p.Name()] != host.ArgumentsOf(p) {
		return nil
	}
	r := e.cases[a.c.ID]
	if r == nil || r.Digest != a.c.Digest || r.Verdict == result.Blocked {
		return nil
	}
	of := *r
	if of.From == "" {
		of.From = e.run.Started
	}
	return &of
}

// findCached returns the pass of an earlier run that stands for an attempt; nil where none does.
func findCached(x *execution, a *attempt) *result.Result {
	if x.options.Cached == nil {
		return nil
	}
	p := a.unit.program
	return x.options.Cached(Wanted{Case: a.c.Case, Unit: a.unit.plan.Name, SUT: p.Name(), SHA256: p.Hash(),
		Reads: host.ReadsOf(p), Verdict: x.results.verdictOf})
}

// takeOver takes the result of an attempt over from an earlier run, and tells whether it did: from the one that this
// run goes on with, else a pass from any that is kept. The decisions must be the same. What is not wholly in a result
// runs again: a case in which a callee was charged, that was led to its state, or that a table answered.
func takeOver(x *execution, a *attempt) bool {
	c := a.c
	if c.drawn != nil || a.way != nil || c.Digest == "" {
		return false
	}
	r := x.earlier.find(a)
	if r == nil {
		r = findCached(x, a)
	}
	if r == nil || len(r.Way) > 0 || r.Instead || !slices.EqualFunc(r.Stubs, a.stubs, isSameStub) ||
		slices.ContainsFunc(r.Stubs, isTable) || isLeftOut(r.Trace) {
		return false
	}
	of := *r
	x.results.shared.Share(&of)
	of.Support, of.Replay = !a.selected, x.replay(c)
	x.usage.noteJudged(a.unit.plan.Name)
	x.usage.noteRecorded(of.Trace)
	if !c.Open || of.Verdict != result.Pass {
		x.certs.note(a.unit.plan.Name, c.Leaf.ID, of.Verdict, a.choices)
	}
	x.results.emit(&of, c, a.stubsJSON, nil)
	return true
}

// noteChangedReads notes which programs had what they declare to read changed while cases ran, so that no later run
// takes over a pass of this one.
func noteChangedReads(x *execution) {
	for _, name := range keys(x.programs) {
		if p := x.programs[name]; !host.HasSameReads(p) {
			x.results.recordChangedReads(name)
		}
	}
}

// listMended returns a finding for each case that passed though it is kept since it has failed.
func listMended(x *execution) []string {
	out := []string{}
	for _, id := range keys(x.options.Kept) {
		if x.results.verdictOf(id) == result.Pass {
			out = append(out, fmt.Sprintf("the failure that is kept at %s passes: %s runs first until a person removes it there",
				x.options.Kept[id], id))
		}
	}
	return out
}

// isSameStub tells whether the same stood in for the same callee. Reasons may be put in other words.
func isSameStub(s, t result.Stub) bool {
	return s.Callee == t.Callee && s.Occurrence == t.Occurrence && s.Planned == t.Planned && s.Decision == t.Decision &&
		s.Leaf == t.Leaf
}

func isTable(s result.Stub) bool { return s.Decision == result.Manual }

// isLeftOut tells whether a callee answered a call where it is not certified since cases were left out: whether it is
// in this run is found by running the case again.
func isLeftOut(calls []*result.Call) bool {
	return slices.ContainsFunc(calls, func(c *result.Call) bool { return c.LeftOut || isLeftOut(c.Calls) })
}

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
