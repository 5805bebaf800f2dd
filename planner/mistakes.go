package planner

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// contradictions checks the refutations about a unit against its cases, given and found
// ones, apart from those that are known to be contradicted. It returns whether none is
// contradicted.
func (w *work) contradictions(ctx context.Context, u *unit, known []string) bool {
	var others []*plan.Case
	for _, c := range u.Cases {
		if c.Leaf.For == nil {
			others = append(others, c)
		}
	}
	found := slices.Concat(known, w.findPartlyRefuted(ctx, u, others), w.planned.findRefuted(ctx, u))
	w.addMistakes(found)
	return len(found) == 0
}

// checkRefutations checks the refutations about units against the cases that strengthening added.
func (w *work) checkRefutations(ctx context.Context) error {
	for _, u := range w.planned.units {
		var asked []*plan.Case
		for _, c := range u.Cases {
			if c.Leaf.For != nil {
				asked = append(asked, c)
			}
		}
		w.addMistakes(w.findPartlyRefuted(ctx, u, asked))
	}
	return ctx.Err()
}

func (w *work) addMistakes(found []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.planned.Mistakes = append(w.planned.Mistakes, found...)
	slices.Sort(w.planned.Mistakes)
}

// findPartlyRefuted finds leaves without a case in which a case of another leaf lies. They
// become open.
func (w *work) findPartlyRefuted(ctx context.Context, u *unit, cases []*plan.Case) []string {
	var out []string
	near := w.planned.finder.listNear(ctx, u, cases)
	for _, l := range u.Leaves {
		if l.Status != suite.Unsatisfiable || ctx.Err() != nil {
			continue
		}
		for _, c := range near[l.Condition] {
			if !c.Own && needsSearch(l.Condition) {
				continue
			}
			if w.planned.finder.evaluateCondition(ctx, u, l.Condition, c.Values().Map(),
				c.Sizes).Outcome != solve.Case {
				continue
			}
			out = append(out, plan.ContradictionText(l, fmt.Sprintf("the case %s (%s)", c.ID, c.Values())))
			w.add(func() {
				why := l.Why()
				l.Settle(suite.Undecided, suite.Why{Chosen: why.Chosen,
					Reason: "a mistake of ttf-int: it was refuted (" + why.Reason + "), but the case " + c.ID +
						" satisfies it"})
			})
			break
		}
	}
	return out
}

// listNear returns, for the conditions of unsatisfiable leaves, the cases that evaluation alone does not
// keep out. It goes down the tree once for each case, and no further than conditions that are
// false: there may be ten thousand of both.
func (f finder) listNear(ctx context.Context, u *unit, cases []*plan.Case) map[*suite.Condition][]*plan.Case {
	refuted, below := map[*suite.Condition]bool{}, map[*suite.Condition][]*suite.Condition{}
	seen := map[*suite.Condition]bool{}
	for _, l := range u.Leaves {
		if l.Status != suite.Unsatisfiable {
			continue
		}
		refuted[l.Condition] = true
		for c := l.Condition; c != nil && !seen[c]; c = c.Parent {
			seen[c] = true
			below[c.Parent] = append(below[c.Parent], c)
		}
	}
	out, filter := map[*suite.Condition][]*plan.Case{}, f.newFilter(u)
	for _, c := range cases {
		if ctx.Err() != nil {
			break
		}
		filter.set(visOf(u, c))
		var visit func(above *suite.Condition)
		visit = func(above *suite.Condition) {
			for _, condition := range below[above] {
				if filter.excludes(condition) {
					continue
				}
				if refuted[condition] {
					out[condition] = append(out[condition], c)
				}
				visit(condition)
			}
		}
		visit(nil)
	}
	return out
}

// findRefuted finds leaves with a given case that the solver refutes. Where a leaf has
// a given case, no other case is looked for, so that the refutation is only found here.
func (p *Planned) findRefuted(ctx context.Context, u *unit) []string {
	var out []string
	seen := map[*plan.Leaf]bool{}
	for _, c := range u.Cases {
		if !c.Own || seen[c.Leaf] {
			continue
		}
		seen[c.Leaf] = true
		problem := p.finder.problem(u, c.Leaf.Condition)
		problem.Steps = wholeSteps
		answer := p.engine.Solver.Solve(ctx, problem)
		if answer.Outcome == solve.Unsatisfiable {
			out = append(out, fmt.Sprintf("%s is refuted (%s), but the case %s (%s) satisfies it", c.Leaf.ID,
				answer.Reason, c.ID, c.Values()))
		}
	}
	return out
}

// needsSearch tells whether deciding a condition, or one above it, takes a search.
func needsSearch(c *suite.Condition) bool {
	return c != nil && (c.Kind == suite.Searched || needsSearch(c.Parent))
}

// visOf returns a case's values in the order of the variables of the valid input space.
func visOf(u *unit, c *plan.Case) []value.Value {
	given := c.Values().Map()
	frame := make([]value.Value, len(u.Tree.VIS))
	for i, v := range u.Tree.VIS {
		frame[i] = given[v.Name]
	}
	return frame
}
