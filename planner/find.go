package planner

import (
	"context"
	"fmt"
	"sync"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// finder finds the cases of a system's units, and the leaves in which cases lie.
type finder struct {
	system *spec.System
	engine *stubs.Engine
	whys   *whys
}

// grow builds the unit's testing tree. Its leaves have no status yet, except those that
// a person ruled out.
func (u *unit) grow(system *spec.System, o Options) error {
	tree, err := tactics.Build(system, u.Unit.Unit, o.Conditions)
	if err != nil {
		return err
	}
	u.Tree = tree
	u.telling = newTelling(u.Unit, system)
	var list []*plan.Leaf
	for _, c := range append(tree.Leaves(), tree.RejectedLeaves()...) {
		leaf := &plan.Leaf{Leaf: suite.Leaf{Condition: c}}
		if c.Pruned != "" {
			leaf.Settle(suite.PrunedByHand, suite.Why{Reason: c.Pruned})
		}
		list = append(list, leaf)
	}
	u.AddAll(list)
	u.counted = system.Globals.CountsOf(u.conditions()...)
	return nil
}

// problem returns the problem of finding a test case of a leaf together with an outcome
// that the specification allows. The inputs and the before-state lie in the scope; the
// bounds of the outcome follow from the predicate.
func (f finder) problem(u *unit, c *suite.Condition) solve.Problem {
	if c.IsRejected() {
		return f.rejectedProblem(u, c)
	}
	problem := f.engine.Oracle.Unit(u.Unit.Unit).Problem(c.Disjunct)
	problem.Pred = u.below.join(problem.Pred, c)
	return problem
}

// belowConditions are conjunctions of predicates with what conditions of a tree add to their disjunct, so
// that the solver, which prepares a predicate once, is asked about the same predicate again. It is safe
// for concurrent use.
type belowConditions struct {
	mu   sync.Mutex
	made map[joinKey]zed.Expr
}

// maxBelow is how many conjunctions are kept for a unit, about as many as a solver keeps prepared: those of one leaf
// are asked about together.
const maxBelow = 512

// joinKey identifies a conjunction of a predicate with what a condition adds.
type joinKey struct {
	pred zed.Expr
	at   *suite.Condition
}

// join returns the conjunction of a predicate with the conditions that a leaf adds to its disjunct.
func (b *belowConditions) join(pred zed.Expr, at *suite.Condition) zed.Expr {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := joinKey{pred, at}
	joined, ok := b.made[key]
	if !ok {
		if b.made == nil || len(b.made) >= maxBelow {
			b.made = map[joinKey]zed.Expr{}
		}
		joined = conjoin(pred, conditionsBelow(at))
		b.made[key] = joined
	}
	return joined
}

// forget forgets the conjunctions. What is asked later is prepared again.
func (b *belowConditions) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.made = nil
}

// forgetSearch forgets what was only made to search for cases, when a stage of the search is over for the unit: of
// thousands of units it would be most of what planning keeps.
func (u *unit) forgetSearch() {
	u.below.forget()
	u.telling = u.telling.anew()
}

// conditionsBelow returns the conditions that a leaf adds to its disjunct.
func conditionsBelow(c *suite.Condition) []zed.Expr {
	var out []zed.Expr
	for _, above := range c.Path() {
		if above.HasOwnPart() {
			out = append(out, above.Pred)
		}
	}
	return out
}

// conjoin returns the conjunction of a predicate with others, and the predicate itself
// where there are none.
func conjoin(pred zed.Expr, others []zed.Expr) zed.Expr {
	if len(others) == 0 {
		return pred
	}
	return schema.Conjoin(append([]zed.Expr{pred}, others...))
}

// wholeSteps is the solver's budget for a condition whose disjunct has several
// alternatives, before these are asked about one by one. Most conditions that have a
// model or are refuted need less.
const wholeSteps = 2_000

// ask solves the problem of a condition in conjunction with `also`. Where the solver
// does not answer within a few steps, it asks about the alternatives that the callees
// leave, one by one, in which equations determine the intermediate states.
func (f finder) ask(ctx context.Context, u *unit, c *suite.Condition, problem solve.Problem,
	also []zed.Expr) solve.Result {
	problem.Pred = conjoin(problem.Pred, also)
	if c.IsRejected() || c.Disjunct == 0 || len(f.partsOf(u, c)) == 0 {
		return f.engine.Solver.Solve(ctx, problem)
	}
	brief := problem
	if brief.Steps == 0 || brief.Steps > wholeSteps {
		brief.Steps = wholeSteps
	}
	answer := f.engine.Solver.Solve(ctx, brief)
	steps, built := answer.Steps, answer.Built
	if answer.Outcome == solve.Undecided {
		found := f.askParts(ctx, u, c, problem, also)
		built += found.Built
		if steps += found.Steps; found.Outcome == solve.Case {
			answer = found
		}
	}
	if answer.Outcome == solve.Undecided && brief.Steps != problem.Steps {
		answer = f.engine.Solver.Solve(ctx, problem)
		steps, built = steps+answer.Steps, built+answer.Built
	}
	answer.Steps, answer.Built = steps, built
	return answer
}

