package planner

import (
	"context"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
)

const (
	equalSteps = 500 // the solver's budget for a case that differs from an existing one
	maxUnlike  = 24  // the number of cases from which it has to differ
)

// distinguish replaces the case of a leaf that has the same inputs and before-state as
// a case of another leaf, where the leaf has other cases. Leaves that overlap may have
// one model in common, and a program should not run twice on it.
func (w *work) distinguish(ctx context.Context, u *unit) {
	var before []*plan.Case
	for _, leaf := range u.Leaves {
		for i, c := range leaf.Cases {
			if c.Own || leaf.IsRejected() || !hasSameValues(before, c) {
				continue
			}
			if other := w.planned.finder.findDifferentCase(ctx, u, leaf, i, before); other != nil && !cutShort(ctx) {
				w.add(func() { leaf.Cases[i] = other })
			}
		}
		before = append(before, leaf.Cases...)
	}
}

// hasSameValues tells whether a case has the same values as one of the others.
func hasSameValues(others []*plan.Case, c *plan.Case) bool {
	for _, other := range others {
		if other.Values().Equal(c.Values()) && other.Sizes.String() == c.Sizes.String() {
			return true
		}
	}
	return false
}

// findDifferentCase returns a case of a leaf to replace the one at an index, with values that
// neither the cases in `before` nor the other cases of the leaf have; nil where none is
// found in a few steps.
func (f finder) findDifferentCase(ctx context.Context, u *unit, leaf *plan.Leaf, at int,
	before []*plan.Case) *plan.Case {
	var others []zed.Expr
	for _, list := range [][]*plan.Case{leaf.Cases, before} {
		for _, c := range list {
			if len(others) < maxUnlike {
				others = append(others, excludeModel(u.Tree.VIS, c.Values().Map()))
			}
		}
	}
	problem := f.problem(u, leaf.Condition)
	problem.Steps = equalSteps
	answer := f.ask(ctx, u, leaf.Condition, problem, others)
	if answer.Outcome != solve.Case {
		return nil
	}
	answer = f.choose(ctx, u, leaf, others, answer, earlierModels{})
	made, _ := f.certifyModel(ctx, u, leaf, at, answer.Model, answer.Sizes)
	if made == nil || made.Open || hasSameValues(before, made) {
		return nil
	}
	return made
}
