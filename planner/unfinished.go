package planner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// patience is how long Make waits for work after the context has ended. Work that asks
// the context for its error ends sooner.
const patience = 400 * time.Millisecond

// interruption returns the error of work that ended because the context did.
func interruption(ctx context.Context) error {
	return fmt.Errorf("planning was interrupted: %w", context.Cause(ctx))
}

// reasonOf returns the reason why a context has ended, in a phrase.
func reasonOf(err error) string {
	switch {
	case errors.Is(err, solve.ErrMemory):
		return "the memory limit was reached"
	case errors.Is(err, context.DeadlineExceeded):
		return "the time limit was reached"
	}
	return "it was interrupted"
}

// newUnprepared returns the plan where the context ended before every constant had a
// value; nil where another error ended the preparation.
func newUnprepared(ctx context.Context, system *spec.System, layers [][]string, err error, o Options) *Planned {
	if ctx.Err() == nil && !errors.Is(err, solve.ErrMemory) {
		return nil
	}
	p := newPlanned(system, layers, o)
	p.Unfinished = &plan.Unfinished{Reason: reasonOf(err), Stages: []string{"values of constants"},
		Units: slices.Concat(layers...), Leaves: []string{}, Cases: []string{}}
	for _, s := range newWork(p, o).stages() {
		p.Unfinished.Stages = append(p.Unfinished.Stages, s.name)
	}
	return p
}

// makeUnfinished returns the plan as far as it is made, when the given stages have not been
// done. It shares no data with goroutines that may still change it.
func (w *work) makeUnfinished(ctx context.Context, stages []stage) *Planned {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	p := newPlanned(w.planned.System, w.planned.Layers, w.options)
	p.Mistakes = slices.Clone(w.planned.Mistakes)
	reason := reasonOf(context.Cause(ctx))
	p.Unfinished = &plan.Unfinished{Reason: reason, Units: []string{}, Leaves: []string{}, Cases: []string{}}
	for _, s := range stages {
		p.Unfinished.Stages = append(p.Unfinished.Stages, s.name)
	}
	for _, u := range w.planned.units {
		if u.Tree == nil {
			p.Unfinished.Units = append(p.Unfinished.Units, u.Name)
			continue
		}
		p.add(w.copyFinished(u, p.Unfinished))
	}
	p.Complete()
	return p
}

// copyFinished returns a copy of a unit as far as it is planned, and notes what was not
// reached of it.
func (w *work) copyFinished(u *unit, un *plan.Unfinished) *unit {
	out := &unit{counted: u.counted, keys: u.keys, Unit: &plan.Unit{
		Unit: u.Unit.Unit, Layer: u.Layer, Families: u.Families, Tree: u.Tree, Notes: u.Notes, Coverage: u.Coverage,
		Mutants: u.Mutants, Known: u.Known, Budget: u.Budget, Theorem2: u.Theorem2,
	}}
	if u.Strengthening != nil {
		st := *u.Strengthening
		out.Strengthening = &st
	}
	tree := *u.Tree
	root := *tree.Root
	root.Children = slices.Clone(root.Children)
	tree.Root, out.Tree = &root, &tree
	for _, l := range u.Leaves {
		m := &plan.Leaf{Leaf: l.Leaf, For: l.For, Steps: l.Steps, Built: l.Built}
		if l.Status == "" {
			settle(m, suite.Undecided, "not reached: "+un.Reason)
		}
		if l.Status == "" || w.cut[l] {
			un.Leaves = append(un.Leaves, l.ID)
		}
		for _, c := range l.Cases {
			d := *c
			d.Leaf = m
			m.Cases = append(m.Cases, &d)
			if !w.chosen[c] {
				un.Cases = append(un.Cases, c.ID)
			}
		}
		out.Add(m)
	}
	out.collect()
	return out
}
