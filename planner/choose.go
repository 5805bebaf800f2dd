package planner

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Limits of a choice: for all but odd specifications the first choice or the second
// grants all wishes.
const (
	maxWishes  = 256       // wishes of a group
	maxTries   = 24        // choices that are tried
	maxJoined  = 6         // wishes that a choice is made for at once
	maxSamples = 40        // values that are tried where the solver is blind
	maxOrders  = 4         // orders in which wishes are granted
	wishSteps  = 4_000     // the solver's budget for a wish under a choice
	joinSteps  = 40_000    // and for a choice
	maxSteps   = 1_000_000 // from which on no better choice is looked for: some seconds
)

// wish is something that chosen values should allow.
type wish struct {
	kind  wishKind
	unit  int // the index of the unit that it is of
	vars  []solve.Var
	pred  zed.Expr
	bound map[string]value.Value
	scope value.Scope
}

// wishKind says what is wished, what is wanted first before the others.
type wishKind int

// The kinds of wishes. Of choices, the one is better that grants more wishes of
// the first kind in which they differ; that a unit has a leaf with a case counts
// before the number of leaves.
const (
	stateWish wishKind = iota // there is a state at first
	ownWish                   // a case that a person wrote is allowed
	leafWish                  // a leaf has a case
)

// chooser looks for values of a group of constants that grant many wishes.
type chooser struct {
	*group
	consts map[string]value.Value // of the groups before, too
	wishes []wish
	solver solve.Solver
	tried  map[string]*attempt
	best   *attempt
	steps  int64
	blind  bool // the solver does not see what some wish makes of the constants
}

// attempt is a choice with the wishes that it grants.
type attempt struct {
	values  map[string]value.Value
	granted []bool
	score   []int
}

