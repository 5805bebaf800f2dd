package planner

import (
	"cmp"
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// The default of how many steps the leaves of a unit may take together (unitSteps). It
// is a limit so that one hard unit does not hold back the others, and it is as large as
// what a hundred leaves take for which nothing is found. When the steps are used up,
// each leaf that is left has lateSteps of its own, which is enough for nearly all
// leaves that have a case or are refuted.
const (
	unitSteps = 20_000_000
	lateSteps = 2_000
)

// builtPerStep is the number of values that the solver builds for domains in about the
// time of a step. They count as steps of the unit's budget: where sets are large, a step
// builds thousands, and a unit's steps alone would say nothing about its time.
const builtPerStep = 25

// costOf returns what of its unit's budget a leaf has used up.
func costOf(l *plan.Leaf) int64 { return l.Steps + l.Built/builtPerStep }

// answered returns what an answer of the solver has used up, as costOf counts it.
func answered(r solve.Result) int64 { return r.Steps + r.Built/builtPerStep }

// budgetOf returns the budget, in steps, of each unit of a system.
func budgetOf(system *spec.System) int64 { return cmp.Or(system.Budget, unitSteps) }

// budget counts the steps that the leaves of a unit take. A leaf is late where the
// leaves before it, in the order of the tree, have used up the budget. So the result
// depends neither on the number of workers nor on their order.
type budget struct {
	limit int64
	taken []int64 // the cost of each leaf; 0 until it is solved
	late  []bool  // whether a leaf was solved with the few steps of a late one
}

func newBudget(limit int64, leaves int) *budget {
	return &budget{limit: limit, taken: make([]int64, leaves), late: make([]bool, leaves)}
}

// isLate tells whether the leaves before the given one have used up the budget, as far
// as they are solved.
func (b *budget) isLate(leaf int) bool {
	var sum int64
	for _, n := range b.taken[:leaf] {
		sum += n
	}
	return sum >= b.limit
}

// solveWithin solves a leaf that a few steps did not settle with the steps that are left of
// its unit's budget.
func (w *work) solveWithin(ctx context.Context, u *unit, i int) {
	w.mu.Lock()
	b := w.budgets[u]
	if b == nil {
		b = newBudget(budgetOf(w.planned.System), len(u.Leaves))
		w.budgets[u] = b
	}
	late := b.isLate(i)
	leaf := u.Leaves[i]
	if !w.open[leaf] {
		b.taken[i], b.late[i] = costOf(leaf), late
		w.mu.Unlock()
		return
	}
	w.mu.Unlock()
	var steps int64
	if late {
		steps = lateSteps
	}
	found, open := solveLeaf(ctx, w, u, leaf, steps)
	if late && found.Status == suite.Undecided {
		why := found.Why()
		why.Reason += fmt.Sprintf("; the leaves before it used up the budget of %s, %d steps", u.Name, b.limit)
		found.Settle(found.Status, why)
	}
	cut := found.Status == suite.Undecided && cutShort(ctx)
	w.add(func() {
		takeSolution(leaf, found)
		note(w.cut, leaf, cut)
		u.reopen(w.own[u][leaf.ID], open)
		b.taken[i], b.late[i] = costOf(found), late
	})
}

// solveWithinBudget solves those leaves of a unit again that cost more than the leaves
// before them had left, which happens where several workers solve leaves at once. It
// also notes how many leaves were late.
func (w *work) solveWithinBudget(ctx context.Context, u *unit) {
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
				w.limitMemory(ctx, func(ctx context.Context) { w.solveWithin(ctx, u, i) })
			}
		}
		sum += costOf(l)
	}
	w.add(func() {
		u.Budget = found
		delete(w.budgets, u)
	})
}
