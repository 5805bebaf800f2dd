package planner

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// rejectedProblem returns the problem of finding a test case of a leaf on rejected inputs:
// inputs and a before-state, in the scope, for which the specification allows no
// outcome. After-states and outputs that equations determine are eliminated, as the
// oracle does, so that few quantifiers have to be negated. An outcome for which a term
// has no value is not allowed either.
func (f finder) rejectedProblem(u *unit, c *suite.Condition) solve.Problem {
	judge := f.engine.Oracle.Unit(u.Unit.Unit)
	problem := solve.Problem{Scope: u.Scope, Globals: f.system.Globals, Named: judge.Problem(0).Named}
	for _, v := range u.Tree.VIS {
		problem.Vars = append(problem.Vars, solve.Var{Var: v, Scoped: true})
	}
	conjuncts := []zed.Expr{u.Tree.Possible}
	late := u.Op.Late.Vars
	for i := range u.Op.Disjuncts {
		for _, part := range judge.Problems(i + 1) {
			enabled := append(slices.Clone(u.Tree.Valued[i]), f.system.Calculus.Eliminate(late, part.Pred))
			conjuncts = append(conjuncts, schema.Negate(schema.Conjoin(enabled)))
		}
	}
	for _, above := range c.Path()[1:] {
		conjuncts = append(conjuncts, above.Pred)
	}
	problem.Pred = schema.Conjoin(conjuncts)
	return problem
}

// isAllowed tells whether the specification is found to allow an outcome of a case. Such
// a case is not one on a rejected input.
func (f finder) isAllowed(ctx context.Context, u *unit, c *plan.Case) bool {
	return f.engine.WithSizes(c.Sizes).Oracle.Unit(u.Unit.Unit).Pre(ctx,
		u.Frame(c.Values().Map())).Compliance == oracle.Holds
}

// promisesNone returns the message that the promised refusal allows no outcome for a
// rejected input.
func promisesNone(u *unit, c *plan.Case) string {
	return fmt.Sprintf("what %s promises on rejected inputs, at %s, allows no outcome on %s", u.Name,
		u.Rejects.FullSpan().Pos(), c.Values())
}

// splitExercises returns the exercises in the valid input space, and those on rejected
// inputs. For the latter the specification has no parts to be exercised.
func splitExercises(done []plan.Exercise) (inside, refused []plan.Exercise) {
	for _, x := range done {
		if x.Case.Leaf.IsRejected() {
			refused = append(refused, x)
		} else {
			inside = append(inside, x)
		}
	}
	return inside, refused
}

// coverRefused finds the conditions on rejected inputs that no case meets.
func coverRefused(u *unit, done []plan.Exercise, out *plan.Coverage) {
	met := map[string]bool{}
	for _, x := range done {
		met[x.Case.Leaf.ID] = true
	}
	for _, l := range u.Leaves {
		switch {
		case !l.IsRejected():
			continue
		case met[l.ID]:
			out.Rejected.Exercised++
		default:
			out.AddGap(plan.Gap{Kind: plan.RejectedGap, ID: l.ID, Predicate: l.Shown, At: l.Span.Pos().String(),
				Never: plan.NeverMet, Status: l.Status})
		}
		out.Rejected.Of++
	}
}
