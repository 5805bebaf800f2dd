package planner

import (
	"context"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
)

const (
	equalSteps = 500 // of the solver, for another case than one that is there already
	maxUnlike  = 24  // cases that it is to be unlike
)

// distinguish gives a leaf another case where that which was found has the inputs and
// before-state of a case of another leaf, and the leaf has others: leaves that stand side by side
// overlap, and a program is not to run twice on the same.
func (w *work) distinguish(ctx context.Context, u *unit) {
	var before []*plan.Case
	for _, leaf := range u.Leaves {
		for i, c := range leaf.Cases {
			if c.Own || leaf.Refused() || !like(before, c) {
				continue
			}
			if other := w.planned.finder.unlike(ctx, u, leaf, i, before); other != nil && !cutShort(ctx) {
				w.add(func() { leaf.Cases[i] = other })
			}
		}
		before = append(before, leaf.Cases...)
	}
}

// like tells whether a case has the values of one of others.
func like(others []*plan.Case, c *plan.Case) bool {
	for _, other := range others {
		if other.Values().Equal(c.Values()) && other.Sizes.String() == c.Sizes.String() {
			return true
		}
	}
	return false
}

// unlike returns another case of a leaf in the place of one, with other values than the cases
// before it and the others of the leaf; nil where none is found soon.
func (f finder) unlike(ctx context.Context, u *unit, leaf *plan.Leaf, at int, before []*plan.Case) *plan.Case {
	var others []zed.Expr
	for _, list := range [][]*plan.Case{leaf.Cases, before} {
		for _, c := range list {
			if len(others) < maxUnlike {
				others = append(others, excluding(u.Tree.VIS, c.Values().Map()))
			}
		}
	}
	problem := f.problem(u, leaf.Condition)
	problem.Steps = equalSteps
	answer := f.ask(ctx, u, leaf.Condition, problem, others)
	if answer.Outcome != solve.Case {
		return nil
	}
	answer = f.choose(ctx, u, leaf, others, answer)
	made, _ := f.certified(ctx, u, leaf, at, answer.Model, answer.Sizes)
	if made == nil || made.Open || like(before, made) {
		return nil
	}
	return made
}
