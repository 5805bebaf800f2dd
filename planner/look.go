package planner

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// lookForAll searches for cases that tell the mutants apart that are left, briefly for each of them and
// then in more steps, as long as these bring something.
func (a *apart) lookForAll(ctx context.Context) {
	for _, steps := range []int64{mutantBrief, mutantSteps} {
		vain := 0
		for i := range a.found {
			m := &a.found[i]
			if m.Status != suite.Undecided || ctx.Err() != nil || steps > mutantBrief && vain >= maxVain {
				continue
			}
			if vain++; a.look(ctx, i, steps) {
				vain = 0
			}
		}
	}
}

// look searches for a case that tells a mutant apart, with the given budget for each
// question. It returns whether the mutant is told apart then, or shown to be equivalent.
func (a *apart) look(ctx context.Context, mutant int, steps int64) bool {
	m := &a.found[mutant]
	if a.steps > mutantsMost {
		m.Status, m.Reason = suite.Undecided, fmt.Sprintf("%d steps were taken for the mutants before it", mutantsMost)
		return false
	}
	r := a.explain(ctx, a.findTellingModel(ctx, mutant, steps))
	if m.Status, m.Reason = status(r.Outcome), r.Reason; r.Outcome != solve.Case {
		return m.Status == suite.Unsatisfiable
	}
	c, reason := a.makeCase(ctx, r)
	if m.Status, m.Reason = suite.Undecided, reason; c == nil {
		return false
	}
	if same := a.findSameCase(c); same != nil {
		m.Status, m.Case = suite.HasCase, same.ID
		return true
	}
	m.Status, m.Case = suite.HasCase, c.ID
	a.note(ctx, c)
	a.keep(c)
	return true
}

// findTellingModel searches for an input and a before-state for which the operation allows
// an outcome and the mutant either allows none or allows one that the operation does
// not allow: there it is not a refinement of the operation.
func (a *apart) findTellingModel(ctx context.Context, mutant int, steps int64) answer {
	m := &a.unit.Tree.Mutants[mutant]
	problem := a.finder.engine.Oracle.Unit(a.unit.Unit.Unit).Problem(0)
	if problem.Steps = steps; steps > mutantBrief {
		problem.Refuting = mutantRefuting
	}
	questions := a.contrastOf(mutant)
	refused := func(r solve.Result) bool { return a.refuses(ctx, r, mutant) }
	lost, ok := a.modelOf(ctx, problem, questions.lost, m.ID, refused)
	if ok {
		return lost
	}
	gained, ok := a.modelOf(ctx, problem, questions.gained, m.ID,
		func(r solve.Result) bool { return a.isPossible(ctx, r) })
	if gained.Outcome == solve.Case && !ok {
		gained = a.searchWithin(ctx, problem, mutant)
	}
	if gained.Outcome == solve.Case {
		return gained
	}
	if lost.Outcome == solve.Case {
		lost, ok = a.modelOf(ctx, problem, a.refusalsOf(mutant), m.ID, refused)
		switch {
		case ok:
			return lost
		case lost.Outcome != solve.Unsatisfiable:
			return answer{Result: solve.Result{Reason: narrows + ", as far as it was searched"}}
		}
		lost = answer{Result: solve.Result{Outcome: solve.Unsatisfiable, Reason: narrows}}
	}
	if gained.Outcome == solve.Unsatisfiable {
		return lost
	}
	return gained
}

// narrows is the reason shown for a mutant that only leaves the program less choice: it
// allows nothing that the operation does not, and refuses nothing.
const narrows = "it only narrows what the operation allows"

// isPossible tells whether the operation is found to allow an outcome for the input of a
// model.
func (a *apart) isPossible(ctx context.Context, found solve.Result) bool {
	judge := a.finder.withSizes(found.Sizes).engine.Oracle.Unit(a.unit.Unit.Unit)
	return judge.Pre(ctx, a.unit.Frame(found.Model)).Compliance == oracle.Holds
}

// searchWithin searches for an input for which the operation allows an outcome and the mutant
// allows one that the operation does not.
func (a *apart) searchWithin(ctx context.Context, problem solve.Problem, mutant int) answer {
	u, primed, taken := a.unit, map[string]string{}, map[string]bool{}
	for _, v := range u.Op.Vars {
		taken[v.Name] = true
	}
	for _, v := range u.Op.Late.Vars {
		primed[v.Name] = schema.FreshName(v.Name, taken)
		v.Name = primed[v.Name]
		problem.Vars = append(problem.Vars[:len(problem.Vars):len(problem.Vars)], solve.Var{Var: v})
	}
	c := a.contrastOf(mutant)
	if c.beside == nil {
		c.beside = []zed.Expr{schema.Conjoin([]zed.Expr{u.Op.Pred,
			schema.Rename(u.Tree.Mutants[mutant].Pred, primed), schema.Negate(schema.Rename(u.Op.Pred, primed))})}
	}
	found, _ := a.modelOf(ctx, problem, c.beside, u.Tree.Mutants[mutant].ID, func(solve.Result) bool { return true })
	return found
}

// refuses tells whether a mutant that does not allow the outcome of a model allows no
// outcome for its input, or one that the operation does not allow.
func (a *apart) refuses(ctx context.Context, found solve.Result, mutant int) bool {
	judge := a.finder.withSizes(found.Sizes).engine.Oracle.Unit(a.unit.Unit.Unit)
	if _, complete, _ := judge.Outcomes(ctx, a.unit.Frame(found.Model), 1); complete {
		return true
	}
	problem := judge.Problem(0)
	problem.Bound, problem.Steps = spec.FromModel(a.unit.Tree.VIS, found.Model).Map(), pointSteps
	if a.unit.telling.large {
		problem.Pred = a.unit.telling.preds[mutant]
		return a.ask(ctx, problem).Outcome == solve.Unsatisfiable
	}
	for _, one := range a.splitter.alternatives(a.unit.Tree.Mutants[mutant].Pred) {
		problem.Pred = one.pred
		if a.ask(ctx, problem).Outcome != solve.Unsatisfiable {
			return false
		}
	}
	return true
}
