package planner

import (
	"context"
	"slices"
	"time"

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
	Tool  string // the version of ttf-int, which is recorded in the plan
	Steps int64  // the solver's budget per leaf; 0: its default
	// Solver finds cases and answers the questions about stubs. Backend identifies it,
	// with versions, so that results of different solvers are kept apart; "" is the
	// embedded solver.
	Solver  solve.Solver
	Backend string
	// NoStrengthen keeps units to the leaves of their testing trees, whatever callers
	// may call them with. Strengthening is how many leaves may be added to a unit; 0:
	// MaxStrengthening.
	NoStrengthen  bool
	Strengthening int
	// CoverCallees adds cases that meet those leaves of callees that no other case
	// meets (Cristiá, Mesuro and Frydman, Theorem 2).
	CoverCallees bool
	// Theorem2 computes the matrices of Theorem 2 during planning. Without it they are
	// computed when they are first asked for, and not kept.
	Theorem2 bool
	// Memory is how many bytes may be in use. A leaf that needs more is undecided. 0:
	// no limit.
	Memory int64
	// UnitTime is how long the search for the cases of one unit may take, apart from that for
	// those that tell mutants apart, for which it may take as long again; what is not found
	// then is undecided. 0: no limit but the end of the context, which the units share.
	UnitTime   time.Duration
	Conditions int   // the largest number of conditions of a tree; 0: tactics.MaxConditions
	Workers    int   // 0: one per core; the plan does not depend on it
	Cache      Cache // the results of earlier plans; nil: there are none, and none are kept
	// Progress, where it is not nil, is called with the number of steps done and the
	// total, which may still change. It is called from several goroutines, one at a
	// time.
	Progress func(done, total int)
}

// Planned is a plan together with what later stages need to go on from it.
type Planned struct {
	*plan.Plan
	engine *stubs.Engine
	finder finder
	trees  *suite.Trees // the trees of the units, as the engine has them
	units  []*unit      // the units of the plan
	byName map[string]*unit
}

// unit is the plan of a unit, with what is known of it during planning.
type unit struct {
	*plan.Unit
	// counted are the given types on whose sizes the unit's specification or the
	// conditions of its tree depend. The unit's cases rest on these sizes.
	counted eval.Counts
	keys    keys
	telling *telling // tells its mutants apart
	leftOut bool     // whether it needs a constant that has no value
	open    []unplaced
	below   belowConditions
	// mixed are the mixups that cases show, by whose elements these are varied.
	mixed map[*plan.Case][]mixed
}

// Engine returns the plan's engine: solver, oracle and decider.
func (p *Planned) Engine() *stubs.Engine { return p.engine }

// solver returns the solver, with the budget of the options.
func (o Options) solver() solve.Solver {
	if o.Steps == 0 {
		return o.Solver
	}
	return solve.LimitSteps(o.Solver, o.Steps)
}

// newPlanned returns a plan that has no units yet.
func newPlanned(system *spec.System, layers [][]string, o Options) *Planned {
	p := &plan.Plan{Tool: o.Tool, System: system, Layers: layers, NoStrengthen: o.NoStrengthen,
		CoverCallees: o.CoverCallees}
	trees := suite.NewTrees()
	engine := stubs.NewEngine(system, o.solver(), trees)
	return &Planned{Plan: p, engine: engine, finder: finder{system, engine, &whys{}}, trees: trees,
		byName: map[string]*unit{}}
}

// add appends a unit, with its tree if it has one.
func (p *Planned) add(u *unit) {
	p.Plan.Add(u.Unit)
	p.units = append(p.units, u)
	p.byName[u.Name] = u
	if u.Tree != nil {
		p.trees.Put(u.Tree)
	}
}

// unit returns the unit of the given name, or nil.
func (p *Planned) unit(name string) *unit { return p.byName[name] }

