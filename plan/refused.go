package plan

import (
	"context"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// refused asks for a test case of a leaf on rejected inputs: inputs and a
// before-state, in the scope, for which the specification allows no outcome.
func (p *Plan) refused(u *Unit, c *tactics.Condition) solve.Problem {
	var conjuncts []zed.Expr
	for _, above := range c.Path() {
		conjuncts = append(conjuncts, above.Pred)
	}
	return p.inputs(u, conjuncts)
}

// inputs asks for values of the variables of the valid input space.
func (p *Plan) inputs(u *Unit, conjuncts []zed.Expr) solve.Problem {
	problem := solve.Problem{Scope: u.Scope, Globals: p.System.Globals, Pred: schema.Conjoin(conjuncts)}
	for _, v := range u.Tree.VIS {
		problem.Vars = append(problem.Vars, solve.Var{Var: v, Scoped: true})
	}
	return problem
}

// maxCandidates is how many inputs of a leaf on rejected inputs are tried one by
// one where the solver cannot tell for all at once.
const maxCandidates = 64

// candidate goes through inputs of a leaf on rejected inputs for one of which the
// oracle can tell that the specification allows no outcome. It returns nil where
// there is none among the first.
func (p *Plan) candidate(ctx context.Context, u *Unit, c *tactics.Condition, excluded []zed.Expr) map[string]value.Value {
	conjuncts := append([]zed.Expr{u.Tree.Possible}, excluded...)
	for _, above := range c.Path()[1:] {
		conjuncts = append(conjuncts, above.Pred)
	}
	judge := p.engine.Oracle.Unit(u.Unit)
	n := 0
	for answer := range p.engine.Solver.All(ctx, p.inputs(u, conjuncts)) {
		if n++; answer.Outcome != solve.Case || n > maxCandidates {
			return nil
		}
		if judge.Pre(ctx, frameOf(u, spec.Of(u.Tree.VIS, answer.Model))).Verdict == oracle.Violated {
			return answer.Model
		}
	}
	return nil
}

// promised reports a refusal that allows no outcome for a case.
func promised(u *Unit, c *Case) error {
	return source.Errorf(u.Rejects.All(), "what %s promises on rejected inputs allows no outcome on %s, which %s rejects: expected a predicate that can hold of its outputs, with the state as it was",
		u.Name, c.Values, u.Schema)
}

// apart returns the exercises of the valid input space, and those on rejected
// inputs: there the specification says nothing that a case could exercise.
func apart(done []Exercise) (inside, refused []Exercise) {
	for _, x := range done {
		if x.Case.Leaf.Refused() {
			refused = append(refused, x)
		} else {
			inside = append(inside, x)
		}
	}
	return inside, refused
}

// coverRefused finds the conditions on rejected inputs that no case meets.
func coverRefused(u *Unit, done []Exercise, out *Coverage) {
	met := map[string]bool{}
	for _, x := range done {
		met[x.Case.Leaf.ID] = true
	}
	for _, l := range u.Leaves {
		switch {
		case !l.Refused():
			continue
		case met[l.ID]:
			out.Rejected.Exercised++
		default:
			out.missed(Gap{Kind: RejectedGap, ID: l.ID, Predicate: l.Shown, At: l.Span.Pos().String(), Never: NeverMet, Status: l.Status})
		}
		out.Rejected.Of++
	}
}
