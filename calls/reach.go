package calls

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxPoints is the largest number of points of a reach that are enumerated. A reach
// with more counts as unknown, and each call is decided when it is made.
const maxPoints = 64

// Reach is the set of inputs and before-states with which a callee may be
// called at an occurrence.
type Reach struct {
	Points   []spec.Frame // frames of the callee in which only the inputs and the before-state are set
	Complete bool         // whether Points holds all points
	Solved   bool         // whether the solver was asked; if not, the case determines every value
	Reason   string       // why the list is not complete
	// Beyond has, for the indices of those points that only an unlucky answer of
	// another callee leads to, the description of that answer. It leaves the caller no
	// allowed result.
	Beyond map[int]string
}

// add adds a point, with the description of the answer that leads to it.
func (r *Reach) add(frame spec.Frame, why string) {
	if r.Beyond == nil {
		r.Beyond = map[int]string{}
	}
	r.Beyond[len(r.Points)] = why
	r.Points = append(r.Points, frame)
}

// Reach returns the inputs and before-states with which the callee may be called at the
// occurrence, in the given disjuncts, where u runs on the bound values: every variable
// that the case binds is replaced by its value, all others are quantified. It asks the
// solver for one further point after another. The list is complete only where the
// solver proves that there is no other point.
func (a *Analysis) Reach(ctx context.Context, u *spec.Unit, p *Occurrence, bound map[string]value.Value,
	disjuncts []int) Reach {
	if frame, ok := p.frame(bound); ok {
		if len(u.Op.Joined) > 0 && a.isRuledOut(ctx, u, p, bound, disjuncts) {
			return Reach{Complete: true, Solved: true}
		}
		return Reach{Points: []spec.Frame{frame}, Complete: true}
	}
	out := Reach{Complete: true, Solved: true}
	var found []zed.Expr // what excludes the points in the list
	for _, i := range disjuncts {
		for _, part := range a.partsWith(u, p, i) {
			if !part.open {
				return Reach{Solved: true,
					Reason: fmt.Sprintf("%s is called under a quantifier: only the call itself can tell with what",
						p.Occur.Schema)}
			}
			for {
				pred := schema.Conjoin(append([]zed.Expr{part.pred}, found...))
				answer := a.solver.Solve(ctx, solve.Problem{Vars: part.vars, Pred: pred, Bound: bound, Scope: u.Scope,
					Globals: a.system.Globals})
				if answer.Outcome != solve.Case {
					if answer.Outcome != solve.Unsatisfiable {
						out.Complete, out.Reason = false, "not every call can be foreseen: "+answer.Reason
					}
					break
				}
				for name, x := range bound {
					answer.Model[name] = x
				}
				frame, _ := p.frame(answer.Model)
				out.Points = append(out.Points, frame)
				found = append(found, p.differsFrom(frame, bound))
				if len(out.Points) >= maxPoints {
					return Reach{Points: out.Points, Solved: true,
						Reason: fmt.Sprintf("more than %d different calls of %s are possible here", maxPoints,
							p.Occur.Schema)}
				}
			}
		}
	}
	return out
}

// isRuledOut tells whether it is proved that none of the disjuncts is satisfied with the occurrence:
// one that is enabled may have alternatives without it.
func (a *Analysis) isRuledOut(ctx context.Context, u *spec.Unit, p *Occurrence, bound map[string]value.Value,
	disjuncts []int) bool {
	for _, i := range disjuncts {
		for _, part := range a.partsWith(u, p, i) {
			if !part.open || a.solver.Solve(ctx, solve.Problem{Vars: part.vars, Pred: part.pred, Bound: bound,
				Scope: u.Scope, Globals: a.system.Globals}).Outcome != solve.Unsatisfiable {
				return false
			}
		}
	}
	return true
}

// differsFrom returns the predicate that the callee is called with other values than
// those of a frame. Values that the case determines are left out, since they are the
// same in every call.
func (p *Occurrence) differsFrom(frame spec.Frame, bound map[string]value.Value) zed.Expr {
	var equal []zed.Expr
	for _, i := range p.Callee.Op.Early.At {
		if _, given := bound[p.names[i]]; !given {
			equal = append(equal, value.Equation(p.names[i], p.Callee.Op.Vars[i].Type, frame[i]))
		}
	}
	return zed.Negation(schema.Conjoin(equal))
}

// FindCalls returns reach(a) for all occurrences of q in u: the inputs and before-states
// with which u may call q on the given values, and whether these are all.
func (a *Analysis) FindCalls(ctx context.Context, u, q *spec.Unit,
	values spec.Values) (calls []spec.Values, complete bool) {
	complete = true
	bound := values.Map()
	standings := a.oracle.Unit(u).Enablings(ctx, u.Frame(bound))
	for _, p := range a.Occurrences(u) {
		holding := p.EnabledDisjuncts(standings)
		if p.Callee != q || len(holding) == 0 {
			continue
		}
		points := a.Reach(ctx, u, p, bound, holding)
		complete = complete && points.Complete
		for _, frame := range points.Points {
			calls = append(calls, q.CallValues(frame))
		}
	}
	return calls, complete
}
