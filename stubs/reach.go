package stubs

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxPoints is how many points of a reach are looked at before it counts as
// unknown: where a case leaves a callee more freedom than this, the call
// itself has to decide.
const maxPoints = 64

// reach is the set of inputs and before-states with which a callee may be
// called at an occurrence.
type reach struct {
	list     [][]value.Value // frames of the callee; only inputs and before-state are set
	complete bool            // the list holds all of them
	reason   string          // why it does not
}

// holds returns the disjuncts that hold the occurrence and are enabled or may
// be, and whether any of them is not settled.
func holds(u *spec.Unit, o *zed.Occur, standings []oracle.Standing) (indices []int, unknown bool) {
	for i, dis := range u.Op.Disjuncts {
		if standings[i] == oracle.Disabled {
			continue
		}
		for _, c := range dis.Conjuncts {
			if within(c, o) {
				indices = append(indices, i)
				unknown = unknown || standings[i] == oracle.Unsettled
				break
			}
		}
	}
	return indices, unknown
}

// within tells whether the occurrence stands in e.
func within(e zed.Expr, o *zed.Occur) bool {
	if other, ok := e.(*zed.Occur); ok {
		return other.Schema == o.Schema && other.Index == o.Index
	}
	for _, c := range zed.Children(e) {
		if within(c, o) {
			return true
		}
	}
	return false
}

// reach returns the inputs and before-states with which the callee may be
// called at the occurrence, in the given disjuncts, where u runs on the bound
// values: every variable that the case binds is replaced by its value, all
// others are quantified.
func (d *Decider) reach(ctx context.Context, u *spec.Unit, o *zed.Occur, bound map[string]value.Value, disjuncts []int) reach {
	out := reach{complete: true}
	seen := map[string]bool{}
	add := func(values map[string]value.Value) bool {
		frame := make([]value.Value, len(o.Vars))
		for i, v := range o.Vars {
			switch schema.RoleOf(o.Vars, v.Name) {
			case schema.Before, schema.Input:
				x, ok := values[v.Name]
				if !ok {
					return false
				}
				frame[i] = x
			}
		}
		key := value.OfTuple(frame...).Key()
		if !seen[key] {
			seen[key] = true
			out.list = append(out.list, frame)
		}
		return true
	}
	if add(bound) {
		return out
	}
	for _, i := range disjuncts {
		for _, p := range d.oracle.Unit(u).Problems(i + 1) {
			vars, pred, ok := opened(p.Pred, p.Vars, o)
			if !ok {
				return reach{reason: fmt.Sprintf("%s is called under a quantifier: only the call itself can tell with what", o.Schema)}
			}
			for answer := range d.solver.All(ctx, solve.Problem{Vars: vars, Pred: pred, Bound: bound, Scope: u.Scope, Globals: d.system.Globals}) {
				if answer.Outcome != solve.Case {
					if answer.Outcome != solve.Unsatisfiable {
						out.complete, out.reason = false, "not every call can be foreseen: "+answer.Reason
					}
					break
				}
				for name, x := range bound {
					answer.Model[name] = x
				}
				add(answer.Model)
				if len(out.list) >= maxPoints {
					return reach{list: out.list, reason: fmt.Sprintf("more than %d different calls of %s are possible here", maxPoints, o.Schema)}
				}
			}
		}
	}
	return out
}

// opened makes the variables of the existential quantifiers around an
// occurrence free, so that a model gives their values. It fails where the
// occurrence stands under another quantifier.
func opened(pred zed.Expr, vars []solve.Var, o *zed.Occur) ([]solve.Var, zed.Expr, bool) {
	var rest []zed.Expr
	for _, c := range schema.Conjuncts(pred) {
		if _, direct := c.(*zed.Occur); direct || !within(c, o) {
			rest = append(rest, c)
			continue
		}
		q, ok := c.(*zed.Quant)
		if !ok || q.Q != zed.Exists {
			return nil, nil, false
		}
		body, declared := schema.Open(q)
		vars = slices.Clip(vars) // the caller's, which others read
		for _, v := range declared {
			vars = append(vars, solve.Var{Var: v})
		}
		var inner zed.Expr
		if vars, inner, ok = opened(body, vars, o); !ok {
			return nil, nil, false
		}
		rest = append(rest, inner)
	}
	return vars, schema.Conjoin(rest), true
}

func frameOf(vars []zed.Var, values map[string]value.Value) []value.Value {
	frame := make([]value.Value, len(vars))
	for i, v := range vars {
		frame[i] = values[v.Name]
	}
	return frame
}