// partsOf returns the problems of the alternatives of a condition's disjunct; none where it is its only
// alternative.
func (f finder) partsOf(u *unit, c *suite.Condition) []solve.Problem {
	judge := f.engine.Oracle.Unit(u.Unit.Unit)
	parts := judge.Problems(c.Disjunct)
	if len(parts) == 1 && parts[0].Pred == judge.Problem(c.Disjunct).Pred {
		return nil
	}
	return parts
}

// askParts asks for a model of any of the alternatives. Where all are refuted, the result is that
// of the last one; otherwise, where no model is found, it has only the number of steps. The values
// that are bound in the whole problem and its budget hold for each alternative.
func (f finder) askParts(ctx context.Context, u *unit, c *suite.Condition, whole solve.Problem,
	also []zed.Expr) solve.Result {
	var last solve.Result
	refuted := true
	for _, part := range f.partsOf(u, c) {
		part.Bound, part.Steps = whole.Bound, whole.Steps
		part.Pred = conjoin(u.below.join(part.Pred, c), also)
		found := f.engine.Solver.Solve(ctx, part)
		found.Steps, found.Built = found.Steps+last.Steps, found.Built+last.Built
		if found.Outcome == solve.Case {
			return found
		}
		if refuted = refuted && found.Outcome == solve.Unsatisfiable; !refuted {
			found = solve.Result{Steps: found.Steps, Built: found.Built}
		}
		last = found
	}
	return last
}

// evaluateCondition asks whether a condition holds for the given inputs and before-state. The
// outcome is a case where it does. Given types have the given sizes, and any size where
// none is given; the result has the sizes on which it rests.
func (f finder) evaluateCondition(ctx context.Context, u *unit, c *suite.Condition, given map[string]value.Value,
	sizes value.Sizes) solve.Result {
	at := f.withSizes(sizes)
	var found solve.Result
	if !c.IsRejected() && c.Disjunct > 0 {
		if at.engine.Oracle.Unit(u.Unit.Unit).Enablings(ctx, u.Frame(given))[c.Disjunct-1] == oracle.Disabled {
			return solve.Result{Outcome: solve.Unsatisfiable, Sizes: sizes}
		}
		found = at.askParts(ctx, u, c, solve.Problem{Bound: given}, nil)
	}
	if found.Outcome == solve.Undecided {
		problem := at.problem(u, c)
		problem.Bound = given
		found = f.engine.Solver.Solve(ctx, problem)
	}
	found.Sizes = sizes.Merge(found.Sizes)
	return found
}

// solve sets the status of a leaf and its cases: the given ones, and as many found ones
// as the options ask for. Steps bounds the search for each; 0: the solver's own budget.
// It returns the given cases that are not shown to be cases of the leaf.
func (f finder) solve(ctx context.Context, u *unit, leaf *plan.Leaf, own []placed, steps int64) (open []unplaced) {
	problem := f.problem(u, leaf.Condition)
	problem.Steps = steps
	leaf.Status = suite.HasCase
	var others []zed.Expr // than the cases that it has
	for _, given := range own {
		c, doubt := f.certifyModel(ctx, u, leaf, len(leaf.Cases), given.values.Map(), given.sizes)
		if c != nil {
			c.Own = true
			leaf.Cases = append(leaf.Cases, c)
		} else {
			open = append(open, unplaced{Index: given.index, Reason: leaf.ID + ": " + doubt})
		}
		others = append(others, excludeModel(u.Tree.VIS, given.values.Map()))
	}
	var earlier earlierModels
	wanted := max(1, f.system.Run.Cases)
	for n := 0; n < wanted; n++ {
		answer := f.ask(ctx, u, leaf.Condition, problem, others)
		leaf.Steps, leaf.Built = leaf.Steps+answer.Steps, leaf.Built+answer.Built
		if answer.Outcome != solve.Case {
			if n == 0 && len(leaf.Cases) == 0 {
				if c := f.makeOpenCase(ctx, u, leaf, answer, steps); c != nil {
					leaf.Cases = append(leaf.Cases, c)
				} else {
					f.setStatus(ctx, leaf, problem, answer, len(open))
				}
			}
			break
		}
		answer = f.choose(ctx, u, leaf, others, answer, earlier)
		if cutShort(ctx) {
			// Which of several models a plan has must not depend on when it was ended.
			settle(leaf, suite.Undecided, solve.ExplainInterruption(ctx))
			break
		}
		c, doubt := f.certifyModel(ctx, u, leaf, len(leaf.Cases), answer.Model, answer.Sizes)
		if c != nil {
			leaf.Cases = append(leaf.Cases, c)
			if n+1 < wanted {
				earlier.add(u, answer)
			}
		} else if len(leaf.Cases) == 0 {
			settle(leaf, suite.Undecided, doubt)
		}
		others = append(others, excludeModel(u.Tree.VIS, answer.Model))
	}
	if len(leaf.Cases) > 0 && !cutShort(ctx) {
		settle(leaf, suite.HasCase, "")
	}
	return open
}

