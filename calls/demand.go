package calls

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Demands returns, for each callee that the unit uses, how many calls of it the case
// demands. Only enabled disjuncts count: those whose precondition holds on the case.
// Since one disjunct has to be enabled, one for which that is not known may only lower
// the demand.
func (c *Case) Demands() map[string]result.Demand {
	out := map[string]result.Demand{}
	a, ctx, u, bound := c.analysis, c.ctx, c.unit, c.values.Map()
	standings := a.oracle.Unit(u).Enablings(ctx, u.Frame(bound))
	unsaid := a.GreyBoxCallees(u)
	for _, name := range u.Uses {
		if slices.Contains(unsaid, name) {
			continue // the schema says nothing of its calls
		}
		sum, first := result.Demand{}, true
		for i, standing := range standings {
			if standing == oracle.Disabled {
				continue
			}
			one := demands{a}.demand(ctx, u, name, i, bound)
			if first {
				sum, first = one, false
			}
			sum = result.Demand{Least: min(sum.Least, one.Least), Most: max(sum.Most, one.Most)}
		}
		if first {
			sum.Most = result.Unlimited
		}
		out[name] = sum
	}
	return out
}

// demands counts the calls that disjuncts contain.
type demands struct{ analysis *Analysis }

// demand returns how many calls of a callee a disjunct (from 0) contains.
func (a demands) demand(ctx context.Context, u *spec.Unit, name string, disjunct int,
	bound map[string]value.Value) result.Demand {
	places := a.analysis.placesIn(u, name, disjunct)
	if len(places) == 0 {
		return result.Demand{}
	}
	out := result.Demand{Least: result.Unlimited, Most: len(places)}
	problems := a.analysis.oracle.Unit(u).Problems(disjunct + 1)
	for _, p := range problems {
		p.Bound = bound
		least, closed := a.leastCalls(ctx, p, places)
		if closed {
			out.Most = result.Unlimited
		}
		if least < out.Least && (len(problems) == 1 || a.analysis.solver.Solve(ctx, p).Outcome != solve.Unsatisfiable) {
			out.Least = least
		}
	}
	if out.Least == result.Unlimited {
		out.Least = 0
	}
	return out
}

// leastCalls returns the smallest number of calls with which a part of a disjunct can be
// satisfied. Occurrences that may stand for the same call count once. closed says that
// one of them stands where no model gives its values.
func (a demands) leastCalls(ctx context.Context, p solve.Problem, places []*Occurrence) (least int, closed bool) {
	opened := p
	var sure []*Occurrence
	for _, at := range places {
		if !oracle.HasOccurrence(p.Pred, at.Occur) {
			continue
		}
		if exposed, ok := oracle.Expose(opened, at.Occur); ok {
			opened, sure = exposed, append(sure, at)
			continue
		}
		closed = true
		without := p
		without.Pred = oracle.Replace(p.Pred, false, at.is)
		if least == 0 && a.analysis.solver.Solve(ctx, without).Outcome == solve.Unsatisfiable {
			least = 1
		}
	}
	if len(sure) > 0 {
		least = 1
	}
	if len(sure) > 1 && a.excludeEachOther(ctx, opened, sure) {
		least = len(sure)
	}
	return least, closed
}

// excludeEachOther tells whether it is proved that no two of some occurrences of one
// callee can stand for the same call.
func (a demands) excludeEachOther(ctx context.Context, p solve.Problem, places []*Occurrence) bool {
	for i, one := range places {
		for _, b := range places[:i] {
			same := []zed.Expr{p.Pred}
			for _, k := range one.Callee.Op.Early.At {
				if one.names[k] != b.names[k] {
					t := one.Callee.Op.Vars[k].Type
					same = append(same, makeEqual(one.names[k], b.names[k], t))
				}
			}
			both := p
			both.Pred = schema.Conjoin(same)
			if len(same) == 1 || a.analysis.solver.Solve(ctx, both).Outcome != solve.Unsatisfiable {
				return false
			}
		}
	}
	return true
}
