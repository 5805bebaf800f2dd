package planner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// finder finds cases of a system's units, and tells of cases in which leaves they lie.
type finder struct {
	system *spec.System
	engine *stubs.Engine
}

// grow builds the unit's testing tree. No leaf has a status yet, but those that
// a person ruled out.
func (u *unit) grow(system *spec.System, o Options) error {
	tree, err := tactics.Build(system, u.Unit.Unit, o.Conditions)
	if err != nil {
		return err
	}
	u.Tree = tree
	u.telling = newTelling(u.Unit, system)
	for _, c := range append(tree.Leaves(), tree.Refused()...) {
		leaf := &plan.Leaf{Leaf: suite.Leaf{Condition: c}}
		if c.Pruned != "" {
			leaf.Status, leaf.Reason = suite.PrunedByHand, c.Pruned
		}
		u.Add(leaf)
	}
	u.counted = system.Globals.Counted(u.conditions()...)
	return nil
}

// problem asks for a test case of a leaf with an outcome that the
// specification allows: the inputs and before-state lie in the scope, the
// outcome where it is determined to lie.
func (f finder) problem(u *unit, c *suite.Condition) solve.Problem {
	if c.Refused() {
		return f.refused(u, c)
	}
	problem := f.engine.Oracle.Unit(u.Unit.Unit).Problem(c.Disjunct)
	problem.Pred = with(problem.Pred, refined(c))
	return problem
}

// refined returns what a condition adds to its disjunct.
func refined(c *suite.Condition) []zed.Expr {
	var out []zed.Expr
	for _, above := range c.Path() {
		if above.Own() {
			out = append(out, above.Pred)
		}
	}
	return out
}

// with conjoins a predicate with others; it is itself where there are none.
func with(pred zed.Expr, others []zed.Expr) zed.Expr {
	if len(others) == 0 {
		return pred
	}
	return schema.Conjoin(append([]zed.Expr{pred}, others...))
}

// wholeSteps is the solver's budget for a condition whose disjunct has several alternatives,
// before it is asked of these: what is found or refuted without them takes less.
const wholeSteps = 2_000

// ask solves the problem of a condition, together with more conjuncts. Where the
// solver cannot soon tell, it is asked of the alternatives that the callees leave, one
// by one: in each, the equations that determine intermediate states stand alone.
func (f finder) ask(ctx context.Context, u *unit, c *suite.Condition, problem solve.Problem, also []zed.Expr) solve.Result {
	problem.Pred = with(problem.Pred, also)
	if c.Refused() || c.Disjunct == 0 || len(f.engine.Oracle.Unit(u.Unit.Unit).Problems(c.Disjunct)) == 1 {
		return f.engine.Solver.Solve(ctx, problem)
	}
	brief := problem
	if brief.Steps == 0 || brief.Steps > wholeSteps {
		brief.Steps = wholeSteps
	}
	answer := f.engine.Solver.Solve(ctx, brief)
	steps := answer.Steps
	if answer.Outcome == solve.Undecided {
		found := f.askParts(ctx, u, c, problem, also)
		if steps += found.Steps; found.Outcome == solve.Case {
			answer = found
		}
	}
	if answer.Outcome == solve.Undecided && brief.Steps != problem.Steps {
		answer = f.engine.Solver.Solve(ctx, problem)
		steps += answer.Steps
	}
	answer.Steps = steps
	return answer
}

// askParts asks for a model of any of the alternatives; where there is none, the
// result says only in how many steps. Of the whole problem, what is given and the budget
// hold for each.
func (f finder) askParts(ctx context.Context, u *unit, c *suite.Condition, whole solve.Problem, also []zed.Expr) solve.Result {
	var last solve.Result
	parts := f.engine.Oracle.Unit(u.Unit.Unit).Problems(c.Disjunct)
	if len(parts) == 1 {
		return last
	}
	for _, part := range parts {
		part.Bound, part.Steps, part.Pred = whole.Bound, whole.Steps, with(with(part.Pred, refined(c)), also)
		found := f.engine.Solver.Solve(ctx, part)
		found.Steps += last.Steps
		if found.Outcome == solve.Case {
			return found
		}
		last.Steps = found.Steps
	}
	return last
}

