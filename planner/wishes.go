package planner

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// wish is something that should be possible under the chosen values of constants.
type wish struct {
	kind  wishKind
	unit  int // the index of the unit that it is about
	vars  []solve.Var
	pred  zed.Expr
	bound map[string]value.Value
	scope value.Scope
	of    []string // the constants of the group on which it depends
	under int      // the index of the wish for a state that must be granted too; -1: none
	size  int64    // the number of terms of its predicate
}

// wishKind is the kind of a wish. Kinds that come first matter more.
type wishKind int

// The kinds of wishes. Of two choices, the better one is that which grants more wishes
// of the first kind in which they differ. That a unit has any leaf with a case counts
// before the number of leaves.
const (
	stateWish wishKind = iota // there is an initial state, and a state that the invariants allow
	ownWish                   // the specification allows a given case
	leafWish                  // a leaf has a case
)

// listWishes lists the wishes for a choice. For units without a tree, disjuncts take the
// place of leaves. The first leaf of every unit comes before the second leaf of any.
func (g *group) listWishes(trees []*suite.Tree) []wish {
	var out []wish
	if init := g.system.Init; init != nil && g.concerns(init.Pred) {
		out = append(out, wish{kind: stateWish, vars: unknownVars(schema.NewSignature(init.Vars)), pred: init.Pred,
			scope: g.system.Scope})
	}
	out, under := g.addStateWishes(out)
	leaves := make([][]zed.Expr, len(g.units))
	for i, u := range g.units {
		for _, own := range u.Cases {
			out = append(out, wish{kind: ownWish, unit: i, vars: unknownVars(u.Op.Signature), pred: u.Op.Pred,
				bound: own.Values.Map(), scope: u.Scope})
		}
		if trees == nil || trees[i] == nil {
			for _, d := range u.Op.Disjuncts {
				leaves[i] = append(leaves[i], g.conjoin(d.Conjuncts))
			}
			continue
		}
		for _, c := range trees[i].Leaves() {
			if c.Pruned == "" {
				leaves[i] = append(leaves[i], g.leafPred(u, c))
			}
		}
	}
	var all []wish
	for k, more := 0, true; more; k++ {
		more = false
		for i, u := range g.units {
			if k < len(leaves[i]) {
				more = true
				all = append(all, wish{kind: leafWish, unit: i, under: under[i], pred: leaves[i][k], scope: u.Scope})
			}
		}
	}
	first := min(len(out), maxWishes/2)
	out = append(out[:first], spread(all, min(maxWishes-first, g.countAffordable(all)))...)
	for i, w := range out {
		if w.kind == leafWish {
			out[i].vars = unknownVars(g.units[w.unit].Op.Signature)
		}
		out[i].of, out[i].size = g.listMentioned(w.pred), termsIn(w.pred)
	}
	return out
}

// addStateWishes adds wishes for states that the invariants allow, where an invariant is what
// all disjuncts of a unit demand of the before-state. It returns the index of each
// unit's wish, -1 for a unit without one.
func (g *group) addStateWishes(out []wish) (all []wish, under []int) {
	known := map[string]int{}
	for i, u := range g.units {
		under = append(under, -1)
		pred := g.invariant(u)
		if pred == nil || !g.concerns(pred) {
			continue
		}
		key := zed.Print(pred, zed.Unicode)
		if _, ok := known[key]; !ok {
			known[key] = len(out)
			out = append(out, wish{kind: stateWish, unit: i, vars: unknownVars(schema.NewSignature(u.Op.Before.Vars)),
				pred: pred, scope: u.Scope})
		}
		under[i] = known[key]
	}
	return out, under
}

// invariant returns the conditions on the before-state that all disjuncts of a unit
// have in common, or nil.
func (g *group) invariant(u *spec.Unit) zed.Expr {
	early, in := map[string]bool{}, map[zed.Expr]int{}
	for _, v := range u.Op.Before.Vars {
		early[v.Name] = true
	}
	for _, d := range u.Op.Disjuncts {
		for _, e := range d.Conjuncts {
			in[e]++
		}
	}
	var out []zed.Expr
	for _, d := range u.Op.Disjuncts[:min(1, len(u.Op.Disjuncts))] {
		for _, e := range d.Conjuncts {
			late := slices.ContainsFunc(g.system.Calculus.FreeVars(e), func(name string) bool { return !early[name] })
			if !late && in[e] == len(u.Op.Disjuncts) {
				out = append(out, e)
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return schema.Conjoin(out)
}

// countAffordable returns how many of the wishes are asked about: fewer where predicates are
// large.
func (g *group) countAffordable(all []wish) int {
	var terms int64
	for i, w := range spread(all, maxWishes) {
		if terms += termsIn(w.pred); terms > maxTerms {
			return max(len(g.units), i)
		}
	}
	return maxWishes
}

// conjoin returns the conjunction of a disjunct's conjuncts. It returns the same term
// each time.
func (g *group) conjoin(conjuncts []zed.Expr) zed.Expr {
	if len(conjuncts) == 0 {
		return schema.Conjoin(conjuncts)
	}
	if g.whole == nil {
		g.whole = map[*zed.Expr]zed.Expr{}
	}
	key := &conjuncts[0]
	if g.whole[key] == nil {
		g.whole[key] = schema.Conjoin(conjuncts)
	}
	return g.whole[key]
}

// combineWishes returns the problem of finding values that grant several wishes. Each wish
// has variables of its own. Constants that no wish depends on, directly or through
// axioms, keep the values of the best choice.
func (c *chooser) combineWishes(wishes []int) solve.Problem {
	part := &group{system: c.system, free: c.free}
	kept := maps.Clone(c.consts)
	for _, one := range c.parts() {
		if slices.ContainsFunc(wishes, func(i int) bool { return one.hasAny(c.wishes[i].of) }) {
			part.loose, part.about = append(part.loose, one.loose...), append(part.about, one.about...)
			continue
		}
		for _, l := range one.loose {
			kept[l.Name] = c.best.values[l.Name]
		}
	}
	p := part.problem(kept)
	p.Globals = withScopeSizes(p.Globals, c.system.Scope)
	preds := slices.Clone(part.about)
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

// listMentioned returns the constants of the group that a term mentions.
func (g *group) listMentioned(e zed.Expr) []string {
	var out []string
	mentioned := g.findMentioned(e)
	for _, l := range g.loose {
		if mentioned[l.Name] {
			out = append(out, l.Name)
		}
	}
	return out
}

// termsIn returns the number of terms in a predicate, where shared terms count once.
func termsIn(pred zed.Expr) int64 {
	var n int64
	zed.EachPart([]zed.Expr{pred}, func(zed.Expr) bool { n++; return true })
	return n
}

// spread returns at most n of the wishes, evenly distributed over the list.
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

// leafPred returns the predicate that a case of a leaf satisfies together with its
// outcome.
func (g *group) leafPred(u *spec.Unit, c *suite.Condition) zed.Expr {
	pred := u.Op.Pred
	if c.Disjunct > 0 {
		pred = g.conjoin(u.Op.Disjuncts[c.Disjunct-1].Conjuncts)
	}
	return conjoin(pred, conditionsBelow(c))
}

// unknownVars returns the variables of a signature for a search for a case.
func unknownVars(s schema.Signature) []solve.Var {
	out := make([]solve.Var, len(s.Vars))
	for i, v := range s.Vars {
		out[i] = solve.Var{Var: v, Scoped: s.Early.Has(v.Name)}
	}
	return out
}
