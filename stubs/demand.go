package stubs

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

// Demands returns, for each callee that u uses, how many calls of it belong to a
// run on the given inputs and before-state. A disjunct is enabled where its
// precondition holds there; one of which that is not known counts as far as it
// takes away, for one has to be enabled.
func (d *Decider) Demands(ctx context.Context, u *spec.Unit, values spec.Values) map[string]result.Demand {
	out := map[string]result.Demand{}
	bound := values.Map()
	standings := d.oracle.Unit(u).Enabled(ctx, frameOf(u.Op.Vars, bound))
	unsaid := hooks(d.system, u)
	for _, name := range u.Uses {
		if slices.Contains(unsaid, name) {
			continue // the schema says nothing of its calls
		}
		sum, first := result.Demand{}, true
		for i, standing := range standings {
			if standing == oracle.Disabled {
				continue
			}
			one := d.demand(ctx, u, name, i, bound)
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

// demand tells how many calls of a callee a disjunct (from 0) has.
func (d *Decider) demand(ctx context.Context, u *spec.Unit, name string, disjunct int, bound map[string]value.Value) result.Demand {
	places := d.placesIn(u, name, disjunct)
	if len(places) == 0 {
		return result.Demand{}
	}
	out := result.Demand{Least: result.Unlimited, Most: len(places)}
	problems := d.oracle.Unit(u).Problems(disjunct + 1)
	for _, p := range problems {
		p.Bound = bound
		least, closed := d.least(ctx, p, places)
		if closed {
			out.Most = result.Unlimited
		}
		if least < out.Least && (len(problems) == 1 || d.solver.Solve(ctx, p).Outcome != solve.Unsatisfiable) {
			out.Least = least
		}
	}
	if out.Least == result.Unlimited {
		out.Least = 0
	}
	return out
}

// least tells how many calls a part of a disjunct cannot do without. Occurrences
// that may stand for one call count once; closed says that one of them stands
// where no model gives its values.
func (d *Decider) least(ctx context.Context, p solve.Problem, places []*place) (least int, closed bool) {
	opened := p
	var sure []*place
	for _, at := range places {
		if !oracle.Within(p.Pred, at.occur) {
			continue
		}
		if exposed, ok := oracle.Expose(opened, at.occur); ok {
			opened, sure = exposed, append(sure, at)
			continue
		}
		closed = true
		without := p
		without.Pred = oracle.Replace(p.Pred, false, at.is)
		if least == 0 && d.solver.Solve(ctx, without).Outcome == solve.Unsatisfiable {
			least = 1
		}
	}
	if len(sure) > 0 {
		least = 1
	}
	if len(sure) > 1 && d.apart(ctx, opened, sure) {
		least = len(sure)
	}
	return least, closed
}

// apart tells whether no two of some occurrences of one callee can stand for the
// same call.
func (d *Decider) apart(ctx context.Context, p solve.Problem, places []*place) bool {
	for i, a := range places {
		for _, b := range places[:i] {
			same := []zed.Expr{p.Pred}
			for _, k := range a.early {
				if a.names[k] != b.names[k] {
					t := a.callee.Op.Vars[k].Type
					same = append(same, &zed.Op{Info: boolean(), Op: zed.Equal, Args: []zed.Expr{local(a.names[k], t), local(b.names[k], t)}})
				}
			}
			one := p
			one.Pred = schema.Conjoin(same)
			if len(same) == 1 || d.solver.Solve(ctx, one).Outcome != solve.Unsatisfiable {
				return false
			}
		}
	}
	return true
}
