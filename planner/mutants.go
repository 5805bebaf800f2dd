package planner

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The budgets of the search for cases that tell the mutants of a unit apart.
const (
	mutantBrief = 60  // the solver's budget for a case that tells a certain mutant apart
	mutantSteps = 200 // the same for mutants that are left then, most of which are equivalent
	// mutantRefuting is the work for showing of these that they are.
	mutantRefuting = 6_000
	mutantsMost    = 200_000 // the solver's budget for all mutants of a unit
	pointSteps     = 100     // the solver's budget for what a mutant allows on one case
	// poolDraws is how many models of the operation are drawn. Those become cases that
	// tell most mutants apart that no earlier case tells.
	poolDraws = 48
	// vainDraws is how many models in succession may tell no mutant apart that none before them
	// tells, before drawing ends.
	vainDraws = 16
	// maxFailed is how many of the drawn models may turn out to tell nothing apart
	// before drawing ends.
	maxFailed = 4
	// maxWider is how many values of a variable are tried that other cases have, for what a mutant allows
	// beside the outcome of a case.
	maxWider = 32
	// maxVain is how many mutants in succession may stay undecided in many steps before those after
	// them are left as they are.
	maxVain = 2
)

// tellApart sets, for every mutant of a unit's operation, the case that tells it apart.
// It adds cases for mutants that no case tells apart, as few as it can. It returns the
// refutations that such a case contradicts.
func (w *work) tellApart(ctx context.Context, u *unit) (mistakes []string) {
	if u.Tree.Mutants == nil {
		return nil
	}
	a := newApart(w.planned.finder, u)
	for _, c := range u.Cases {
		a.cases[c.Leaf]++
		a.note(ctx, c)
	}
	a.draw(ctx)
	a.enlarge(ctx)
	a.addShapes(ctx)
	a.lookForAll(ctx)
	newOthers(a).addAll(ctx)
	a.setTellingCalls()
	w.add(func() {
		u.Mutants = &plan.Mutants{Made: u.Tree.MutantsMade, List: a.found}
		for _, c := range a.added {
			if c.Leaf.Status == suite.Unsatisfiable {
				mistakes = append(mistakes,
					plan.ContradictionText(c.Leaf, fmt.Sprintf("the case %s (%s)", c.ID, c.Values())))
			}
			c.Leaf.Cases = append(c.Leaf.Cases, c)
			c.Leaf.Settle(suite.HasCase, suite.Why{})
		}
		u.Cases = nil
		u.collect()
	})
	return mistakes
}

// placeOf returns the place in the specification that a mutant changes, or "" where
// that part is derived.
func placeOf(m suite.Mutant) string {
	if !m.Span.IsValid() {
		return ""
	}
	return m.Span.Pos().String()
}

// apart searches for the cases that tell the mutants of a unit's operation apart.
type apart struct {
	finder finder
	unit   *unit
	found  []plan.Mutant
	cases  map[*plan.Leaf]int // how many cases each leaf has
	added  []*plan.Case
	frames [][]value.Value // the values of the cases
	steps  int64           // the steps that the solver took
	misses int             // the questions for cases of a shape since the last that was found
	// contrasts are the questions about mutants, by their indices.
	contrasts map[int]*contrast
	beyond    map[int]zed.Expr      // what a mutant of a large operation allows and the operation does not
	refuted   map[zed.Expr]bool     // the questions that were refuted, whatever the budget
	judged    *plan.Case            // the case that refutedOn is about
	refutedOn map[*alternative]bool // whether alternatives are shown to allow no outcome of it
	operation []*alternative        // the alternatives of the operation
	splitter  *splitter
	fixed     map[*eval.Globals]*eval.Globals // with what was chosen for constants as their only values
}

