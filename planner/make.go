package planner

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/graph"
	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// Options are the options of Make.
type Options struct {
	Tool  string // the version of the tool, kept in the plan
	Steps int64  // the solver's budget per leaf; 0: its own
	// Solver finds cases and decides about stubs. Backend says what it is, with
	// versions, wherever two would not answer the same; "" is the embedded one.
	Solver  solve.Solver
	Backend string
	// NoStrengthen leaves units with the leaves of their testing trees, whatever
	// their callers may call them with; Strengthening is how many leaves may be
	// added to a unit, 0: MaxStrengthening.
	NoStrengthen  bool
	Strengthening int
	// CoverCallees adds cases that meet the leaves of callees that no other case
	// meets (Cristiá, Mesuro and Frydman, Theorem 2).
	CoverCallees bool
	// Theorem2 has the matrices of Theorem 2 found at once: without it they are found
	// when they are first asked for, and not kept.
	Theorem2 bool
	// Memory is how many bytes may be in use; a leaf that needs more is undecided. 0:
	// no limit.
	Memory     int64
	Conditions int   // the cap on a tree's conditions; 0: tactics.MaxConditions
	Workers    int   // 0: one per core; the plan does not depend on it
	Cache      Cache // what earlier plans found; nil: nothing is known or kept
	// Progress, where not nil, is told how many steps are done; the total may
	// still change. It is called from several goroutines, one at a time.
	Progress func(done, total int)
}

// Planned is a plan with what made it, for whoever goes on from it.
type Planned struct {
	*plan.Plan
	engine *stubs.Engine
	finder finder
	trees  *suite.Trees // the units', as the engine has them
	units  []*unit      // the plan's
	byName map[string]*unit
}

// unit is the plan of a unit, and what planning knows of it.
type unit struct {
	*plan.Unit
	// counted are the given types on whose sizes the unit's specification or the
	// conditions of its tree depend, so that its cases rest on these sizes.
	counted eval.Counts
	keys    keys
	telling *telling // its mutants
	leftOut bool     // it needs a constant that has no value
	open    []unplaced
}

// Engine returns the solver, the oracle and the decider of the plan.
func (p *Planned) Engine() *stubs.Engine { return p.engine }

// solver returns the solver with the budget of the options.
func (o Options) solver() solve.Solver {
	if o.Steps == 0 {
		return o.Solver
	}
	return solve.InSteps(o.Solver, o.Steps)
}

// begun returns a plan without units.
func begun(system *spec.System, layers [][]string, o Options) *Planned {
	p := &plan.Plan{Tool: o.Tool, System: system, Layers: layers, NoStrengthen: o.NoStrengthen,
		CoverCallees: o.CoverCallees}
	trees := suite.NewTrees()
	engine := stubs.NewEngine(system, o.solver(), trees)
	return &Planned{Plan: p, engine: engine, finder: finder{system, engine}, trees: trees, byName: map[string]*unit{}}
}

// add appends a unit, with its tree where it has one.
func (p *Planned) add(u *unit) {
	p.Plan.Add(u.Unit)
	p.units = append(p.units, u)
	p.byName[u.Name] = u
	if u.Tree != nil {
		p.trees.Put(u.Tree)
	}
}

// unit returns a unit by its name, or nil.
func (p *Planned) unit(name string) *unit { return p.byName[name] }

// Make plans a system. Errors are about the specification, and located in it. When
// the context ends, there is a plan beside the error: what was found until then, with
// what was not reached (Plan.Unfinished). Work that does not ask the context for its
// error is waited for no longer than patience, and left behind.
func Make(ctx context.Context, system *spec.System, o Options) (*Planned, error) {
	uses := graph.Uses(system)
	layers, err := uses.Layers()
	if err != nil {
		return nil, err
	}
	if system, err = prepared(ctx, system, o); err != nil {
		return unprepared(ctx, system, layers, err, o), err
	}
	p := begun(system, layers, o)
	for k, layer := range layers {
		for _, name := range layer {
			p.add(&unit{Unit: &plan.Unit{Unit: system.Unit(name), Layer: k, Families: uses.Families(name)}})
		}
	}
	w := newWork(p, o)
	stages := w.stages()
	for i, stage := range stages {
		if err := stage.do(ctx); err != nil {
			if ctx.Err() == nil {
				return nil, err
			}
			return w.unfinished(ctx, stages[i:]), err
		}
	}
	p.Complete()
	return p, nil
}

// stage is a part of the work that every plan takes, and what it is called.
type stage struct {
	name string
	do   func(context.Context) error
}

// stages returns what is to be done for the plan that is wanted, in order.
func (w *work) stages() []stage {
	out := []stage{{"testing trees", w.trees}, {"test cases", w.cases}}
	if w.options.CoverCallees {
		out = append(out, stage{"cases for the leaves of callees", w.cover})
	}
	out = append(out, stage{"stub decisions", w.decisions})
	if !w.options.NoStrengthen {
		out = append(out, stage{"strengthening", w.strengthen})
	}
	out = append(out, stage{"cases held against what was refuted", w.asked}, stage{"coverage", w.coverage})
	if w.options.Theorem2 {
		out = append(out, stage{"the matrices of Theorem 2", w.theorem2})
	}
	return out
}

// prepared returns the system with values for its loose constants, once it is known
// that no unit that stands in for another is refuted.
func prepared(ctx context.Context, system *spec.System, o Options) (*spec.System, error) {
	ctx, stop := solve.Limited(ctx, o.Memory)
	defer stop()
	settled, err := system, error(nil)
	group, working := workers.New(ctx)
	group.Go(func() {
		out, failed := Settled(working, system, o)
		if failed == nil {
			_, failed = Refinements(working, out, o)
		}
		settled, err = out, failed
	})
	if over := group.WaitPatiently(patience); ctx.Err() != nil || !over {
		return system, interruption(ctx)
	}
	return settled, err
}

// Check does what planning begins with: it builds the testing tree of every unit,
// holds the tables of manual stubs against the callees' specifications, and finds
// the leaf of each case that the specification gives. Errors are about the
// specification, and located in it; the notes say what could not be checked.
func Check(ctx context.Context, system *spec.System, o Options) ([]parse.Note, error) {
	if slices.ContainsFunc(system.Units, func(u *spec.Unit) bool { return len(u.Cases)+len(u.Stubs) > 0 }) {
		var err error
		if system, err = Settled(ctx, system, o); err != nil {
			return nil, err
		}
	}
	p := begun(system, nil, o)
	for _, u := range system.Units {
		p.add(&unit{Unit: &plan.Unit{Unit: u}})
	}
	err := newWork(p, o).trees(ctx)
	var notes []parse.Note
	for _, u := range p.units {
		notes = append(notes, u.Notes...)
	}
	return notes, err
}

// assumed are the certificates of a plan: every case will pass.
type assumed struct{ plan *plan.Plan }

// Leaf tells whether the leaf will have been tested.
func (a assumed) Leaf(unit, leaf string) stubs.Standing {
	u := a.plan.Unit(unit)
	if u == nil {
		return stubs.NoCase
	}
	switch l := u.Leaf(leaf); {
	case l == nil || l.Refused():
		return stubs.NoCase
	case l.Status == suite.PrunedByHand:
		return stubs.RuledOut
	case l.Status != suite.HasCase || l.Open():
		return stubs.NoCase
	}
	return stubs.Passed
}

// Failure returns "": no case is assumed to fail.
func (a assumed) Failure(string) string { return "" }