// setStatus sets the status of a leaf for which the solver found no case, by the solver's
// answer. Given cases of the leaf were excluded from the question; their number is
// given.
func (f finder) setStatus(ctx context.Context, leaf *plan.Leaf, problem solve.Problem, answer solve.Result, open int) {
	if open > 0 {
		settle(leaf, suite.Undecided,
			"no case was found beside those that the specification gives, which are undecided")
		return
	}
	answer = solve.Blame(ctx, f.engine.Solver, problem, solve.Core(ctx, f.engine.Solver, problem, answer))
	why := suite.Why{Reason: answer.Reason, Conflict: leaf.Why().Conflict, Chosen: answer.Chosen}
	for _, e := range answer.Conflict {
		why.Conflict = append(why.Conflict, zed.Print(e, zed.Unicode))
	}
	if status(answer.Outcome) == suite.Undecided && answer.Bound != "steps" {
		why.Reason += fmt.Sprintf(", after %d steps", leaf.Steps)
	}
	leaf.Settle(status(answer.Outcome), why)
	leaf.Share(f.whys.one)
}

// whys has once each why leaves have no case: those of a unit have few different reasons. It is safe for concurrent
// use.
type whys struct {
	mu sync.Mutex
	of map[string]*suite.Why
}

// maxWhys is how many are known at a time, which is more than the leaves of a unit have.
const maxWhys = 1 << 12

// one returns an equal one that others have already, or w itself.
func (s *whys) one(w *suite.Why) *suite.Why {
	key := fmt.Sprintf("%q %q %q", w.Reason, w.Conflict, w.Chosen)
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.of[key]; known != nil {
		return known
	}
	if s.of == nil || len(s.of) >= maxWhys {
		s.of = map[string]*suite.Why{}
	}
	s.of[key] = w
	return w
}

// settle sets the status of a leaf, and the reason for it. What else is said of why it has its status stays.
func settle(leaf *plan.Leaf, s suite.Status, reason string) {
	why := leaf.Why()
	why.Reason = reason
	leaf.Settle(s, why)
}

// certifyModel returns the case of a leaf with the given model, where the leaf has
// `before` cases already, or the reason why the values are not shown to be a case.
func (f finder) certifyModel(ctx context.Context, u *unit, leaf *plan.Leaf, before int, model map[string]value.Value,
	sizes value.Sizes) (c *plan.Case, doubt string) {
	values := spec.FromModel(u.Tree.VIS, model)
	if values == nil {
		values = spec.Values{}
	}
	c = f.newCase(ctx, u, leaf, before+1, values, sizes)
	switch {
	case leaf.IsRejected() && f.isAllowed(ctx, u, c):
		return nil, "the specification allows an outcome of its case"
	case c.Witness != nil:
		return c, ""
	case solve.ExplainInterruption(ctx) != "":
		return nil, solve.ExplainInterruption(ctx)
	case leaf.IsRejected():
		return nil, promisesNone(u, c)
	case f.mayHave(ctx, u, leaf, c):
		c.Open = true
		return c, ""
	}
	return nil, "no outcome of its case was found to be allowed"
}

// newCase returns the n-th case of a leaf, with its expected outcome.
func (f finder) newCase(ctx context.Context, u *unit, leaf *plan.Leaf, n int, values spec.Values,
	sizes value.Sizes) *plan.Case {
	c := &plan.Case{Case: suite.Case{ID: leaf.ID, Steps: suite.MakeSteps(u.Name, values)}, Leaf: leaf}
	if n > 1 {
		c.ID += fmt.Sprintf("#%d", n)
	}
	f.setSizes(u, c, sizes)
	f.expect(ctx, u, c)
	return c
}

func status(o solve.Outcome) suite.Status {
	switch o {
	case solve.Unsatisfiable:
		return suite.Unsatisfiable
	case solve.NoneInScope:
		return suite.NoneInScope
	}
	return suite.Undecided
}

// excludeModel returns the predicate that at least one of the variables has another value
// than in the model.
func excludeModel(vars []zed.Var, model map[string]value.Value) zed.Expr {
	var equal []zed.Expr
	for _, v := range vars {
		equal = append(equal, value.Equation(v.Name, v.Type, model[v.Name]))
	}
	return zed.Negation(schema.Conjoin(equal))
}

// expect sets the outcome that the specification allows for a case: a witness, which
// the solver has evaluated, and the expected outcome where that is the only one.
func (f finder) expect(ctx context.Context, u *unit, c *plan.Case) {
	judge := f.engine.WithSizes(c.Sizes).Oracle.Unit(u.UnitFor(c.Leaf))
	by := c.Values().Map()
	frame := make([]value.Value, len(judge.Vars))
	for i, v := range judge.Vars {
		frame[i] = by[v.Name]
	}
	outcomes, complete, doubt := judge.Outcomes(ctx, frame, 1)
	// Decisions and coverage ask this: now the solver has what it needs at hand.
	judge.Enablings(ctx, frame)
	if len(outcomes) == 0 {
		return
	}
	c.Witness, c.Several = outcomes[0], !complete && doubt == ""
	if complete {
		c.Expected = c.Witness
	}
}
