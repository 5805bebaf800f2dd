package planner

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
)

// work is a plan that is being made: the state that several workers share, and the
// results of earlier plans.
type work struct {
	planned *Planned
	options Options
	memory  *memory
	own     map[*unit]map[string][]placed // the given cases, by leaf
	decided map[*unit]bool                // the units whose decisions are taken from an earlier plan
	// the leaves whose search ended without an answer because the context did
	cut     map[*plan.Leaf]bool
	budgets map[*unit]*budget
	chosen  map[*plan.Case]bool // the cases for which the decisions are made
	open    map[*plan.Leaf]bool // the leaves that a few steps did not settle
	hurried map[*unit]bool      // the units whose time was over, so that other plans may find more

	mu          sync.Mutex // guards the fields below, the maps, and what is found of units
	errs        source.Errors
	done, total int
	ended       bool // nothing is added any more
}

func newWork(p *Planned, o Options) *work {
	return &work{
		planned: p, options: o, memory: newMemory(p.System, o),
		own: map[*unit]map[string][]placed{}, decided: map[*unit]bool{}, cut: map[*plan.Leaf]bool{},
		budgets: map[*unit]*budget{}, chosen: map[*plan.Case]bool{},
		open: map[*plan.Leaf]bool{}, hurried: map[*unit]bool{},
	}
}

// buildTrees builds the testing trees. The leaves of units that an earlier plan knew have
// their cases then.
func (w *work) buildTrees(ctx context.Context) error {
	for _, u := range w.planned.units {
		w.total += 1 + 2*max(1, len(u.Op.Disjuncts))
	}
	return w.runParts(ctx, countOne, func(ctx context.Context, u *unit, _ int) error {
		grown := &unit{Unit: &plan.Unit{Unit: u.Unit.Unit}}
		if err := grown.grow(w.planned.System, w.options); err != nil {
			return err
		}
		out := w.leaveOut(grown)
		var own map[string][]placed
		notes, err := w.planned.engine.Decider.CheckTables(ctx, u.Unit.Unit)
		if grown.Notes = append(noteJoined(u.Unit.Unit), notes...); err == nil && !out {
			if w.memory.leaves(w.planned, grown) {
				grown.collect()
				w.planned.finder.addOpen(grown)
			} else {
				own, grown.open, err = w.planned.finder.placeOwnCases(ctx, grown)
				grown.Notes = append(grown.Notes, grown.listOpenNotes()...)
			}
		}
		w.add(func() {
			u.takeTree(grown)
			w.planned.trees.Put(u.Tree)
			if len(own) > 0 {
				w.own[u] = own
			}
		})
		return err
	}, nil)
}

// takeTree sets the tree of a unit to that of v, with all that is known of it.
func (u *unit) takeTree(v *unit) {
	u.TakeLeaves(v.Unit)
	u.Tree, u.Cases, u.Notes, u.Known = v.Tree, v.Cases, v.Notes, v.Known
	u.counted, u.keys, u.telling, u.Mutants = v.counted, v.keys, newTelling(u.Unit, v.telling.system), v.Mutants
	u.leftOut, u.open = v.leftOut, v.open
}

// add calls found, which adds results to the plan, unless planning has ended. So work
// that is left behind after the end changes nothing.
func (w *work) add(found func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ended {
		found()
	}
}

// countOne returns 1, for stages that work on each unit as a whole.
func countOne(*unit) int { return 1 }

// findCases finds the cases of all units: first those of their leaves, then those that only
// tell mutants apart, so that one hard unit does not hold back the others.
func (w *work) findCases(ctx context.Context) error {
	if err := w.solveLeaves(ctx); err != nil {
		return err
	}
	return w.tellMutants(ctx)
}

