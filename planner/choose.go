package planner

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits on the choice of values for constants. For nearly all specifications the
// first or second choice grants all wishes.
const (
	maxWishes  = 256       // wishes of a group
	maxTerms   = 200_000   // terms of all wishes together, since large predicates take long to prepare
	maxAsked   = 250_000   // terms that are asked about before no better choice is looked for
	maxTypes   = 2         // given types for which sizes other than the scope's are tried
	maxTries   = 24        // choices that are tried
	maxJoined  = 6         // wishes for which one choice is made
	maxSamples = 40        // values that are tried where the solver does not see what a wish depends on
	maxOrders  = 4         // orders in which wishes are granted
	wishSteps  = 4_000     // the solver's budget for a wish under a choice
	joinSteps  = 40_000    // the solver's budget for finding a choice
	maxSteps   = 1_000_000 // steps, some seconds, after which no better choice is looked for
)

// chooser looks for values of a group of constants under which many wishes are granted.
type chooser struct {
	*group
	consts   map[string]value.Value // the values of constants, those of earlier groups included
	wishes   []wish
	hopeless []bool // the wishes for which no choice was found
	vain     []bool // the wishes that no choice grants, which is proved
	possible []bool // the wishes that some choice was found to grant
	solver   solve.Solver
	workers  int
	tried    map[string]*attempt
	best     *attempt
	steps    int64 // what was taken, as costOf counts it
	asked    int64 // how many terms were asked about
	blind    bool  // whether the solver does not see how some wish depends on the constants
	// open are the globals in which the group's constants have no values. With these a
	// wish is prepared only once, and the values are bound later. It is nil where
	// definitions depend on the constants.
	open    *eval.Globals
	granted map[question]bool
}

// question is a wish together with the values of the constants on which it depends.
type question struct {
	pred   zed.Expr
	values string
}

// attempt is a choice of values with the wishes that it grants.
type attempt struct {
	values  map[string]value.Value
	granted []bool
	score   []int
	whole   bool // whether all wishes were asked about, and not only those for states
}