// newApart returns the search for a unit that has a tree with mutants, none of which is told
// apart yet.
func newApart(f finder, u *unit) *apart {
	a := &apart{finder: f, unit: u, found: make([]plan.Mutant, len(u.Tree.Mutants)), cases: map[*plan.Leaf]int{},
		contrasts: map[int]*contrast{}, beyond: map[int]zed.Expr{}, refuted: map[zed.Expr]bool{},
		splitter: u.telling.splitterOf(), fixed: map[*eval.Globals]*eval.Globals{}}
	if !u.telling.large {
		a.operation = a.splitter.alternatives(u.Op.Pred)
	}
	for i, m := range u.Tree.Mutants {
		a.found[i] = plan.Mutant{ID: m.ID, Kind: m.Kind, Mistake: m.Shown, At: placeOf(m), Status: suite.Undecided}
	}
	return a
}

// note marks the mutants that a case tells apart and no earlier case does, and returns
// their number.
func (a *apart) note(ctx context.Context, c *plan.Case) (told int) {
	if c.Leaf.IsRejected() || c.Open {
		return 0
	}
	frame := a.unit.Frame(outcomeOf(c))
	a.frames = append(a.frames, frame)
	tells, within := make([]bool, len(a.found)), []int{}
	now := a.unit.telling.newMoment(frame)
	defer now.end()
	for i := range a.found {
		switch {
		case !a.isOpen(i):
		case a.denies(ctx, c, now, i):
			tells[i] = a.tellsApart(ctx, c, now, i)
		case c.Expected != nil:
			within = append(within, i)
		}
	}
	a.widen(frame, within, tells)
	for i := range a.found {
		if tells[i] {
			a.found[i].Status, a.found[i].Reason, a.found[i].Case = suite.HasCase, "", c.ID
			told++
		}
	}
	return told
}

// denies tells whether a mutant does not allow the outcome of a case, as far as a few
// steps of the solver show it.
func (a *apart) denies(ctx context.Context, c *plan.Case, now moment, mutant int) bool {
	truth := eval.Undefined
	if len(c.Rests) == 0 {
		truth = now.truth(mutant)
	}
	if truth != eval.Undefined {
		return truth == eval.False
	}
	problem := a.problemOn(c)
	problem.Pred, problem.Bound = a.unit.telling.preds[mutant], outcomeOf(c)
	return a.ask(ctx, problem).Outcome == solve.Unsatisfiable
}

// problemOn returns the problem of an outcome of a case that the operation allows. Constants have the
// values there that were chosen for them, as in the run of the case: what is found is about this case
// alone.
func (a *apart) problemOn(c *plan.Case) solve.Problem {
	problem := a.finder.withSizes(c.Sizes).engine.Oracle.Unit(a.unit.Unit.Unit).Problem(0)
	problem.Bound, problem.Steps = c.Values().Map(), pointSteps
	if problem.Globals.Chosen != nil {
		if a.fixed[problem.Globals] == nil {
			fixed := *problem.Globals
			fixed.Chosen = nil
			a.fixed[problem.Globals] = &fixed
		}
		problem.Globals = a.fixed[problem.Globals]
	}
	return problem
}

// widen marks those mutants that allow another outcome for a case than the only one
// that the operation allows. The outcomes that it tries are some of those of other cases, the
// first that were made, and those that leave the state unchanged.
func (a *apart) widen(frame []value.Value, mutants []int, tells []bool) {
	vars, model := a.unit.Op.Vars, map[string]value.Value{}
	for i, v := range vars {
		model[v.Name] = frame[i]
	}
	for i, v := range vars {
		if a.unit.Op.Early.Has(v.Name) {
			continue
		}
		others := a.frames
		if was, ok := model[beforeName(v.Name)]; ok {
			still := slices.Clone(frame)
			still[i] = was
			others = slices.Concat([][]value.Value{still}, others)
		}
		tried := map[string]bool{frame[i].Key(): true}
		for _, other := range others {
			if key := other[i].Key(); !tried[key] && len(tried) <= maxWider {
				tried[key] = true
				changed := slices.Clone(frame)
				changed[i] = other[i]
				a.markAllowing(changed, v.Name, mutants, tells)
			}
		}
	}
}

