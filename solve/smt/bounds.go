package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// boundsOf returns the bounds that the conjuncts give a variable before it is made.
func (q *problem) boundsOf(v *variable) bounds {
	b := unbounded(v.Name, v.Scoped)
	for _, c := range q.conjuncts {
		o, ok := c.expr.(*zed.Op)
		if !ok || len(o.Args) != 2 {
			continue
		}
		before := b
		q.enc.f.failed = ""
		if q.variableOf(o.Args[0], c.in) == v {
			q.boundByRelation(&b, o, c.in)
		} else if q.variableOf(o.Args[1], c.in) == v {
			if m, ok := toolkit.Mirror(o.Op); ok {
				q.boundByRelation(&b, &zed.Op{Info: o.Info, Op: m, Args: []zed.Expr{o.Args[1], o.Args[0]}}, c.in)
			}
		} else {
			q.boundSize(&b, v, o, c.in)
		}
		if before != b {
			v.sources = append(v.sources, c)
		}
	}
	q.enc.f.failed = ""
	return b
}

// rangeOf returns the range of an integer term that needs no scope.
func (q *problem) rangeOf(x zed.Expr, in *env) (lo, hi int64) {
	q.enc.f.failed = ""
	s := q.enc.terms.term(x, in)
	if q.enc.f.failed != "" || s.kind != number {
		return least, most
	}
	lo, hi, leans := q.enc.assumed.rangeOf(s.num)
	for _, sp := range leans {
		if sp.scoped {
			return s.num.lo, s.num.hi
		}
		q.enc.assumed.leant[sp.name] = true
	}
	return lo, hi
}

// boundByRelation adds the bounds from a relation whose left side is the variable.
func (q *problem) boundByRelation(b *bounds, o *zed.Op, in *env) {
	right := o.Args[1]
	switch o.Op {
	case zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq:
		lo, hi := q.rangeOf(right, in)
		narrow(&b.lo, &b.hi, o.Op, lo, hi)
	case zed.In:
		q.boundBySet(b, right, in)
	case zed.SubsetEq, zed.Subset:
		if !toolkit.Large(right) {
			b.sizeHi = min(b.sizeHi, q.enc.extents.countElements(right, in))
		}
	}
}

// boundBySet adds bounds from the set in which the variable lies.
func (q *problem) boundBySet(b *bounds, s zed.Expr, in *env) {
	switch s := s.(type) {
	case *zed.Ref:
		switch {
		case s.Kind == zed.Builtin && s.Name == "ℕ":
			b.lo = max(b.lo, 0)
		case s.Kind == zed.Builtin && s.Name == "ℕ₁":
			b.lo = max(b.lo, 1)
		default:
			if d := q.enc.defs.definition(s); d != nil && d != zed.Expr(s) && !q.enc.defs.inside[s.Name] {
				q.enc.defs.inside[s.Name] = true
				q.boundBySet(b, d, nil)
				delete(q.enc.defs.inside, s.Name)
			}
		}
	case *zed.Op:
		if s.Op == zed.Range {
			lo, _ := q.rangeOf(s.Args[0], in)
			_, hi := q.rangeOf(s.Args[1], in)
			b.lo, b.hi = max(b.lo, lo), min(b.hi, hi)
			return
		}
		b.sizeHi = min(b.sizeHi, q.enc.extents.sizeWithin(s, in))
		if toolkit.HasTotalFunctions(s.Op) && toolkit.FullOfFinite(s.Args[0]) && !toolkit.Large(s.Args[0]) {
			if n := q.enc.extents.countElements(s.Args[0], in); n != most && n <= b.sizeHi {
				b.sizeLo = max(b.sizeLo, n)
			}
		}
	}
}

// narrow narrows a range by a relation to some number between from and to.
func narrow(lo, hi *int64, o zed.Operator, from, to int64) {
	switch o {
	case zed.Less:
		*hi = min(*hi, addBounds(to, -1, most))
	case zed.LessEq:
		*hi = min(*hi, to)
	case zed.Greater:
		*lo = max(*lo, addBounds(from, 1, least))
	case zed.GreaterEq:
		*lo = max(*lo, from)
	case zed.Equal:
		*lo, *hi = max(*lo, from), min(*hi, to)
	}
}

// boundSize adds bounds from #v = n and similar relations, and from dom v = S.
func (q *problem) boundSize(b *bounds, v *variable, o *zed.Op, in *env) {
	for i, side := range o.Args {
		of, ok := side.(*zed.Op)
		if !ok || len(of.Args) != 1 || q.variableOf(of.Args[0], in) != v {
			continue
		}
		relation, other := o.Op, o.Args[1-i]
		if i == 1 {
			relation, ok = toolkit.Mirror(o.Op)
		}
		if !ok {
			continue
		}
		switch of.Op {
		case zed.Card:
			lo, hi := q.rangeOf(other, in)
			if relation == zed.In {
				if r, ok := other.(*zed.Op); ok && r.Op == zed.Range {
					lo, _ = q.rangeOf(r.Args[0], in)
					_, hi = q.rangeOf(r.Args[1], in)
					relation = zed.Equal
				}
			}
			narrow(&b.sizeLo, &b.sizeHi, relation, lo, hi)
		case zed.Dom:
			if (relation == zed.Equal || relation == zed.SubsetEq || relation == zed.Subset) && !toolkit.Large(other) &&
				q.isFunction(v) {
				b.sizeHi = min(b.sizeHi, q.enc.extents.countElements(other, in))
			}
		}
	}
}

// isFunction tells whether a conjunct says that a variable is a function.
func (q *problem) isFunction(v *variable) bool {
	for _, c := range q.conjuncts {
		o, ok := c.expr.(*zed.Op)
		if !ok || o.Op != zed.In || q.variableOf(o.Args[0], c.in) != v {
			continue
		}
		s, ok := o.Args[1].(*zed.Op)
		if ok && toolkit.HasFunctions(s.Op) {
			return true
		}
	}
	return false
}
