package planner

import (
	"context"
	"fmt"
	"strings"

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
	before := casesBefore{values: map[string]bool{}}
	for _, leaf := range u.Leaves {
		for i, c := range leaf.Cases {
			if c.Own || leaf.IsRejected() || !before.haveValuesOf(c) {
				continue
			}
			if other := w.planned.finder.findDifferentCase(ctx, u, leaf, i, before); other != nil && !cutShort(ctx) {
				w.add(func() { leaf.Cases[i] = other })
			}
		}
		before.add(leaf.Cases)
	}
}

// casesBefore are the cases of the leaves before one.
type casesBefore struct {
	list   []*plan.Case
	values map[string]bool // the values of each, with its sizes
}

// add adds cases.
func (b *casesBefore) add(cases []*plan.Case) {
	for _, c := range cases {
		b.values[writeKey(c)] = true
	}
	b.list = append(b.list, cases...)
}

// haveValuesOf tells whether one of the cases has the same values as a case.
func (b *casesBefore) haveValuesOf(c *plan.Case) bool { return b.values[writeKey(c)] }

// writeKey writes the values and sizes of a case as a text that only cases with the same ones have.
func writeKey(c *plan.Case) string {
	var out strings.Builder
	for _, v := range c.Values() {
		fmt.Fprintf(&out, "%q %q ", v.Name, v.Value.Key())
	}
	out.WriteString(c.Sizes.String())
	return out.String()
}

// findDifferentCase returns a case of a leaf to replace the one at an index, with values that
// neither the cases before nor the other cases of the leaf have; nil where none is
// found in a few steps.
func (f finder) findDifferentCase(ctx context.Context, u *unit, leaf *plan.Leaf, at int,
	before casesBefore) *plan.Case {
	var others []zed.Expr
	for _, list := range [][]*plan.Case{leaf.Cases, before.list} {
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
	if made == nil || made.Open || before.haveValuesOf(made) {
		return nil
	}
	return made
}
