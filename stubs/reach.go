package stubs

import (
	"context"
	"fmt"

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
	solved   bool            // the solver was asked; otherwise the case gives every value
	reason   string          // why it is not complete
	// beyond says of points of the list, by their index, which answer of another
	// callee leads to them, and leaves the caller no allowed result.
	beyond map[int]string
}

// add adds a point that an answer leads to.
func (r *reach) add(frame []value.Value, why string) {
	if r.beyond == nil {
		r.beyond = map[int]string{}
	}
	r.beyond[len(r.list)] = why
	r.list = append(r.list, frame)
}

// reach returns the inputs and before-states with which the callee may be
// called at the occurrence, in the given disjuncts, where u runs on the bound
// values: every variable that the case binds is replaced by its value, all
// others are quantified. A point is asked for until none is left beside those
// that were found; only a proof that none is makes the list complete.
func (d *Decider) reach(ctx context.Context, u *spec.Unit, p *place, bound map[string]value.Value, disjuncts []int) reach {
	if frame, ok := p.frame(bound); ok {
		return reach{list: [][]value.Value{frame}, complete: true}
	}
	out := reach{complete: true, solved: true}
	var found []zed.Expr // what excludes the points in the list
	for _, i := range disjuncts {
		for _, part := range d.opened(u, p, i) {
			if !part.open {
				return reach{solved: true, reason: fmt.Sprintf("%s is called under a quantifier: only the call itself can tell with what", p.occur.Schema)}
			}
			for {
				pred := schema.Conjoin(append([]zed.Expr{part.pred}, found...))
				answer := d.solver.Solve(ctx, solve.Problem{Vars: part.vars, Pred: pred, Bound: bound, Scope: u.Scope, Globals: d.system.Globals})
				if answer.Outcome != solve.Case {
					if answer.Outcome != solve.Unsatisfiable {
						out.complete, out.reason = false, "not every call can be foreseen: "+answer.Reason
					}
					break
				}
				for name, x := range bound {
					answer.Model[name] = x
				}
				frame, _ := p.frame(answer.Model)
				out.list = append(out.list, frame)
				found = append(found, p.elsewhere(frame, bound))
				if len(out.list) >= maxPoints {
					return reach{list: out.list, solved: true, reason: fmt.Sprintf("more than %d different calls of %s are possible here", maxPoints, p.occur.Schema)}
				}
			}
		}
	}
	return out
}

// elsewhere says that the callee is called with something else than a frame has;
// what the case binds is the same in every call.
func (p *place) elsewhere(frame []value.Value, bound map[string]value.Value) zed.Expr {
	var equal []zed.Expr
	for _, i := range p.early {
		if _, given := bound[p.names[i]]; !given {
			equal = append(equal, equals(p.names[i], p.callee.Op.Vars[i].Type, frame[i]))
		}
	}
	return &zed.Logic{Info: boolean(), Op: zed.Not, Args: []zed.Expr{schema.Conjoin(equal)}}
}

// boolean is what a predicate has that was not written anywhere.
func boolean() zed.Info { return zed.Info{Type: zed.BoolType{}} }

// equals says that a variable has a value.
func equals(name string, t zed.Type, v value.Value) zed.Expr {
	return &zed.Op{Info: boolean(), Op: zed.Equal, Args: []zed.Expr{local(name, t), value.Literal(v, t)}}
}

// local refers to a variable.
func local(name string, t zed.Type) zed.Expr {
	return &zed.Ref{Info: zed.Info{Type: t}, Name: name, Kind: zed.Local}
}

func frameOf(vars []zed.Var, values map[string]value.Value) []value.Value {
	frame := make([]value.Value, len(vars))
	for i, v := range vars {
		frame[i] = values[v.Name]
	}
	return frame
}