// holds tells whether a condition is found to hold of the given inputs and
// before-state.
// It is asked for given types that have the given sizes, others having any; the sizes
// on which it rests are returned.
func (f finder) holds(ctx context.Context, u *unit, c *suite.Condition, given map[string]value.Value, sizes value.Sizes) (value.Sizes, bool) {
	at := f.having(sizes)
	if !c.Refused() && c.Disjunct > 0 {
		if found := at.askParts(ctx, u, c, solve.Problem{Bound: given}, nil); found.Outcome == solve.Case {
			return sizes.With(found.Sizes), true
		}
	}
	problem := at.problem(u, c)
	problem.Bound = given
	found := f.engine.Solver.Solve(ctx, problem)
	return sizes.With(found.Sizes), found.Outcome == solve.Case
}

// solve gives the leaf its status and its cases: the ones that the specification
// gives, and as many found ones as the options want. Steps bounds the search for each; 0:
// the solver's own budget.
func (f finder) solve(ctx context.Context, u *unit, leaf *plan.Leaf, own []placed, steps int64) {
	problem := f.problem(u, leaf.Condition)
	problem.Steps = steps
	leaf.Status = suite.HasCase
	count := 0
	add := func(model map[string]value.Value, sizes value.Sizes, own bool) {
		values := spec.Of(u.Tree.VIS, model)
		if values == nil {
			values = spec.Values{}
		}
		count++
		c := f.newCase(ctx, u, leaf, count, values, sizes)
		c.Own = own
		if leaf.Refused() && f.allowed(ctx, u, c) {
			leaf.Status, leaf.Reason = suite.Undecided, "the specification allows an outcome of its case"
			return
		}
		if c.Witness == nil {
			leaf.Status, leaf.Reason = suite.Undecided, "no outcome of its case was found to be allowed"
			if leaf.Refused() {
				leaf.Reason = promisesNone(u, c)
			}
			if interrupted := solve.Interrupted(ctx); interrupted != "" {
				leaf.Reason = interrupted
			}
			return
		}
		leaf.Cases = append(leaf.Cases, c)
	}
	var others []zed.Expr // than the cases that it has
	for _, c := range own {
		add(c.values.Map(), c.sizes, true)
		others = append(others, excluding(u.Tree.VIS, c.values.Map()))
	}
	wanted := max(1, f.system.Run.Cases)
	for n := 0; n < wanted; n++ {
		answer := f.ask(ctx, u, leaf.Condition, problem, others)
		leaf.Steps += answer.Steps
		if answer.Outcome == solve.Case {
			answer = f.choose(ctx, u, leaf, others, answer)
			if cutShort(ctx) {
				// Which of several models a plan has must not depend on when it was ended.
				leaf.Status, leaf.Reason = suite.Undecided, solve.Interrupted(ctx)
				return
			}
			add(answer.Model, answer.Sizes, false)
			others = append(others, excluding(u.Tree.VIS, answer.Model))
			continue
		}
		if n == 0 && len(own) == 0 {
			answer = solve.Core(ctx, f.engine.Solver, problem, answer)
			leaf.Status, leaf.Reason, leaf.Chosen = status(answer.Outcome), answer.Reason, answer.Chosen
			for _, e := range answer.Conflict {
				leaf.Conflict = append(leaf.Conflict, zed.Print(e, zed.Unicode))
			}
			if leaf.Status == suite.Undecided && answer.Bound != "steps" {
				leaf.Reason += fmt.Sprintf(", after %d steps", leaf.Steps)
			}
		}
		break
	}
}

