package planner

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/suite"
)

// roundShare is the part of the time that is left until the deadline of the plan that a
// round may take: what comes after it needs time too.
const roundShare = 0.4

// leastShare is the least time that a unit has in a round, however many units there are.
const leastShare = 100 * time.Millisecond

// round is work on one unit after the other that has a deadline together. A unit has an
// equal share of the time that those before it have left. Without a deadline it has the
// time that the options say, or all that it needs.
type round struct {
	w       *work
	end     time.Time // the zero time: there is no deadline
	workers int
	mu      sync.Mutex // guards the fields below
	left    int        // the units that have not begun
	ends    map[*unit]time.Time
}

// newRound returns a round of work on all units.
func newRound(ctx context.Context, w *work) *round {
	r := &round{w: w, workers: w.options.workers(), left: len(w.planned.units), ends: map[*unit]time.Time{}}
	if end, ok := ctx.Deadline(); ok {
		r.end = time.Now().Add(time.Duration(float64(time.Until(end)) * roundShare))
	}
	return r
}

// endOf returns when the time of a unit is over, which begins with the first call; the
// zero time where it is not bounded.
func (r *round) endOf(u *unit) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if end, ok := r.ends[u]; ok {
		return end
	}
	var end time.Time
	if !r.end.IsZero() {
		share := time.Until(r.end) * time.Duration(r.workers) / time.Duration(max(r.left, r.workers))
		end = time.Now().Add(max(share, leastShare))
	}
	if most := r.w.options.UnitTime; most > 0 && (end.IsZero() || time.Until(end) > most) {
		end = time.Now().Add(most)
	}
	r.left--
	r.ends[u] = end
	return end
}

// leafShare is the part of the time that its unit has left which a leaf may take, unless fewer leaves are left: a
// hard leaf does not hold back those after it.
const leafShare = 0.25

// runLeaf calls f with a context that ends when the time of the i-th leaf of a unit is over.
func (r *round) runLeaf(ctx context.Context, u *unit, i int, f func(ctx context.Context)) {
	end := r.endOf(u)
	if !end.IsZero() {
		share := max(leafShare, 1/float64(len(u.Leaves)-i))
		end = time.Now().Add(time.Duration(share * float64(time.Until(end))))
	}
	r.runUntil(ctx, u, end, f)
}

// runWithin calls f with a context that ends when the time of a unit is over.
func (r *round) runWithin(ctx context.Context, u *unit, f func(ctx context.Context)) {
	r.runUntil(ctx, u, r.endOf(u), f)
}

// runUntil calls f with a context that has a deadline, unless that is zero.
func (r *round) runUntil(ctx context.Context, u *unit, end time.Time, f func(ctx context.Context)) {
	if end.IsZero() {
		r.w.limitMemory(ctx, f)
		return
	}
	timed, stop := context.WithDeadlineCause(ctx, end, solve.ErrTime)
	defer stop()
	r.w.limitMemory(timed, f)
	if errors.Is(context.Cause(timed), solve.ErrTime) {
		r.w.add(func() { r.w.hurried[u] = true })
	}
}

// isHurried tells whether the time of a unit was over in some round.
func isHurried(w *work, u *unit) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.hurried[u]
}

// solveBriefly solves a leaf with the steps of a late one, and notes whether more may come of
// more steps.
func (w *work) solveBriefly(ctx context.Context, u *unit, i int) {
	leaf := u.Leaves[i]
	found, open := solveLeaf(ctx, w, u, leaf, lateSteps)
	w.add(func() {
		takeSolution(leaf, found)
		note(w.cut, leaf, found.Status == suite.Undecided && cutShort(ctx))
		settled := isSettled(found, open, max(1, w.planned.System.Run.Cases))
		if note(w.open, leaf, !settled); settled {
			u.reopen(w.own[u][leaf.ID], open)
		}
	})
}

// note has a leaf be in a set, or not be there. Of most leaves there is nothing to note.
func note(set map[*plan.Leaf]bool, leaf *plan.Leaf, is bool) {
	if is {
		set[leaf] = true
	} else {
		delete(set, leaf)
	}
}

// isSettled tells whether a leaf that was solved in a few steps is as it would be had there been
// more.
func isSettled(l *plan.Leaf, open []unplaced, wanted int) bool {
	if l.Status == suite.HasCase {
		for _, c := range l.Cases {
			if c.Open {
				return false
			}
		}
		return len(open) == 0 && len(l.Cases) >= wanted
	}
	return l.Status != suite.Undecided && len(open) == 0
}

// solveLeaf returns what is found of a leaf in so many steps for each search, 0 for as many as the
// solver takes, and the given cases that are not shown to be cases of it.
func solveLeaf(ctx context.Context, w *work, u *unit, leaf *plan.Leaf, steps int64) (*plan.Leaf, []unplaced) {
	found := &plan.Leaf{Leaf: suite.Leaf{Condition: leaf.Condition}}
	open := w.planned.finder.solve(ctx, u, found, w.own[u][leaf.ID], steps)
	return found, open
}
