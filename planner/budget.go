package planner

import (
	"cmp"
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// The steps that the leaves of a unit may take all together, where the project does not
// say it, so that one hard unit does not hold back the others: as many as a hundred leaves
// take of which nothing is found. When they are used up, each leaf that is left has a few
// steps of its own, in which nearly all that has a case or is refuted is decided.
const (
	unitSteps = 20_000_000
	lateSteps = 2_000
)

// budgetOf returns the budget of each unit of a system.
func budgetOf(system *spec.System) int64 { return cmp.Or(system.Budget, unitSteps) }

// budget is what the leaves of a unit took of its budget. A leaf is late where those
// before it have used up all, in the order of the tree: so what is found depends neither
// on the number of workers nor on which was first.
type budget struct {
	limit int64
	taken []int64 // by leaf; 0 as long as it is not solved
	late  []bool  // of leaves that were solved in a few steps
}

func newBudget(limit int64, leaves int) *budget {
	return &budget{limit: limit, taken: make([]int64, leaves), late: make([]bool, leaves)}
}

// isLate tells whether the leaves before one, as far as they are solved, have used up the
// budget.
func (b *budget) isLate(leaf int) bool {
	var sum int64
	for _, n := range b.taken[:leaf] {
		sum += n
	}
	return sum >= b.limit
}

// solveWithin solves a leaf within what is left of its unit's budget.
func (w *work) solveWithin(ctx context.Context, u *unit, i int) {
	w.mu.Lock()
	b := w.budgets[u]
	if b == nil {
		b = newBudget(budgetOf(w.planned.System), len(u.Leaves))
		w.budgets[u] = b
	}
	late := b.isLate(i)
	w.mu.Unlock()
	leaf := u.Leaves[i]
	found := &plan.Leaf{Leaf: suite.Leaf{Condition: leaf.Condition}}
	var steps int64
	if late {
		steps = lateSteps
	}
	own := w.own[u][leaf.ID]
	open := w.planned.finder.solve(ctx, u, found, own, steps)
	if late && found.Status == suite.Undecided {
		found.Reason += fmt.Sprintf("; the leaves before it used up the budget of %s, %d steps", u.Name, b.limit)
	}
	cut := found.Status == suite.Undecided && cutShort(ctx)
	w.add(func() {
		solvedAs(leaf, found)
		w.cut[leaf] = cut
		u.reopen(own, open)
		b.taken[i], b.late[i] = found.Steps, late
	})
}

// withinBudget solves the leaves of a unit again that were solved in more steps than are
// left for them, other workers having been ahead, and says how many leaves were late.
func (w *work) withinBudget(ctx context.Context, u *unit) {
	limit, sum := budgetOf(w.planned.System), int64(0)
	var found *plan.Budget
	for i, l := range u.Leaves {
		if l.Kind == suite.Unplaced {
			continue
		}
		if sum >= limit {
			if found == nil {
				found = &plan.Budget{Steps: limit, Each: lateSteps}
			}
			found.Late++
			if b := w.budgets[u]; b != nil && l.Pruned == "" && !b.late[i] && ctx.Err() == nil {
				w.limited(ctx, func(ctx context.Context) { w.solveWithin(ctx, u, i) })
			}
		}
		sum += l.Steps
	}
	w.add(func() { u.Budget = found })
}
