package guards

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// maxDerived is how deeply alternatives and quantifiers are looked into for a bound: each
// level is read anew for each variable.
const maxDerived = 4

// derived returns a set in which a variable is, made of what several alternatives say, or
// what an ∃ says for each value of its own variables; nil where there is none. It has every
// value for which no conjunct is false, but need not have a value where these do.
func (c *Finder) derived(name string, natural zed.Expr, conjuncts []zed.Expr, unbound []string, depth int) *Guard {
	if depth == 0 {
		return nil
	}
	for _, e := range conjuncts {
		var g *Guard
		switch e := e.(type) {
		case *zed.Quant:
			if e.Q == zed.Exists {
				g = c.overAll(name, natural, e, unbound, depth)
			}
		case *zed.Logic:
			g = c.ofEither(name, natural, alternatives(e), unbound, depth)
		case *zed.Op:
			if e.Op == zed.SubsetEq || e.Op == zed.Subset {
				g = c.amongSubsets(name, e, unbound)
			}
		}
		if g != nil {
			g.Derived = true
			return g
		}
	}
	return nil
}

// alternatives returns the conjuncts of each of the predicates one of which must hold.
func alternatives(e *zed.Logic) [][]zed.Expr {
	var out [][]zed.Expr
	switch {
	case e.Op == zed.Or:
		for _, a := range e.Args {
			out = append(out, Flat(a, map[zed.Expr]bool{}))
		}
	case e.Op == zed.Implies:
		out = append(out, premises(e.Args[0], map[zed.Expr]bool{}), Flat(e.Args[1], map[zed.Expr]bool{}))
	case e.Op == zed.Not:
		if both, ok := e.Args[0].(*zed.Logic); ok && both.Op == zed.And {
			for _, a := range both.Args {
				out = append(out, premises(a, map[zed.Expr]bool{}))
			}
		}
	}
	return out
}

// ofEither returns the union of what bounds a variable in each of some alternatives.
func (c *Finder) ofEither(name string, natural zed.Expr, among [][]zed.Expr, unbound []string, depth int) *Guard {
	var union zed.Expr
	for _, conjuncts := range among {
		set := setOf(c.boundOf(name, natural, conjuncts, unbound, depth-1))
		switch {
		case set == nil:
			return nil
		case union == nil:
			union = set
		default:
			union = &zed.Op{Info: zed.Info{Type: set.Typ()}, Op: zed.Union, Args: []zed.Expr{union, set}}
		}
	}
	if union == nil {
		return nil
	}
	return &Guard{Set: union}
}

// overAll returns the union of what bounds a variable for each value of the variables of an ∃.
func (c *Finder) overAll(name string, natural zed.Expr, e *zed.Quant, unbound []string, depth int) *Guard {
	own := scope.Names(e.Text)
	if slices.Contains(own, name) || slices.ContainsFunc(e.Text.Decls, func(d zed.Decl) bool {
		return c.mentions(d.Type, unbound)
	}) {
		return nil
	}
	conjuncts := NeededConjuncts(e.Q, e.Text, e.Body)
	g := c.boundOf(name, natural, conjuncts, without(unbound, own), depth-1)
	if g == nil {
		return nil
	}
	text := zed.Text{Decls: e.Text.Decls}
	if says := c.DropMentioning(conjuncts, without(unbound, own)); len(says) > 0 {
		text.Pred = says[0]
		if len(says) > 1 {
			text.Pred = &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.And, Args: says}
		}
	}
	all := func(body zed.Expr) zed.Expr {
		return &zed.Comp{Info: zed.Info{Type: zed.PowerType{Elem: body.Typ()}}, Op: zed.SetComp, Text: text, Body: body}
	}
	out := &Guard{Column: g.Column, Path: g.Path}
	if g.Equal != nil {
		out.Set = all(g.Equal)
		return out
	}
	sets := g.Set
	if sets == nil {
		sets = setOf(g)
	}
	out.Set = &zed.Op{Info: zed.Info{Type: sets.Typ()}, Op: zed.BigUnion, Args: []zed.Expr{all(sets)}}
	return out
}

// without returns the names that are not among some.
func without(names, some []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(some, n) })
}

// amongSubsets reads v ⊆ set.
func (c *Finder) amongSubsets(name string, e *zed.Op, unbound []string) *Guard {
	set := e.Args[1]
	if !isLocal(e.Args[0], name) || c.mentions(set, unbound) || toolkit.Infinite(set) || scope.IsSpace(set) {
		return nil
	}
	return &Guard{Set: &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: set.Typ()}}, Op: zed.PowerSet,
		Args: []zed.Expr{set}}}
}

// setOf returns the set of what a guard allows; nil where no term says it.
func setOf(g *Guard) zed.Expr {
	switch {
	case g == nil, len(g.Path) > 0:
		return nil
	case g.Equal != nil:
		return &zed.SetExt{Info: zed.Info{Type: zed.PowerType{Elem: g.Equal.Typ()}}, Elems: []zed.Expr{g.Equal}}
	case g.Set != nil && g.Column == 0:
		return g.Set
	case g.Set != nil:
		set, ok := g.Set.Typ().(zed.PowerType)
		if !ok {
			return nil
		}
		pair, ok := set.Elem.(zed.ProductType)
		if !ok || len(pair.Elems) != 2 {
			return nil
		}
		side := zed.Dom
		if g.Column == 2 {
			side = zed.Ran
		}
		return &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: pair.Elems[g.Column-1]}}, Op: side,
			Args: []zed.Expr{g.Set}}
	}
	return &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: zed.IntType{}}}, Op: zed.Range,
		Args: []zed.Expr{g.Limits.Lo[0], g.Limits.Hi[0]}}
}
