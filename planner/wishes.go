package planner

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// wish is something that chosen values should allow.
type wish struct {
	kind  wishKind
	unit  int // the index of the unit that it is of
	vars  []solve.Var
	pred  zed.Expr
	bound map[string]value.Value
	scope value.Scope
	of    []string // the constants of the group on which it depends
	under int      // the wish for a state without which a leaf has no case; -1: there is none
	size  int64    // of the predicate, in terms
}

// wishKind says what is wished, what is wanted first before the others.
type wishKind int

// The kinds of wishes. Of choices, the one is better that grants more wishes of
// the first kind in which they differ; that a unit has a leaf with a case counts
// before the number of leaves.
const (
	stateWish wishKind = iota // there is a state at first, and one that an invariant allows
	ownWish                   // a case that a person wrote is allowed
	leafWish                  // a leaf has a case
)

// wished lists what is wished of a choice: of units without a tree, their
// disjuncts take the place of leaves. The first leaves of all units come before the
// second ones.
func (g *group) wished(trees []*suite.Tree) []wish {
	var out []wish
	if init := g.system.Init; init != nil && g.concerns(init.Pred) {
		out = append(out, wish{kind: stateWish, vars: unknown(schema.NewSignature(init.Vars)), pred: init.Pred,
			scope: g.system.Scope})
	}
	out, under := g.states(out)
	leaves := make([][]zed.Expr, len(g.units))
	for i, u := range g.units {
		for _, own := range u.Cases {
			out = append(out, wish{kind: ownWish, unit: i, vars: unknown(u.Op.Signature), pred: u.Op.Pred,
				bound: own.Values.Map(), scope: u.Scope})
		}
		if trees == nil || trees[i] == nil {
			for _, d := range u.Op.Disjuncts {
				leaves[i] = append(leaves[i], g.conjoined(d.Conjuncts))
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
	out = append(out[:first], spread(all, min(maxWishes-first, g.affordable(all)))...)
	for i, w := range out {
		if w.kind == leafWish {
			out[i].vars = unknown(g.units[w.unit].Op.Signature)
		}
		out[i].of, out[i].size = g.spoken(w.pred), termsIn(w.pred)
	}
	return out
}

// states adds wishes for states that the invariants allow: what all disjuncts of a unit demand
// of the before-state. It returns which of them each unit's is, -1 where there is none.
func (g *group) states(out []wish) (all []wish, under []int) {
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
			out = append(out, wish{kind: stateWish, unit: i, vars: unknown(schema.NewSignature(u.Op.Before.Vars)),
				pred: pred, scope: u.Scope})
		}
		under[i] = known[key]
	}
	return out, under
}

// invariant returns what all disjuncts of a unit demand of the before-state, nil where that is
// nothing.
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

// affordable returns how many of the wishes can be asked for: of large predicates fewer.
func (g *group) affordable(all []wish) int {
	var terms int64
	for i, w := range spread(all, maxWishes) {
		if terms += termsIn(w.pred); terms > maxTerms {
			return max(len(g.units), i)
		}
	}
	return maxWishes
}

// conjoined returns the conjunction of what a disjunct consists of, the same one whenever it
// is asked for.
func (g *group) conjoined(conjuncts []zed.Expr) zed.Expr {
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

// spoken returns the constants of the group of which a term speaks.
func (g *group) spoken(e zed.Expr) []string {
	var out []string
	mentioned := g.mentioned(e)
	for _, l := range g.loose {
		if mentioned[l.Name] {
			out = append(out, l.Name)
		}
	}
	return out
}

// termsIn returns how many terms a predicate consists of, each that is shared counted once.
func termsIn(pred zed.Expr) int64 {
	var n int64
	zed.EachPart([]zed.Expr{pred}, func(zed.Expr) bool { n++; return true })
	return n
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
func (g *group) leafPred(u *spec.Unit, c *suite.Condition) zed.Expr {
	pred := u.Op.Pred
	if c.Disjunct > 0 {
		pred = g.conjoined(u.Op.Disjuncts[c.Disjunct-1].Conjuncts)
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