// solveLeaves solves the leaves that no earlier plan knew, each by itself: all of them in a
// few steps before any of them in many.
func (w *work) solveLeaves(ctx context.Context) error {
	leaves := func(u *unit) int {
		if u.Known || u.leftOut {
			return 0
		}
		return len(u.Leaves)
	}
	w.expect(leaves, 4)
	briefly := newRound(ctx, w)
	err := w.runParts(ctx, leaves, func(ctx context.Context, u *unit, i int) error {
		if u.Leaves[i].Pruned == "" {
			briefly.runLeaf(ctx, u, i, func(ctx context.Context) { w.solveBriefly(ctx, u, i) })
		}
		return nil
	}, func(u *unit) { w.add(u.forgetSearch) })
	if err != nil {
		return err
	}
	patiently := newRound(ctx, w)
	return w.runParts(ctx, leaves, func(ctx context.Context, u *unit, i int) error {
		if u.Leaves[i].Pruned == "" {
			patiently.runLeaf(ctx, u, i, func(ctx context.Context) { w.solveWithin(ctx, u, i) })
		}
		return nil
	}, func(u *unit) {
		patiently.runWithin(ctx, u, func(ctx context.Context) { w.solveWithinBudget(ctx, u) })
		w.add(u.forgetSearch)
	})
}

// tellMutants adds the cases that tell mutants apart, unit by unit, when every unit has the
// cases of its leaves.
func (w *work) tellMutants(ctx context.Context) error {
	w.expect(countOne, 3)
	round := newRound(ctx, w)
	return w.runParts(ctx, countOne, func(ctx context.Context, u *unit, _ int) error {
		if u.Known || u.leftOut {
			return nil
		}
		w.distinguish(ctx, u)
		w.add(u.collect)
		var mistakes []string
		round.runWithin(ctx, u, func(ctx context.Context) { mistakes = w.tellApart(ctx, u) })
		w.add(func() { w.planned.finder.vary(u) })
		if w.contradictions(ctx, u, mistakes) && ctx.Err() == nil && !isHurried(w, u) {
			w.memory.keepLeaves(u)
		}
		w.add(func() { w.planned.finder.addOpen(u) })
		w.add(u.forgetSearch)
		return nil
	}, nil)
}

// takeSolution sets the status and the cases of a leaf to those of found.
func takeSolution(l, found *plan.Leaf) {
	l.Leaf, l.Steps, l.Built, l.Cases = found.Leaf, found.Steps, found.Built, found.Cases
	for _, c := range l.Cases {
		c.Leaf = l
	}
}

// collect sets the unit's cases to those of its leaves, in their order.
func (u *unit) collect() {
	for _, l := range u.Leaves {
		u.Cases = append(u.Cases, l.Cases...)
	}
}

// makeDecisions makes the decisions about callees, leaf by leaf.
func (w *work) makeDecisions(ctx context.Context) error {
	for _, u := range w.planned.units {
		if w.memory.choices(w.planned, u) {
			w.decided[u] = true
			for _, c := range u.Cases {
				w.chosen[c] = true
			}
		}
		u.Known = u.Known && w.decided[u]
	}
	leaves := func(u *unit) int {
		if w.decided[u] {
			return 0
		}
		return len(u.Leaves)
	}
	w.expect(leaves, 1)
	certs := assumed{w.planned.Plan}
	return w.runParts(ctx, leaves, func(ctx context.Context, u *unit, i int) error {
		for _, c := range u.Leaves[i].Cases {
			w.decideOn(ctx, decision{u, c}, certs)
		}
		return nil
	}, func(u *unit) {
		if !w.decided[u] && ctx.Err() == nil && !isHurried(w, u) {
			w.memory.keepChoices(w.planned, u)
		}
	})
}

// decideOn makes the decisions for a case. It drops decisions that the end of the
// context cut short.
func (w *work) decideOn(ctx context.Context, d decision, certs assumed) {
	found := w.planned.engine.WithSizes(d.c.Sizes).Decider.Decide(ctx, d.unit.UnitFor(d.c.Leaf), d.c.Values(), certs)
	whole := !cutShort(ctx)
	w.add(func() {
		if whole {
			d.c.Stubs, w.chosen[d.c] = found, true
		}
	})
}

// cutShort tells whether the end of planning ended a search. A search that ended for
// want of memory, or of its unit's time, is not cut short; its result stays.
func cutShort(ctx context.Context) bool {
	cause := context.Cause(ctx)
	return ctx.Err() != nil && !errors.Is(cause, solve.ErrMemory) && !errors.Is(cause, solve.ErrTime)
}