// markAllowing marks those mutants that allow the outcome of a frame, which the operation does not, or
// leave the variable open in which that outcome differs from what the operation allows.
func (a *apart) markAllowing(frame []value.Value, changed string, mutants []int, tells []bool) {
	now := a.unit.telling.newMoment(frame)
	defer now.end()
	for _, i := range mutants {
		tells[i] = tells[i] || a.unit.Tree.Mutants[i].Free == changed || now.truths.adds(i)
	}
}

// tellsApart tells whether a case tells a mutant apart that does not allow its witness. It
// does where the witness is the only outcome allowed. Otherwise it does where the
// mutant allows no outcome, or one that the operation does not allow.
func (a *apart) tellsApart(ctx context.Context, c *plan.Case, now moment, mutant int) bool {
	if c.Expected != nil {
		return true
	}
	problem := a.problemOn(c)
	if a.unit.telling.large {
		return a.tellsWholeApart(ctx, problem, mutant)
	}
	var possible []*alternative
	for _, one := range a.splitter.alternatives(a.unit.Tree.Mutants[mutant].Pred) {
		if !now.rulesOut(one) {
			possible = append(possible, one)
		}
	}
	for _, one := range possible {
		if problem.Pred = a.beyondOf(one); problem.Pred != nil && !a.refuted[problem.Pred] &&
			!a.isRefutedOn(ctx, c, problem, one) && a.ask(ctx, problem).Outcome == solve.Case {
			return true
		}
	}
	return !slices.ContainsFunc(possible, func(one *alternative) bool { return !a.isRefutedOn(ctx, c, problem, one) })
}

// tellsWholeApart does what tellsApart does for a large operation, without its alternatives.
func (a *apart) tellsWholeApart(ctx context.Context, problem solve.Problem, mutant int) bool {
	pred := a.unit.telling.preds[mutant]
	if a.beyond[mutant] == nil { // it is prepared once for all cases
		a.beyond[mutant] = schema.Conjoin([]zed.Expr{pred, schema.Negate(a.unit.Op.Pred)})
	}
	problem.Pred = a.beyond[mutant]
	if a.ask(ctx, problem).Outcome == solve.Case {
		return true
	}
	problem.Pred = pred
	return a.ask(ctx, problem).Outcome == solve.Unsatisfiable
}

// isRefutedOn tells whether an alternative is shown to allow no outcome of a case, to whose values
// the problem binds inputs and before-state. It is asked once for all mutants that share it.
func (a *apart) isRefutedOn(ctx context.Context, c *plan.Case, problem solve.Problem, one *alternative) bool {
	if a.judged != c {
		a.judged, a.refutedOn = c, map[*alternative]bool{}
	}
	is, known := a.refutedOn[one]
	if !known {
		problem.Pred = one.pred
		is = a.ask(ctx, problem).Outcome == solve.Unsatisfiable
		a.refutedOn[one] = is
	}
	return is
}

// ask asks the solver, and counts its steps. Of what is refuted it does not ask why: see
// answer.
func (a *apart) ask(ctx context.Context, problem solve.Problem) solve.Result {
	problem.Unexplained = true
	r := a.finder.engine.Solver.Solve(ctx, problem)
	a.steps += r.Steps
	return r
}

// isOpen tells whether no case tells a mutant apart yet.
func (a *apart) isOpen(mutant int) bool { return a.found[mutant].Case == "" }

