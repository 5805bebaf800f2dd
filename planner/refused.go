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

// refused asks for a test case of a leaf on rejected inputs: inputs and a
// before-state, in the scope, for which the specification allows no outcome. It
// is taken apart as the oracle does, after-states and outputs eliminated where
// equations give them, so that few quantifiers are left to negate. Where a term of
// it has no value, it allows none either.
func (f finder) refused(u *unit, c *suite.Condition) solve.Problem {
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

// allowed tells whether the specification is found to allow an outcome of a case,
// which is then no case on a rejected input.
func (f finder) allowed(ctx context.Context, u *unit, c *plan.Case) bool {
	return f.engine.At(c.Sizes).Oracle.Unit(u.Unit.Unit).Pre(ctx, u.Frame(c.Values().Map())).Compliance == oracle.Holds
}

// promisesNone says that a refusal allows no outcome on a rejected input.
func promisesNone(u *unit, c *plan.Case) string {
	return fmt.Sprintf("what %s promises on rejected inputs, at %s, allows no outcome on %s", u.Name,
		u.Rejects.All().Pos(), c.Values())
}

// splitExercises returns the exercises of the valid input space, and those on rejected
// inputs: there the specification says nothing that a case could exercise.
func splitExercises(done []plan.Exercise) (inside, refused []plan.Exercise) {
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
func coverRefused(u *unit, done []plan.Exercise, out *plan.Coverage) {
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
			out.Missed(plan.Gap{Kind: plan.RejectedGap, ID: l.ID, Predicate: l.Shown, At: l.Span.Pos().String(),
				Never: plan.NeverMet, Status: l.Status})
		}
		out.Rejected.Of++
	}
}
