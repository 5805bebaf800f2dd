package plan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
)

// Unfinished says what of a plan was not reached when its making was ended.
type Unfinished struct {
	Reason string   `json:"reason"` // why it was ended
	Stages []string `json:"stages"` // what was not done, or not to its end
	Units  []string `json:"units"`  // units without a testing tree, of which nothing is known
	Leaves []string `json:"leaves"` // leaves of which the solver was not asked, or not to the end
	Cases  []string `json:"cases"`  // cases without stub decisions
}

// patience is how long work is waited for when the context has ended: what asks it
// for its error ends sooner.
const patience = 400 * time.Millisecond

// withinPatience calls f and waits until it returns, but when the context has ended
// for no longer than patience. It tells whether f has returned; otherwise f is left
// behind.
func withinPatience(ctx context.Context, f func()) bool {
	done := make(chan struct{})
	go func() {
		f()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-ctx.Done():
	}
	select {
	case <-done:
		return true
	case <-time.After(patience):
		return false
	}
}

// interruption is the error of work that the end of a context ended.
func interruption(ctx context.Context) error {
	return fmt.Errorf("planning was interrupted: %w", context.Cause(ctx))
}

// reasonOf says in a phrase why a context has ended.
func reasonOf(err error) string {
	switch {
	case errors.Is(err, solve.ErrMemory):
		return "the memory limit was reached"
	case errors.Is(err, context.DeadlineExceeded):
		return "the time limit was reached"
	}
	return "it was interrupted"
}

// unprepared returns the plan whose making was ended before there was a value for
// every constant; nil where that is not why there is none.
func unprepared(ctx context.Context, system *spec.System, layers [][]string, err error, o Options) *Plan {
	if ctx.Err() == nil && !errors.Is(err, solve.ErrMemory) {
		return nil
	}
	p := &Plan{Tool: o.Tool, System: system, Layers: layers, byName: map[string]*Unit{}, noStrengthen: o.NoStrengthen, coverCallees: o.CoverCallees}
	p.engine = p.newEngine(o)
	p.Unfinished = &Unfinished{Reason: reasonOf(err), Stages: []string{"values of constants"}, Units: slices.Concat(layers...), Leaves: []string{}, Cases: []string{}}
	for _, s := range newWork(p, o).stages() {
		p.Unfinished.Stages = append(p.Unfinished.Stages, s.name)
	}
	return p
}

// unfinished returns the plan as far as it is made, the given stages not being done. It
// shares nothing that changes with what is left behind.
func (w *work) unfinished(ctx context.Context, stages []stage) *Plan {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	p := &Plan{Tool: w.Tool, System: w.System, Layers: w.Layers, byName: map[string]*Unit{}, mistakes: slices.Clone(w.mistakes), noStrengthen: w.noStrengthen, coverCallees: w.coverCallees}
	p.engine = p.newEngine(w.options)
	reason := reasonOf(context.Cause(ctx))
	p.Unfinished = &Unfinished{Reason: reason, Units: []string{}, Leaves: []string{}, Cases: []string{}}
	for _, s := range stages {
		p.Unfinished.Stages = append(p.Unfinished.Stages, s.name)
	}
	for _, u := range w.Units {
		if u.Tree == nil {
			p.Unfinished.Units = append(p.Unfinished.Units, u.Name)
			continue
		}
		p.Units = append(p.Units, u.soFar(p.Unfinished))
		p.byName[u.Name] = p.Units[len(p.Units)-1]
	}
	return p
}

// soFar returns a unit as far as it is planned, and notes what of it was not reached.
func (u *Unit) soFar(un *Unfinished) *Unit {
	out := &Unit{
		Unit: u.Unit, Layer: u.Layer, Families: u.Families, Tree: u.Tree, Notes: u.Notes, Coverage: u.Coverage, Known: u.Known,
		leaves: map[string]*Leaf{}, counted: u.counted, globals: u.globals, keys: u.keys, matrices: u.matrices,
	}
	if u.Strengthening != nil {
		st := *u.Strengthening
		out.Strengthening = &st
	}
	tree := *u.Tree
	root := *tree.Root
	root.Children = slices.Clone(root.Children)
	tree.Root, out.Tree = &root, &tree
	for _, l := range u.Leaves {
		m := &Leaf{Condition: l.Condition, For: l.For}
		m.solvedAs(&Leaf{Status: l.Status, Reason: l.Reason, Conflict: l.Conflict, Chosen: l.Chosen, Steps: l.Steps})
		if l.Status == "" {
			m.Status, m.Reason = Undecided, "not reached: "+un.Reason
		}
		if l.Status == "" || l.ended {
			un.Leaves = append(un.Leaves, l.ID)
		}
		for _, c := range l.cases {
			d := *c
			d.Leaf = m
			m.cases = append(m.cases, &d)
			if !c.decided {
				un.Cases = append(un.Cases, c.ID)
			}
		}
		out.Leaves, out.leaves[l.ID] = append(out.Leaves, m), m
	}
	out.collect()
	return out
}