// draw draws models of the operation, disjunct by disjunct, and makes cases of those
// that tell mutants apart which no earlier case does, beginning with the one that tells
// most.
func (a *apart) draw(ctx context.Context) {
	var pool []candidate
	var problems []solve.Problem
	judge := a.finder.engine.Oracle.Unit(a.unit.Unit.Unit)
	for d := range a.unit.Op.Disjuncts {
		problems = append(problems, judge.Problems(d+1)...)
	}
	if !slices.ContainsFunc(a.found, func(m plan.Mutant) bool { return m.Case == "" }) || len(problems) == 0 {
		return
	}
	told, vain := map[int]bool{}, 0
	for k := 0; k < poolDraws && vain < vainDraws && len(problems) > 0; k++ {
		at, known := k%len(problems), len(told)
		problem := problems[at]
		problem.Seed, problem.Steps = seedOf(a.unit.Name, 0, k), toldSteps
		if r := a.finder.engine.Solver.Solve(ctx, problem); r.Outcome == solve.Case {
			c := a.unit.candidate(r, a.isOpen)
			pool = append(pool, c)
			for _, mutant := range c.told {
				told[mutant] = true
			}
		} else { // what is hard to draw is left to the solver
			problems = slices.Delete(problems, at, at+1)
		}
		if vain++; len(told) > known {
			vain = 0
		}
	}
	for failed := 0; ctx.Err() == nil && len(pool) > 0 && failed < maxFailed; {
		best := 0
		for i := range pool {
			told := slices.DeleteFunc(pool[i].told, func(mutant int) bool { return !a.isOpen(mutant) })
			pool[i].told, pool[i].score[0] = told, len(told)
			if slices.Compare(pool[i].score, pool[best].score) > 0 {
				best = i
			}
		}
		if pool[best].score[0] == 0 {
			return
		}
		if c, _ := a.makeCase(ctx, pool[best].Result); c == nil || a.note(ctx, c) == 0 {
			failed++ // what it does not allow, the operation need not demand
		} else {
			a.keep(c)
		}
		pool = slices.Delete(pool, best, best+1)
	}
}

// findSameCase returns the case that has the same values as c, or nil.
func (a *apart) findSameCase(c *plan.Case) *plan.Case {
	for _, other := range slices.Concat(a.unit.Cases, a.added) {
		if other.Leaf == c.Leaf && other.Values().Equal(c.Values()) && other.Sizes.String() == c.Sizes.String() {
			return other
		}
	}
	return nil
}

// keep adds a case to its leaf.
func (a *apart) keep(c *plan.Case) {
	a.cases[c.Leaf]++
	a.added = append(a.added, c)
}

// makeCase makes a case of a model, in the leaf in which it lies, or returns the reason why
// that is not possible.
func (a *apart) makeCase(ctx context.Context, found solve.Result) (*plan.Case, string) {
	values := spec.FromModel(a.unit.Tree.VIS, found.Model)
	// The question may have counted given types that the unit does not.
	sizes := a.finder.sizes(a.unit, a.finder.neededSizes(a.unit, found.Sizes), values)
	id, sizes, err := a.finder.leafAt(ctx, a.unit, spec.OwnCase{Values: values}, a.finder.newFilter(a.unit), sizes)
	if err != nil {
		return nil, "the values that tell it apart are not shown to lie in a leaf"
	}
	leaf := a.unit.Leaf(id)
	c := a.finder.newCase(ctx, a.unit, leaf, a.cases[leaf]+1, values, sizes)
	if c.Witness == nil {
		return nil, "no outcome was found for the values that tell it apart"
	}
	return c, ""
}

// setTellingCalls sets, for mutants that change the calls of a callee and no result, the case
// that shows the change in its calls.
func (a *apart) setTellingCalls() {
	for i := range a.found {
		m := &a.found[i]
		callee := a.unit.Tree.Mutants[i].Callee
		if callee == "" || m.Status != suite.Unsatisfiable {
			continue
		}
		for _, c := range append(slices.Clone(a.unit.Cases), a.added...) {
			if c.Leaf.Disjunct > 0 && holdsCallee(a.unit.Op.Disjuncts[c.Leaf.Disjunct-1], callee) {
				m.Status, m.Reason, m.Case, m.ByCalls = suite.HasCase, "", c.ID, true
				break
			}
		}
	}
}

// outcomeOf returns the values of a case with its expected outcome or its witness.
func outcomeOf(c *plan.Case) map[string]value.Value {
	out := c.Values().Map()
	for _, item := range c.Witness {
		out[item.Name] = item.Value
	}
	return out
}

// holdsCallee tells whether a disjunct contains an occurrence of the given schema.
func holdsCallee(d schema.Disjunct, callee string) bool {
	held := false
	zed.EachPart(d.Conjuncts, func(e zed.Expr) bool {
		o, ok := e.(*zed.Occur)
		held = held || ok && o.Schema == callee
		return !ok
	})
	return held
}