// newCase returns the n-th case of a leaf, with what is expected of it.
func (f finder) newCase(ctx context.Context, u *unit, leaf *plan.Leaf, n int, values spec.Values, sizes value.Sizes) *plan.Case {
	c := &plan.Case{Case: suite.Case{ID: leaf.ID, Steps: suite.One(u.Name, values)}, Leaf: leaf}
	if n > 1 {
		c.ID += fmt.Sprintf("#%d", n)
	}
	f.sized(u, c, sizes)
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

// excluding says that at least one of the variables differs from the model.
func excluding(vars []zed.Var, model map[string]value.Value) zed.Expr {
	var equal []zed.Expr
	for _, v := range vars {
		equal = append(equal, value.Equation(v.Name, v.Type, model[v.Name]))
	}
	return zed.Negation(schema.Conjoin(equal))
}

// expect computes the outcome that the specification allows for a case: one as
// a witness, which the solver has evaluated, and where it is the only one, the
// expected result.
func (f finder) expect(ctx context.Context, u *unit, c *plan.Case) {
	judge := f.engine.At(c.Sizes).Oracle.Unit(u.Under(c.Leaf))
	by := c.Values().Map()
	frame := make([]value.Value, len(judge.Vars))
	for i, v := range judge.Vars {
		frame[i] = by[v.Name]
	}
	outcomes, complete, doubt := judge.Outcomes(ctx, frame, 1)
	// Decisions and coverage ask this: now the solver has what it needs at hand.
	judge.Enabled(ctx, frame)
	if len(outcomes) == 0 {
		return
	}
	c.Witness, c.Several = outcomes[0], !complete && doubt == ""
	if complete {
		c.Expected = c.Witness
	}
}

// place finds the leaf of each case that the specification gives.
func (f finder) place(ctx context.Context, u *unit) (map[string][]placed, error) {
	out := map[string][]placed{}
	var errs source.Errors
	near := f.newFilter(u)
	for _, c := range u.Unit.Unit.Cases {
		given := c.Values.Map()
		var missing []string
		for _, v := range u.Tree.VIS {
			if _, ok := given[v.Name]; !ok {
				missing = append(missing, v.Name)
			}
		}
		if len(missing) > 0 {
			errs.Add(source.Errorf(c.Span, "the case gives no value for %s", strings.Join(missing, ", ")))
			continue
		}
		id, sizes, err := f.leafOf(ctx, u, c, near)
		if err != nil {
			errs.Add(err)
			continue
		}
		out[id] = append(out[id], placed{c.Values, sizes})
	}
	return out, errs.Err()
}

// placed is a case that the specification gives, with the sizes of given types with
// which it satisfies its leaf.
type placed struct {
	values spec.Values
	sizes  value.Sizes
}

// leafOf returns the leaf of a case that the specification gives. Where the unit counts
// given types, these have the scope's sizes, and only where it lies in no leaf then,
// any others.
func (f finder) leafOf(ctx context.Context, u *unit, c spec.OwnCase, near *leafFilter) (string, value.Sizes, error) {
	id, sizes, err := f.leafAt(ctx, u, c, near, f.sizes(u, nil, c.Values))
	if err != nil && len(u.counted.All()) > 0 {
		if other, sizes, none := f.leafAt(ctx, u, c, near, nil); none == nil {
			return other, sizes, nil
		}
	}
	return id, sizes, err
}

func (f finder) leafAt(ctx context.Context, u *unit, c spec.OwnCase, near *leafFilter, sizes value.Sizes) (string, value.Sizes, error) {
	pruned, given := "", c.Values.Map()
	frame := make([]value.Value, len(u.Tree.VIS))
	for i, v := range u.Tree.VIS {
		frame[i] = given[v.Name]
	}
	near.set(frame)
	for _, leaf := range append(u.Tree.Leaves(), u.Tree.Refused()...) {
		if near.excludes(leaf) {
			continue
		}
		with, ok := f.holds(ctx, u, leaf, given, sizes)
		if !ok {
			continue
		}
		if leaf.Pruned == "" {
			return leaf.ID, with, nil
		}
		pruned = leaf.ID
	}
	if pruned != "" {
		return "", nil, source.Errorf(c.Span, "the case %s lies in %s, which the specification rules out", c.Values, pruned)
	}
	return "", nil, f.nowhere(ctx, u, c, near)
}

// nowhere says why a case lies in no leaf; the filter has the values of the case.
func (f finder) nowhere(ctx context.Context, u *unit, c spec.OwnCase, near *leafFilter) error {
	verdict := f.engine.Oracle.Unit(u.Unit.Unit).Pre(ctx, u.Frame(c.Values.Map())).Compliance
	left := slices.ContainsFunc(u.Tree.Leaves(), func(l *suite.Condition) bool { return !near.excludes(l) })
	switch {
	case verdict == oracle.Holds && left:
		return source.Errorf(c.Span, "the case %s satisfies the precondition of %s, but is not shown to lie in any leaf of the testing tree", c.Values, u.Schema)
	case verdict == oracle.Holds:
		return source.Errorf(c.Span, "the case %s lies in no leaf of the testing tree, whose tactics leave it out", c.Values)
	case verdict == oracle.Violated && u.Tree.Rejected != nil:
		return source.Errorf(c.Span, "the case %s is outside the precondition of %s, and lies in no leaf of rejected inputs", c.Values, u.Schema)
	case verdict == oracle.Violated:
		return source.Errorf(c.Span, "the case %s is outside the precondition of %s", c.Values, u.Schema)
	}
	return source.Errorf(c.Span, "the case %s lies in no leaf of the testing tree: it is not shown to satisfy the precondition of %s", c.Values, u.Schema)
}