// Make plans a system. Errors are about the specification, and located in it. When the
// context ends, there is an unfinished plan beside the error, with what was found until
// then and a list of what was not reached (Plan.Unfinished). Make waits for work that
// does not notice the end no longer than `patience`.
func Make(ctx context.Context, system *spec.System, o Options) (*Planned, error) {
	uses := graph.Uses(system)
	layers, err := uses.UnitLayers()
	if err != nil {
		return nil, err
	}
	if system, err = prepare(ctx, system, o); err != nil {
		return newUnprepared(ctx, system, layers, err, o), err
	}
	p := newPlanned(system, layers, o)
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
			return w.makeUnfinished(ctx, stages[i:]), err
		}
	}
	p.Complete()
	return p, nil
}

// stage is a part of planning, with its name.
type stage struct {
	name string
	do   func(context.Context) error
}

// stages returns the stages that the wanted plan needs, in order.
func (w *work) stages() []stage {
	out := []stage{{"testing trees", w.buildTrees}, {"test cases", w.findCases}}
	if len(w.planned.System.Classes) > 0 {
		out = append(out, stage{"pairs of sequences", w.makePairs})
	}
	if w.options.CoverCallees {
		out = append(out, stage{"cases for the leaves of callees", w.cover})
	}
	out = append(out, stage{"stub decisions", w.makeDecisions})
	if !w.options.NoStrengthen {
		out = append(out, stage{"strengthening", w.strengthen})
	}
	out = append(out, stage{"cases held against what was refuted", w.checkRefutations},
		stage{"coverage", w.computeCoverage})
	if w.options.Theorem2 {
		out = append(out, stage{"the matrices of Theorem 2", w.checkTheorem2})
	}
	return out
}

// prepare returns the system with values for its loose constants, after checking that
// no unit that refines another is refuted.
func prepare(ctx context.Context, system *spec.System, o Options) (*spec.System, error) {
	ctx, stop := solve.LimitMemory(ctx, o.Memory)
	defer stop()
	settled, err := system, error(nil)
	group, working := workers.New(ctx)
	group.Go(func() {
		out, failed := SettleConstants(working, system, o)
		if failed == nil {
			_, failed = CheckRefinements(working, out, o)
		}
		settled, err = out, failed
	})
	if over := group.WaitPatiently(patience); ctx.Err() != nil || !over {
		return system, interruption(ctx)
	}
	return settled, err
}

// Check does the first part of planning: it builds the testing tree of every unit,
// checks the tables of manual stubs against the callees' specifications, and finds the
// leaf of each given case. Errors are about the specification, and located in it; the
// notes say what could not be checked.
func Check(ctx context.Context, system *spec.System, o Options) ([]parse.Note, error) {
	if slices.ContainsFunc(system.Units, func(u *spec.Unit) bool { return len(u.Cases)+len(u.Stubs) > 0 }) {
		var err error
		if system, err = SettleConstants(ctx, system, o); err != nil {
			return nil, err
		}
	}
	p := newPlanned(system, nil, o)
	for _, u := range system.Units {
		p.add(&unit{Unit: &plan.Unit{Unit: u}})
	}
	err := newWork(p, o).buildTrees(ctx)
	var notes []parse.Note
	for _, u := range p.units {
		notes = append(notes, u.Notes...)
	}
	return notes, err
}

// assumed are the certificates that a plan assumes: every case passes.
type assumed struct{ plan *plan.Plan }

// Leaf returns Passed for a leaf that has a case.
func (a assumed) Leaf(unit, leaf string) stubs.Standing {
	u := a.plan.Unit(unit)
	if u == nil {
		return stubs.NoCase
	}
	switch l := u.Leaf(leaf); {
	case l == nil || l.IsRejected():
		return stubs.NoCase
	case l.Status == suite.PrunedByHand:
		return stubs.RuledOut
	case l.Status != suite.HasCase || l.IsOpen():
		return stubs.NoCase
	}
	return stubs.Passed
}

// Failure returns "", since no case is assumed to fail.
func (a assumed) Failure(string) string { return "" }
