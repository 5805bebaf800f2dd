package schema

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// leaveCarried removes state variables from an operation that it only carries over: x'
// = x is all that it says of them, besides that they are in a set of functions on
// infinite sets, which no case could contain. Nothing is lost, since state outside an
// operation's signature is unchanged too, and such a value exists.
func (op *Operation) leaveCarried() {
	for _, v := range op.Before.Vars {
		if c := (carrying{name: v.Name, memo: map[zed.Expr]zed.Expr{}}); c.carriesOnly(op) {
			op.Pred = c.dropConjuncts(op.Pred)
			for i, d := range op.Disjuncts {
				op.Disjuncts[i].Conjuncts = slices.DeleteFunc(slices.Clone(d.Conjuncts), c.isUnchanged)
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

// carrying decides whether an operation only carries a variable over.
type carrying struct {
	name string
	memo map[zed.Expr]zed.Expr
}

// carriesOnly tells whether an operation only carries the variable over, and its values are
// functions on infinite sets.
func (c carrying) carriesOnly(op *Operation) bool {
	endless, changes := false, op.After.Has(c.name+"'")
	var left []zed.Expr
	for _, d := range op.Disjuncts {
		same := false
		for _, e := range d.Conjuncts {
			switch {
			case !c.isUnchanged(e):
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
	if !endless {
		return false
	}
	free := variables().NamesOf(Conjoin(append(left, c.dropConjuncts(op.Pred))))
	return !slices.Contains(free, c.name) && !slices.Contains(free, c.name+"'")
}

// isUnchanged tells whether an atom says only that the variable is unchanged, or that it is,
// before or after, in a set that is not empty and does not depend on it.
func (c carrying) isUnchanged(e zed.Expr) bool {
	op, ok := e.(*zed.Op)
	if !ok || len(op.Args) != 2 {
		return false
	}
	switch op.Op {
	case zed.Equal:
		return c.is(op.Args[0], "") && c.is(op.Args[1], "'") || c.is(op.Args[0], "'") && c.is(op.Args[1], "")
	case zed.In:
		return (c.is(op.Args[0], "") || c.is(op.Args[0], "'")) && toolkit.Endless(op.Args[1]) &&
			len(variables().NamesOf(op.Args[1])) == 0
	}
	return false
}

// is tells whether a term is the variable with a decoration.
func (c carrying) is(e zed.Expr, decoration string) bool {
	r, ok := e.(*zed.Ref)
	return ok && r.Kind == zed.Local && r.Name == c.name+decoration
}

// dropConjuncts returns a predicate without the conjuncts about the variable, also within
// disjuncts.
func (c carrying) dropConjuncts(e zed.Expr) zed.Expr {
	if known, ok := c.memo[e]; ok {
		return known
	}
	out := e
	switch l, ok := e.(*zed.Logic); {
	case c.isUnchanged(e):
		out = Conjoin(nil)
	case ok && (l.Op == zed.And || l.Op == zed.Or):
		out = zed.Rebuild(e, c.dropConjuncts)
	}
	c.memo[e] = out
	return out
}
