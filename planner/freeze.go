package planner

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Freeze returns a table for each callee that a stub made from its specification stands
// in for, in some case of the given units (of all units where none is given). A table
// has the stub's answers, under the seed, to the calls that are possible in these cases
// and to those that a run recorded there. The run may be nil.
func (p *Planned) Freeze(ctx context.Context, run *result.Run, seed int64, units []string) []plan.Table {
	var out []plan.Table
	for _, u := range p.Units {
		if len(units) > 0 && !slices.Contains(units, u.Name) {
			continue
		}
		for _, callee := range u.Uses {
			if t, stubbed := p.freezeOne(ctx, run, u, p.System.Unit(callee), seed); stubbed {
				out = append(out, t)
			}
		}
	}
	return out
}

// freezeOne returns the table of q's stub for u, and whether there is such a stub.
func (p *Planned) freezeOne(ctx context.Context, run *result.Run, u *plan.Unit, q *spec.Unit,
	seed int64) (t plan.Table, stubbed bool) {
	t = plan.Table{Caller: u.Name, Callee: q.Name, Seed: seed}
	var calls []spec.Values
	for _, c := range u.Cases {
		replaced := slices.ContainsFunc(c.Stubs, func(ch result.Choice) bool {
			return ch.Callee == q.Name && (ch.Decision == result.Spec || ch.Decision == result.ByCall)
		})
		if !replaced {
			continue
		}
		stubbed = true
		points, complete := p.engine.WithSizes(c.Sizes).Decider.Calls().FindCalls(ctx, u.UnitFor(c.Leaf), q, c.Values())
		calls = append(calls, points...)
		if !complete {
			t.Open = append(t.Open, c.ID)
		}
	}
	if run != nil {
		for r := range run.All() {
			calls = append(calls, findStubbedCalls(r.Trace, u.Name, q.Name)...)
			stubbed = stubbed || len(calls) > 0
		}
	}
	t.Rows, t.Left = p.engine.Decider.Freeze(ctx, u.Unit, q, calls, seed)
	return t, stubbed && len(t.Rows)+len(t.Left)+len(t.Open) > 0
}

// findStubbedCalls returns those calls of a callee by a caller that a stub made from the
// callee's specification answered.
func findStubbedCalls(calls []*result.Call, caller, callee string) []spec.Values {
	var out []spec.Values
	for _, c := range calls {
		if c.Caller == caller && c.Unit == callee && c.Decision == result.Spec && !c.Open {
			out = append(out, append(slices.Clone(c.Before), c.Args...))
		}
		out = append(out, findStubbedCalls(c.Calls, caller, callee)...)
	}
	return out
}
