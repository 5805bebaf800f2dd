package planner

import (
	"context"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// An open case is one of which no outcome was found that the specification allows, and
// for which it was not found that there is none: it is run, and what the unit does is
// judged.

// openSteps is the solver's budget for a question about an open case.
const openSteps = 20_000

// makeOpenCase returns a case of a leaf for which only inputs and a before-state are found,
// where `answer` is the solver's answer to the question for a whole case; nil where
// there is none. Where an allowed outcome is found for these inputs, the case is not
// open.
func (f finder) makeOpenCase(ctx context.Context, u *unit, leaf *plan.Leaf, answer solve.Result,
	steps int64) *plan.Case {
	found, ok := f.findInputs(ctx, u, leaf, answer, steps)
	if !ok {
		return nil
	}
	c, _ := f.certifyModel(ctx, u, leaf, 0, found.Model, found.Sizes)
	if c != nil && !c.Open && f.evaluateCondition(ctx, u, leaf.Condition, c.Values().Map(),
		c.Sizes).Outcome != solve.Case {
		return nil
	}
	return c
}

// mayHave tells whether the specification may allow an outcome of a case although none
// was found: it was not refuted, and the search was not cut short.
func (f finder) mayHave(ctx context.Context, u *unit, leaf *plan.Leaf, c *plan.Case) bool {
	if leaf.IsRejected() || solve.ExplainInterruption(ctx) != "" {
		return false
	}
	problem := f.withSizes(c.Sizes).problem(u, leaf.Condition)
	problem.Bound, problem.Steps = c.Values().Map(), openSteps
	found := f.engine.Solver.Solve(ctx, problem)
	return found.Outcome != solve.Unsatisfiable && !found.NeverTrue && len(found.Chosen) == 0
}

// findInputs searches for inputs and a before-state of a leaf that satisfy all conditions
// on them alone, whether an outcome is allowed or not. Steps is the budget of the
// search for a case of the leaf. Where it is small and the answer is undecided, it does not
// search, since more steps may find a whole case.
func (f finder) findInputs(ctx context.Context, u *unit, leaf *plan.Leaf, answer solve.Result,
	steps int64) (solve.Result, bool) {
	few := steps > 0 && steps < openSteps
	switch answer.Outcome {
	case solve.Undecided:
		if few {
			return answer, false // it is asked again
		}
	case solve.NoneInScope:
		// The scope is one of inputs: what bounds the outcome there is no bound of the program's.
		if answer.Bound == solve.FiniteValues {
			return answer, false
		}
	default:
		return answer, false
	}
	if answer.NeverTrue || len(answer.Chosen) > 0 || leaf.IsRejected() || leaf.Disjunct == 0 ||
		solve.ExplainInterruption(ctx) != "" {
		return answer, false
	}
	late := map[string]bool{}
	for _, v := range u.Op.Late.Vars {
		late[v.Name] = true
	}
	problem := f.problem(u, leaf.Condition)
	var alone []zed.Expr
	for _, e := range conjunctsOf(problem.Pred) {
		if !f.system.Calculus.Mentions(e, late) {
			alone = append(alone, e)
		}
	}
	problem.Pred, problem.Vars, problem.Steps = schema.Conjoin(alone), nil, openSteps
	if few {
		problem.Steps = steps
	}
	for _, v := range u.Tree.VIS {
		problem.Vars = append(problem.Vars, solve.Var{Var: v, Scoped: true})
	}
	found := f.engine.Solver.Solve(ctx, problem)
	leaf.Steps, leaf.Built = leaf.Steps+found.Steps, leaf.Built+found.Built
	return found, found.Outcome == solve.Case
}

// conjunctsOf returns the conjuncts of a predicate, where conjuncts that are
// conjunctions are split in turn.
func conjunctsOf(e zed.Expr) []zed.Expr {
	l, ok := e.(*zed.Logic)
	if !ok || l.Op != zed.And {
		return []zed.Expr{e}
	}
	var out []zed.Expr
	for _, a := range l.Args {
		out = append(out, conjunctsOf(a)...)
	}
	return out
}