// computeCoverage computes the coverage of each unit.
func (w *work) computeCoverage(ctx context.Context) error {
	w.expect(countOne, 1)
	round := newRound(ctx, w)
	return w.runParts(ctx, countOne, func(ctx context.Context, u *unit, _ int) error {
		if found := w.memory.coverage(u); found != nil {
			w.add(func() { u.Coverage = found })
			return nil
		}
		var found *plan.Coverage
		round.runWithin(ctx, u, func(ctx context.Context) { found = w.planned.cover(ctx, u, listPlanned(u)) })
		if ctx.Err() == nil {
			if !isHurried(w, u) {
				w.memory.keepCoverage(u, found)
			}
			w.add(func() { u.Coverage = found })
		}
		return nil
	}, nil)
}

// limitMemory calls f with a context that ends where the memory limit is reached. What is
// found after that is not kept for later plans.
func (w *work) limitMemory(ctx context.Context, f func(ctx context.Context)) {
	within, stop := solve.LimitMemory(ctx, w.options.Memory)
	defer stop()
	f(within)
	if w.memory != nil && errors.Is(context.Cause(within), solve.ErrMemory) {
		w.memory.closed.Store(true)
	}
}

// runParallel calls f with 0 … n−1, on several workers.
func (w *work) runParallel(ctx context.Context, n int, f func(ctx context.Context, i int)) {
	runEach(ctx, w.options.workers(), n, func(ctx context.Context, i int) {
		w.limitMemory(ctx, func(ctx context.Context) { f(ctx, i) })
	})
}

// runEach calls f with 0 … n−1, on `number` workers.
func runEach(ctx context.Context, number, n int, f func(ctx context.Context, i int)) {
	var next atomic.Int64
	group, ctx := workers.New(ctx)
	for range min(number, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				f(ctx, i)
			}
		})
	}
	group.WaitPatiently(patience)
}

// workers returns the number of goroutines that work at the same time.
func (o Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// expect adds the steps of the stages that are left to the total that Progress shows;
// `parts` returns the steps of each unit in a stage.
func (w *work) expect(parts func(*unit) int, stages int) {
	w.total = w.done
	for _, u := range w.planned.units {
		w.total += stages * max(1, parts(u))
	}
}

// step is one part of the work on a unit, numbered from 0.
type step struct {
	unit *unit
	part int // from 0
	left *atomic.Int64
}

// runParts does the parts of the work on every unit, on several workers, and finishes a
// unit after its last part. A unit without parts is finished too. It returns all
// errors.
func (w *work) runParts(ctx context.Context, parts func(*unit) int, do func(context.Context, *unit, int) error,
	finish func(*unit)) error {
	group, working := workers.New(ctx)
	next := make(chan step)
	for range w.options.workers() {
		group.Go(func() {
			for s := range next {
				w.doPart(working, s, parts(s.unit), do, finish)
			}
		})
	}
	w.feed(working, next, parts)
	group.WaitPatiently(patience)
	if ctx.Err() != nil {
		return interruption(ctx)
	}
	return w.errs.Err()
}

// feed sends the steps to the workers, unit after unit.
func (w *work) feed(ctx context.Context, next chan<- step, parts func(*unit) int) {
	defer close(next)
	for _, u := range w.planned.units {
		n := max(1, parts(u))
		left := &atomic.Int64{}
		left.Store(int64(n))
		for i := range n {
			select {
			case <-ctx.Done():
				return
			case next <- step{u, i, left}:
			}
		}
	}
}

// doPart does one part of the work on a unit that has n parts.
func (w *work) doPart(ctx context.Context, s step, n int, do func(context.Context, *unit, int) error,
	finish func(*unit)) {
	var err error
	if s.part < n {
		w.limitMemory(ctx, func(ctx context.Context) { err = do(ctx, s.unit, s.part) })
	}
	if s.left.Add(-1) == 0 && finish != nil {
		finish(s.unit)
	}
	w.add(func() {
		w.errs.Add(err)
		w.done++
		if w.options.Progress != nil {
			w.options.Progress(w.done, w.total)
		}
	})
}