// choose returns values of the group's constants; consts are the values of other
// constants. It starts with the smallest values that the axioms allow, and looks for
// others as long as wishes are not granted. For a total function on an infinite set,
// which is not a finite value, it chooses some of the pairs.
func (g *group) choose(ctx context.Context, consts map[string]value.Value, o Options) (map[string]value.Value, error) {
	c := &chooser{group: g, consts: consts, solver: o.solver(), workers: o.workers(), granted: map[question]bool{}}
	found := c.findFirst(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if found.Outcome != solve.Case {
		return nil, g.noValuesError(found)
	}
	c.open = c.openGlobals()
	improveInTime(ctx, c, c.listWishes(nil), found.Model)
	if slices.Contains(c.vain, false) {
		// What tactics make of the disjuncts may need other values.
		improveInTime(ctx, c, c.listWishes(treesUnder(c.group, c.globals(c.best.values), o)), c.best.values)
	}
	return c.best.values, ctx.Err()
}

// improveShare is the part of the time that is left until a deadline that better choices are looked
// for: the cases need it more.
const improveShare = 0.1

// improveInTime improves the first choice for no longer than its share of the time.
func improveInTime(ctx context.Context, c *chooser, wishes []wish, first map[string]value.Value) {
	if end, ok := ctx.Deadline(); ok {
		share := time.Duration(float64(time.Until(end)) * improveShare)
		brief, stop := context.WithDeadlineCause(ctx, time.Now().Add(share), solve.ErrTime)
		defer stop()
		ctx = brief
	}
	c.improve(ctx, wishes, first)
}

// findFirst returns values that the axioms allow. Where a constant is a total function that
// cannot be a finite value, it returns some of its pairs.
func (c *chooser) findFirst(ctx context.Context) solve.Result {
	found := c.findSmallest(ctx)
	whole := found.Outcome == solve.Case && !hasTotal(found.Model)
	if !whole && found.Outcome != solve.Unsatisfiable {
		if part, ok := c.makePartial(); ok {
			c.group = part
			return c.findSmallest(ctx)
		}
	}
	if hasTotal(found.Model) {
		return solve.Result{Outcome: solve.NoneInScope, Bound: solve.FiniteValues, Steps: found.Steps,
			Reason: "no finite value is a function without end"}
	}
	return found
}

// hasTotal tells whether a value is, or contains, an infinite function.
func hasTotal(values map[string]value.Value) bool {
	for _, v := range values {
		if v.HasTotal() {
			return true
		}
	}
	return false
}

// findSmallest returns the smallest values that the axioms allow. Where the solver leaves
// the question undecided, as a back end may do, it returns the first values that the
// embedded solver enumerates, if there are any.
func (c *chooser) findSmallest(ctx context.Context) solve.Result {
	problem := withChoiceBudget(c.problem(c.consts))
	found := c.solver.Solve(ctx, problem)
	if found.Outcome != solve.Undecided {
		return found
	}
	for other := range c.solver.All(ctx, problem) {
		if other.Outcome == solve.Case {
			return other
		}
		break
	}
	return found
}

// withChoiceBudget returns a problem with the budget for values of constants. These values may
// lie outside the scope.
func withChoiceBudget(p solve.Problem) solve.Problem {
	p.Steps, p.Beyond = joinSteps, true
	return p
}

// improve tries choices until one grants all wishes, or until a limit is reached.
func (c *chooser) improve(ctx context.Context, wishes []wish, first map[string]value.Value) {
	c.wishes, c.tried, c.best = wishes, map[string]*attempt{}, nil
	c.hopeless, c.vain = make([]bool, len(wishes)), make([]bool, len(wishes))
	c.possible = make([]bool, len(wishes))
	c.try(ctx, first)
	begun := make([]bool, len(wishes)) // an order began with these
	for orders := 0; orders < maxOrders; {
		i := c.findNextWish(c.best, c.hopeless, begun)
		if i < 0 || c.isSpent(ctx) {
			break
		}
		begun[i] = true
		if c.grant(ctx, i) {
			orders++
		} else if !c.best.whole {
			c.try(ctx, c.best.values)
		}
	}
	if c.blind {
		c.sample(ctx)
	}
}

// sample tries the first values that the axioms allow, one after the other, and keeps
// trying while some wish is not granted by the best choice.
func (c *chooser) sample(ctx context.Context) {
	n := 0
	for found := range c.solver.All(ctx, withChoiceBudget(c.problem(c.consts))) {
		if n++; found.Outcome != solve.Case || n > maxSamples || c.findNextWish(c.best, c.vain) < 0 || c.isSpent(ctx) {
			return
		}
		for i, w := range c.wishes {
			if c.best.granted[i] || c.vain[i] {
				continue
			}
			granted, steps := c.grants(ctx, w, found.Model)
			c.asked += w.size
			if c.steps += steps; granted {
				c.try(ctx, found.Model)
				break
			}
		}
	}
}

// globals returns the system's globals in which the group's constants have the values
// of a model.
func (c *chooser) globals(model map[string]value.Value) *eval.Globals {
	values := maps.Clone(c.consts)
	for _, l := range c.loose {
		values[l.Name] = model[l.Name]
	}
	return withConstants(c.system.Globals, values)
}

// openGlobals returns the globals in which the group's constants have no values; nil where
// definitions depend on the constants. Where there are many given types each has one
// size, since otherwise all combinations of sizes would be tried.
func (c *chooser) openGlobals() *eval.Globals {
	for name := range c.system.Globals.Defined {
		if mentioned := c.system.Globals.MentionedNames([]string{name}); slices.ContainsFunc(c.loose,
			func(l spec.Loose) bool { return mentioned[l.Name] }) {
			return nil
		}
	}
	return withScopeSizes(withConstants(c.system.Globals, c.consts), c.system.Scope)
}

// withScopeSizes returns globals in which given types have the scope's sizes, where there are
// many of them.
func withScopeSizes(g *eval.Globals, scope value.Scope) *eval.Globals {
	if len(g.Given) <= maxTypes {
		return g
	}
	sizes := value.Sizes{}
	for name, all := range g.Given {
		if sizes[name] = len(all); scope.Given > 0 {
			sizes[name] = min(len(all), scope.Given)
		}
	}
	return g.WithSizes(sizes)
}

// grants tells whether values of the constants grant a wish, and how many steps it took
// to find out.
func (c *chooser) grants(ctx context.Context, w wish, values map[string]value.Value) (granted bool, steps int64) {
	p := solve.Problem{Vars: w.vars, Pred: w.pred, Bound: w.bound, Scope: w.scope, Globals: c.open, Steps: wishSteps,
		Unproved: true}
	if c.open == nil {
		p.Globals = withScopeSizes(c.globals(values), c.system.Scope)
	} else if len(w.of) > 0 {
		p.Bound = maps.Clone(w.bound)
		if p.Bound == nil {
			p.Bound = map[string]value.Value{}
		}
		for _, name := range w.of {
			p.Bound[name] = values[name]
		}
	}
	found := c.solver.Solve(ctx, p)
	return found.Outcome == solve.Case, answered(found)
}

// isSpent tells whether the choice has used up what it may take.
func (c *chooser) isSpent(ctx context.Context) bool {
	return c.steps > maxSteps || c.asked > maxAsked || ctx.Err() != nil
}

// findNextWish returns the index of the first wish that a choice does not grant and that is in
// none of the lists; -1 where there is none.
func (c *chooser) findNextWish(a *attempt, without ...[]bool) int {
	for i := range c.wishes {
		if !a.granted[i] && !slices.ContainsFunc(without, func(l []bool) bool { return l[i] }) {
			return i
		}
	}
	return -1
}

// grant makes choices for more and more wishes together, starting with the given one.
// It is false where there is no choice even for that one.
func (c *chooser) grant(ctx context.Context, first int) bool {
	var joined []int
	apart := make([]bool, len(c.wishes)) // cannot be granted with those joined
	for i := first; i >= 0 && len(joined) < maxJoined && len(c.tried) < maxTries && !c.isSpent(ctx); {
		current := c.best
		found := c.askTogether(ctx, joined, i)
		if found.Outcome == solve.Case {
			current = c.try(ctx, found.Model)
		}
		if found.Outcome != solve.Case || !current.granted[i] {
			if len(joined) == 0 {
				c.giveUp(i, found)
				return false
			}
			apart[i] = true
		} else {
			joined = append(joined, i)
		}
		i = c.findNextWish(current, c.hopeless, apart)
		if slices.Contains(joined, i) { // granted together, and not by what was chosen then
			apart[i] = true
			i = c.findNextWish(current, c.hopeless, apart)
		}
	}
	return true
}

// askTogether asks for a choice that grants a wish together with others. Of these it is known that
// some choice grants them; of the wish itself that is asked first, once.
func (c *chooser) askTogether(ctx context.Context, others []int, i int) solve.Result {
	if len(others) > 0 && !c.possible[i] {
		if alone := c.askTogether(ctx, nil, i); alone.Outcome != solve.Case {
			c.giveUp(i, alone)
			return alone
		}
	}
	together := append(others[:len(others):len(others)], i)
	found := c.solver.Solve(ctx, withChoiceBudget(c.combineWishes(together)))
	if found.Outcome == solve.Case {
		c.possible[i] = true
		c.noteGranted(together, c.complete(found.Model))
	}
	c.steps += answered(found)
	c.asked += c.wishes[i].size
	c.blind = c.blind || found.Outcome != solve.Case && found.Outcome != solve.Unsatisfiable && !found.NeverTrue
	return found
}

// giveUp notes that no choice was found that grants a wish.
func (c *chooser) giveUp(i int, found solve.Result) {
	c.hopeless[i] = true
	c.vain[i] = found.NeverTrue || found.Outcome == solve.Unsatisfiable ||
		found.Outcome == solve.NoneInScope && c.open != nil
	for k, w := range c.wishes {
		if c.vain[i] && w.kind == leafWish && w.under == i { // without a state there is no case
			c.hopeless[k], c.vain[k] = true, true
		}
	}
}

// complete returns the values of the constants in a model. Those that the model does not have keep
// the values of the best choice.
func (c *chooser) complete(model map[string]value.Value) map[string]value.Value {
	values := map[string]value.Value{}
	for _, l := range c.loose {
		v, chosen := model[l.Name]
		if !chosen {
			v = c.best.values[l.Name]
		}
		values[l.Name] = v
	}
	return values
}

// noteGranted notes that values grant some wishes, which a model of all of them shows: alone, a wish
// may take longer to grant than its budget allows.
func (c *chooser) noteGranted(wishes []int, values map[string]value.Value) {
	for _, i := range wishes {
		if c.wishes[i].kind != ownWish {
			c.granted[c.wishes[i].ask(values)] = true
		}
	}
}

// ask returns the question whether values of the constants grant a wish.
func (w wish) ask(values map[string]value.Value) question {
	q := question{pred: w.pred}
	for _, name := range w.of {
		q.values += values[name].Key() + " "
	}
	return q
}

// try returns the choice that a model makes, with the wishes that it grants. Where the choice
// allows no state, its other wishes are not asked about.
func (c *chooser) try(ctx context.Context, model map[string]value.Value) *attempt {
	key, values := "", c.complete(model)
	for _, l := range c.loose {
		key += values[l.Name].Key() + " "
	}
	a := c.tried[key]
	if a == nil {
		a = &attempt{values: values, granted: make([]bool, len(c.wishes))}
		c.tried[key] = a
	}
	if a.whole {
		return a
	}
	states := 0
	for states < len(c.wishes) && c.wishes[states].kind == stateWish {
		states++
	}
	c.askAll(ctx, a, 0, states)
	for i := range states {
		if !a.granted[i] && !c.hopeless[i] {
			c.rate(a)
			return a
		}
	}
	c.ask(ctx, a)
	return a
}

// ask asks about those wishes for which a choice has not been tried yet.
func (c *chooser) ask(ctx context.Context, a *attempt) {
	for i := range c.wishes {
		if c.wishes[i].kind != stateWish {
			c.askAll(ctx, a, i, len(c.wishes))
			break
		}
	}
	a.whole = true
	c.rate(a)
}

// askAll asks about the wishes from index `from` up to `to`, on several workers.
func (c *chooser) askAll(ctx context.Context, a *attempt, from, to int) {
	granted, steps := make([]bool, len(c.wishes)), make([]int64, len(c.wishes))
	keys := make([]question, len(c.wishes))
	var todo []int
	for i := from; i < to; i++ {
		if c.vain[i] {
			continue
		}
		keys[i] = c.wishes[i].ask(a.values)
		if known, ok := c.granted[keys[i]]; ok && c.wishes[i].kind != ownWish {
			a.granted[i] = known
		} else {
			todo = append(todo, i)
		}
	}
	runEach(ctx, c.workers, len(todo), func(ctx context.Context, k int) {
		granted[todo[k]], steps[todo[k]] = c.grants(ctx, c.wishes[todo[k]], a.values)
	})
	for _, i := range todo {
		a.granted[i] = granted[i]
		if granted[i] || ctx.Err() == nil { // else it may not have been asked about
			c.granted[keys[i]] = granted[i]
		}
		c.steps += steps[i]
		c.asked += c.wishes[i].size
	}
}

// rate computes the score of a choice, and notes the best choice.
func (c *chooser) rate(a *attempt) {
	units := map[int]bool{}
	a.score = make([]int, 4)
	for i, w := range c.wishes {
		if !a.granted[i] {
			continue
		}
		switch w.kind {
		case stateWish:
			a.score[0]++
		case ownWish:
			a.score[1]++
		case leafWish:
			units[w.unit] = true
			a.score[3]++
		}
	}
	a.score[2] = len(units)
	if c.best == nil || slices.Compare(a.score, c.best.score) > 0 {
		c.best = a
	}
}

// dividesByDisjuncts tells whether the leaves of a unit's tree are the disjuncts of its operation.
func dividesByDisjuncts(u *spec.Unit) bool {
	return len(u.Tactics) == 1 && u.Tactics[0].Name == "dnf" && len(u.Prune) == 0
}

// treesUnder builds the testing trees of the units that depend on a group's constants; nil
// stands for a unit without a tree, or whose leaves are its disjuncts.
func treesUnder(g *group, globals *eval.Globals, o Options) []*suite.Tree {
	system := *g.system
	system.Globals = globals
	out := make([]*suite.Tree, len(g.units))
	for i, u := range g.units {
		if dividesByDisjuncts(u) {
			continue // its leaves are the disjuncts
		}
		// What is wrong with a tactic is said where the plan's trees are built.
		out[i], _ = tactics.Conditions(&system, u, o.Conditions)
	}
	return out
}
