package schema

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// leaveCarried takes state variables out of an operation that it only carries over, x' = x,
// where all that is said of them besides is that they are in a set whose members are
// functions without end, of which no case could hold one. What is outside of an operation's
// signature stays as it is, which is the same, and there is a value for it.
func (op *Operation) leaveCarried() {
	for _, v := range op.Before.Vars {
		if c := (carrying{name: v.Name, memo: map[zed.Expr]zed.Expr{}}); c.only(op) {
			op.Pred = c.without(op.Pred)
			for i, d := range op.Disjuncts {
				op.Disjuncts[i].Conjuncts = slices.DeleteFunc(slices.Clone(d.Conjuncts), c.says)
			}
			op.Carried = append(op.Carried, v.Name)
			delete(op.Own, v.Name)
			delete(op.Own, v.Name+"'")
		}
	}
	left := slices.DeleteFunc(slices.Clone(op.Vars), func(v zed.Var) bool {
		return slices.ContainsFunc(op.Carried, func(name string) bool { return v.Name == name || v.Name == name+"'" })
	})
	if len(op.Carried) > 0 {
		op.Signature = NewSignature(left)
	}
}

// carrying is the question whether an operation only carries a variable over.
type carrying struct {
	name string
	memo map[zed.Expr]zed.Expr
}

// only tells whether an operation does nothing else with the variable, whose values are
// functions without end.
func (c carrying) only(op *Operation) bool {
	endless, changes := false, op.After.Has(c.name+"'")
	left := []zed.Expr{c.without(op.Pred)}
	for _, d := range op.Disjuncts {
		same := false
		for _, e := range d.Conjuncts {
			switch {
			case !c.says(e):
				left = append(left, e)
			case e.(*zed.Op).Op == zed.Equal:
				same = true
			default:
				endless = endless || toolkit.Endless(e.(*zed.Op).Args[1])
			}
		}
		if changes && !same {
			return false
		}
	}
	free := variables().Of(Conjoin(left))
	return endless && !slices.Contains(free, c.name) && !slices.Contains(free, c.name+"'")
}

// says tells whether an atom says nothing but that the variable stays as it is, or that it
// is, before or after, in a set that does not depend on it and is not empty.
func (c carrying) says(e zed.Expr) bool {
	op, ok := e.(*zed.Op)
	if !ok || len(op.Args) != 2 {
		return false
	}
	switch op.Op {
	case zed.Equal:
		return c.is(op.Args[0], "") && c.is(op.Args[1], "'") || c.is(op.Args[0], "'") && c.is(op.Args[1], "")
	case zed.In:
		return (c.is(op.Args[0], "") || c.is(op.Args[0], "'")) && toolkit.Endless(op.Args[1]) &&
			len(variables().Of(op.Args[1])) == 0
	}
	return false
}

// is tells whether a term is the variable with a decoration.
func (c carrying) is(e zed.Expr, decoration string) bool {
	r, ok := e.(*zed.Ref)
	return ok && r.Kind == zed.Local && r.Name == c.name+decoration
}

// without returns a predicate without what it says of the variable in conjuncts, of
// disjuncts too.
func (c carrying) without(e zed.Expr) zed.Expr {
	if known, ok := c.memo[e]; ok {
		return known
	}
	out := e
	switch l, ok := e.(*zed.Logic); {
	case c.says(e):
		out = Conjoin(nil)
	case ok && (l.Op == zed.And || l.Op == zed.Or):
		out = zed.Rebuild(e, c.without)
	}
	c.memo[e] = out
	return out
}