// choose returns values of the group's constants; consts are those of other
// constants. It begins with the smallest that the axioms allow, and looks for
// others as long as wishes are not granted. Of a total function that has no finite
// value, some pairs are chosen.
func (g *group) choose(ctx context.Context, consts map[string]value.Value, o Options) (map[string]value.Value, error) {
	c := &chooser{group: g, consts: consts, solver: o.solver()}
	found := c.first(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if found.Outcome != solve.Case {
		return nil, g.none(found)
	}
	c.improve(ctx, c.wished(nil), found.Model)
	// What tactics make of the disjuncts may need other values.
	c.improve(ctx, c.wished(c.trees(c.globals(c.best.values), o)), c.best.values)
	return c.best.values, ctx.Err()
}

// first looks for values that the axioms allow; where no function is total that the
// solver can write down, for some of the pairs of one.
func (c *chooser) first(ctx context.Context) solve.Result {
	found := c.smallest(ctx)
	if found.Outcome != solve.Case && found.Outcome != solve.Unsatisfiable {
		if part, ok := c.partly(); ok {
			c.group = part
			found = c.smallest(ctx)
		}
	}
	return found
}

// smallest looks for the smallest values that the axioms allow. Where the solver leaves
// that undecided, the first that it enumerates are taken, if there are any: a back end
// that gives up on a question has the embedded solver enumerate.
func (c *chooser) smallest(ctx context.Context) solve.Result {
	problem := patient(c.problem(c.consts))
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

// patient returns a problem with the budget for values of constants, which may lie
// outside of the scope.
func patient(p solve.Problem) solve.Problem {
	p.Steps, p.Beyond = joinSteps, true
	return p
}

// improve tries choices until one grants all wishes, or no more is to be hoped for.
func (c *chooser) improve(ctx context.Context, wishes []wish, first map[string]value.Value) {
	c.wishes, c.tried, c.best = wishes, map[string]*attempt{}, nil
	c.try(ctx, first)
	hopeless := make([]bool, len(wishes)) // no choice grants these
	begun := make([]bool, len(wishes))    // an order began with these
	for orders := 0; orders < maxOrders; {
		i := c.next(c.best, hopeless, begun)
		if i < 0 || c.spent(ctx) {
			break
		}
		begun[i] = true
		if hopeless[i] = !c.grant(ctx, i, hopeless); !hopeless[i] {
			orders++
		}
	}
	if c.blind {
		c.sample(ctx)
	}
}

// sample tries the first values that the axioms allow, one after the other: all of
// those that grant a wish which the best choice does not.
func (c *chooser) sample(ctx context.Context) {
	n := 0
	for found := range c.solver.All(ctx, patient(c.problem(c.consts))) {
		if n++; found.Outcome != solve.Case || n > maxSamples || c.next(c.best) < 0 || c.spent(ctx) {
			return
		}
		globals := c.globals(found.Model)
		for i, w := range c.wishes {
			if !c.best.granted[i] && c.grants(ctx, w, globals) {
				c.try(ctx, found.Model)
				break
			}
		}
	}
}

// globals returns the system's with the values of a model for the group's constants.
func (c *chooser) globals(model map[string]value.Value) *eval.Globals {
	values := maps.Clone(c.consts)
	for _, l := range c.loose {
		values[l.Name] = model[l.Name]
	}
	return valued(c.system.Globals, values)
}

// grants tells whether a wish is granted with the values that constants have.
func (c *chooser) grants(ctx context.Context, w wish, globals *eval.Globals) bool {
	found := c.solver.Solve(ctx, solve.Problem{Vars: w.vars, Pred: w.pred, Bound: w.bound, Scope: w.scope, Globals: globals, Steps: wishSteps})
	c.steps += found.Steps
	return found.Outcome == solve.Case
}

// spent tells whether the choice took all that it may take.
func (c *chooser) spent(ctx context.Context) bool { return c.steps > maxSteps || ctx.Err() != nil }

// next returns the first wish that a choice does not grant, of those that none of
// the lists has; -1 where there is none.
func (c *chooser) next(a *attempt, without ...[]bool) int {
	for i := range c.wishes {
		if !a.granted[i] && !slices.ContainsFunc(without, func(l []bool) bool { return l[i] }) {
			return i
		}
	}
	return -1
}

// grant makes choices for more and more wishes together, from the given one on; it
// tells whether there is one for that at all.
func (c *chooser) grant(ctx context.Context, first int, hopeless []bool) bool {
	var joined []int
	apart := make([]bool, len(c.wishes)) // cannot be granted with those joined
	for i := first; i >= 0 && len(joined) < maxJoined && len(c.tried) < maxTries && !c.spent(ctx); {
		current := c.best
		found := c.solver.Solve(ctx, patient(c.together(append(joined[:len(joined):len(joined)], i))))
		if found.Outcome == solve.Case {
			current = c.try(ctx, found.Model)
		}
		c.steps += found.Steps
		c.blind = c.blind || found.Outcome != solve.Case && found.Outcome != solve.Unsatisfiable
		if found.Outcome != solve.Case || !current.granted[i] {
			if len(joined) == 0 {
				return false
			}
			apart[i] = true
		} else {
			joined = append(joined, i)
		}
		i = c.next(current, hopeless, apart)
		if slices.Contains(joined, i) { // granted together, and not by what was chosen then
			apart[i] = true
			i = c.next(current, hopeless, apart)
		}
	}
	return true
}

// try returns the choice that a model makes, with what it grants.
func (c *chooser) try(ctx context.Context, model map[string]value.Value) *attempt {
	a := &attempt{values: map[string]value.Value{}, granted: make([]bool, len(c.wishes)), score: make([]int, 4)}
	key := ""
	for _, l := range c.loose {
		a.values[l.Name] = model[l.Name]
		key += model[l.Name].Key() + " "
	}
	if known := c.tried[key]; known != nil {
		return known
	}
	c.tried[key] = a
	globals := c.globals(a.values)
	units := map[int]bool{}
	for i, w := range c.wishes {
		if a.granted[i] = c.grants(ctx, w, globals); !a.granted[i] {
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
	return a
}

// together asks for values that grant several wishes, each with variables of its
// own.
func (c *chooser) together(wishes []int) solve.Problem {
	p := c.problem(c.consts)
	preds := slices.Clone(c.about)
	p.Bound = map[string]value.Value{}
	for _, i := range wishes {
		w := c.wishes[i]
		names := map[string]string{}
		for _, v := range w.vars {
			names[v.Name] = fmt.Sprint(v.Name, "@", i)
		}
		for _, v := range w.vars {
			v.Name = names[v.Name]
			p.Vars = append(p.Vars, v)
		}
		for name, v := range w.bound {
			p.Bound[names[name]] = v
		}
		preds = append(preds, schema.Rename(w.pred, names))
	}
	p.Pred = schema.Conjoin(preds)
	return p
}

// trees builds the testing trees of the units that depend on the group's constants,
// nil for those that have none.
func (g *group) trees(globals *eval.Globals, o Options) []*suite.Tree {
	system := *g.system
	system.Globals = globals
	out := make([]*suite.Tree, len(g.units))
	for i, u := range g.units {
		// What is wrong with a tactic is said where the plan's trees are built.
		out[i], _ = tactics.Build(&system, u, o.Conditions)
	}
	return out
}

// wished lists what is wished of a choice: of units without a tree, their
// disjuncts take the place of leaves. The first leaves of all units come before the
// second ones.
func (g *group) wished(trees []*suite.Tree) []wish {
	var out []wish
	if init := g.system.Init; init != nil && g.concerns(init.Pred) {
		out = append(out, wish{kind: stateWish, vars: unknown(schema.NewSignature(init.Vars)), pred: init.Pred, scope: g.system.Scope})
	}
	leaves := make([][]zed.Expr, len(g.units))
	for i, u := range g.units {
		for _, own := range u.Cases {
			out = append(out, wish{kind: ownWish, unit: i, vars: unknown(u.Op.Signature), pred: u.Op.Pred, bound: own.Values.Map(), scope: u.Scope})
		}
		if trees == nil || trees[i] == nil {
			for _, d := range u.Op.Disjuncts {
				leaves[i] = append(leaves[i], schema.Conjoin(d.Conjuncts))
			}
			continue
		}
		for _, c := range trees[i].Leaves() {
			if c.Pruned == "" {
				leaves[i] = append(leaves[i], leafPred(u, c))
			}
		}
	}
	var all []wish
	for k, more := 0, true; more; k++ {
		more = false
		for i, u := range g.units {
			if k < len(leaves[i]) {
				more = true
				all = append(all, wish{kind: leafWish, unit: i, pred: leaves[i][k], scope: u.Scope})
			}
		}
	}
	out = append(out[:min(len(out), maxWishes/2)], spread(all, maxWishes-min(len(out), maxWishes/2))...)
	for i, w := range out {
		if w.kind == leafWish {
			out[i].vars = unknown(g.units[w.unit].Op.Signature)
		}
	}
	return out
}

// spread returns at most n of the wishes, as far apart as can be.
func spread(all []wish, n int) []wish {
	if len(all) <= n {
		return all
	}
	out := make([]wish, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	return out
}

// leafPred returns what a case of a leaf satisfies with its outcome.
func leafPred(u *spec.Unit, c *suite.Condition) zed.Expr {
	pred := u.Op.Pred
	if c.Disjunct > 0 {
		pred = schema.Conjoin(u.Op.Disjuncts[c.Disjunct-1].Conjuncts)
	}
	return with(pred, refined(c))
}

// unknown returns the variables of a signature as a search for a case takes them.
func unknown(s schema.Signature) []solve.Var {
	out := make([]solve.Var, len(s.Vars))
	for i, v := range s.Vars {
		out[i] = solve.Var{Var: v, Scoped: s.Early.Has(v.Name)}
	}
	return out
}
