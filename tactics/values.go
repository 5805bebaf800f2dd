package tactics

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// definedness returns what has to hold of inputs and the before-state for the terms of
// predicates to have values: that functions are applied within their domains, that
// nothing is divided by zero, and that sets and sequences of which an element is
// asked for are not empty. What is beneath a disjunction or a quantifier is not
// looked at: the predicate may be true without it.
func (b *Basis) definedness(preds []zed.Expr) []zed.Expr {
	var out []zed.Expr
	seen := map[string]bool{}
	add := func(c zed.Expr) {
		if text := zed.Print(c, zed.Unicode); !seen[text] && b.isAboutVIS(c) {
			seen[text] = true
			out = append(out, c)
		}
	}
	for _, p := range preds {
		eachDefinedness(p, add)
	}
	return out
}

// eachDefinedness calls add with what has to hold for a predicate, or a term, to have a
// value.
func eachDefinedness(e zed.Expr, add func(zed.Expr)) {
	switch e := e.(type) {
	case *zed.Logic:
		if e.Op == zed.And || e.Op == zed.Not && isRelation(e.Args[0]) {
			for _, a := range e.Args {
				eachDefinedness(a, add)
			}
		}
	case *zed.Apply:
		eachDefinedness(e.Arg, add)
		if f, ok := e.Fn.(*zed.Ref); ok && f.Kind != zed.Constant {
			add(relation(zed.In, e, e.Arg, op(zed.Dom, zed.PowerType{Elem: e.Arg.Typ()}, f)))
		}
	case *zed.Op:
		for _, a := range e.Args {
			eachDefinedness(a, add)
		}
		row, _ := toolkit.RowOf(e.Op)
		for i, o := range row.Operands {
			switch a := e.Args[i]; o.Needs {
			case zed.IsNotZero:
				add(relation(zed.NotEqual, e, a, num(0)))
			case zed.IsFilled, zed.IsFilledSequence:
				add(relation(zed.NotEqual, e, a, op(zed.EmptySet, a.Typ())))
			}
		}
	}
}

// relation returns a predicate that stands where a term does.
func relation(o zed.Operator, at zed.Expr, left, right zed.Expr) zed.Expr {
	return &zed.Op{Info: zed.Info{Span: at.At(), Type: zed.BoolType{}}, Op: o, Args: []zed.Expr{left, right}}
}

func isRelation(e zed.Expr) bool {
	_, ok := e.(*zed.Op)
	return ok
}

// isOutcomeOnly tells whether conjuncts say no more than what outputs and after-states are,
// each of which may be all of its type: they can only fail where a term has no
// value.
func (b *Basis) isOutcomeOnly(conjuncts []zed.Expr) bool {
	given := map[string]bool{}
	for _, c := range conjuncts {
		o, ok := c.(*zed.Op)
		if !ok || o.Op != zed.Equal || !b.isAboutVIS(o.Args[1]) {
			return false
		}
		v, ok := o.Args[0].(*zed.Ref)
		if !ok || given[v.Name] || !slices.ContainsFunc(b.Unit.Op.Late.Vars, func(late zed.Var) bool {
			return late.Name == v.Name && len(declarationConditions(late)) == 0
		}) {
			return false
		}
		given[v.Name] = true
	}
	return true
}
