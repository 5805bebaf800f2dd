package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// holds returns when a predicate is true, or when it is false (want): strong
// Kleene's truth, for a predicate may be neither.
func (e *encoder) holds(p zed.Expr, in *env, want bool) *node {
	if p == nil {
		return e.truth(want)
	}
	if e.full() {
		return e.no
	}
	mark := "f"
	if want {
		mark = "t"
	}
	key := e.key(p, in, mark)
	if known, ok := e.truths[key]; ok {
		return known
	}
	out := e.predicate(p, in, want)
	if e.failed == "" {
		e.truths[key] = out
	}
	return out
}

func (e *encoder) predicate(p zed.Expr, in *env, want bool) *node {
	switch p := p.(type) {
	case *zed.Truth:
		return e.truth(p.Value == want)
	case *zed.Occur:
		return e.holds(p.Body, in, want)
	case *zed.Logic:
		return e.logic(p, in, want)
	case *zed.Quant:
		return e.quantified(p, in, want)
	case *zed.Op:
		return e.relation(p, in, want)
	case *zed.If:
		yes, no := e.holds(p.Cond, in, true), e.holds(p.Cond, in, false)
		return e.or(e.and(yes, e.holds(p.Then, in, want)), e.and(no, e.holds(p.Else, in, want)))
	case *zed.Let:
		inner, def := e.let(p, in)
		return e.and(def, e.holds(p.Body, inner, want))
	}
	e.fail("%s", zed.Print(p, zed.Unicode))
	return e.no
}

func (e *encoder) logic(p *zed.Logic, in *env, want bool) *node {
	each := func(want bool) []*node {
		var out []*node
		for _, a := range p.Args {
			out = append(out, e.holds(a, in, want))
		}
		return out
	}
	switch p.Op {
	case zed.Not:
		return e.holds(p.Args[0], in, !want)
	case zed.And:
		if want {
			return e.and(each(true)...)
		}
		return e.or(each(false)...)
	case zed.Or:
		if want {
			return e.or(each(true)...)
		}
		return e.and(each(false)...)
	case zed.Implies:
		if want {
			return e.or(e.holds(p.Args[0], in, false), e.holds(p.Args[1], in, true))
		}
		return e.and(e.holds(p.Args[0], in, true), e.holds(p.Args[1], in, false))
	}
	a, notA := e.holds(p.Args[0], in, true), e.holds(p.Args[0], in, false)
	b, notB := e.holds(p.Args[1], in, true), e.holds(p.Args[1], in, false)
	if want {
		return e.or(e.and(a, b), e.and(notA, notB))
	}
	return e.or(e.and(a, notB), e.and(notA, b))
}

// fact is what a relation amounts to: when its sides have values, and when it
// then holds.
func (e *encoder) fact(def, is *node, want bool) *node {
	if want {
		return e.and(def, is)
	}
	return e.and(def, e.not(is))
}

func (e *encoder) relation(p *zed.Op, in *env, want bool) *node {
	switch p.Op {
	case zed.In, zed.NotIn:
		x := e.term(p.Args[0], in)
		return e.and(x.def, e.member(e.bare(x), p.Args[1], in, want == (p.Op == zed.In)))
	case zed.NotEqual:
		return e.relation(&zed.Op{Info: p.Info, Op: zed.Equal, Args: p.Args}, in, !want)
	case zed.SubsetEq:
		return e.included(p, in, want)
	case zed.Subset:
		if toolkit.FullOfFinite(p.Args[1]) {
			e.fail("%s", zed.Print(p, zed.Unicode))
			return e.no
		}
		a, b := e.term(p.Args[0], in), e.term(p.Args[1], in)
		return e.fact(e.and(a.def, b.def), e.and(e.within(a, b), e.not(e.within(b, a))), want)
	case zed.Disjoint:
		family := e.term(p.Args[0], in)
		return e.fact(family.def, e.apart(family), want)
	}
	if len(p.Args) != 2 {
		e.fail("the operator %s", p.Op)
		return e.no
	}
	a, b := e.term(p.Args[0], in), e.term(p.Args[1], in)
	def := e.and(a.def, b.def)
	var is *node
	switch p.Op {
	case zed.Equal:
		is = e.equal(a, b)
	case zed.Less:
		is = e.less(a.num, b.num)
	case zed.LessEq:
		is = e.le(a.num, b.num)
	case zed.Greater:
		is = e.less(b.num, a.num)
	case zed.GreaterEq:
		is = e.le(b.num, a.num)
	case zed.Partitions:
		is = e.and(e.apart(a), e.equal(e.united(b.typ, a), b))
	case zed.Prefix, zed.Suffix, zed.Infix:
		is = e.infix(p.Op, a, b)
	default:
		e.fail("the operator %s", p.Op)
		return e.no
	}
	return e.fact(def, is, want)
}

// included is S ⊆ T: T need not be written out.
func (e *encoder) included(p *zed.Op, in *env, want bool) *node {
	if toolkit.FullOfFinite(p.Args[1]) {
		if toolkit.Large(p.Args[0]) {
			return e.truth(want)
		}
		return e.and(e.term(p.Args[0], in).def, e.truth(want))
	}
	elems, def := e.extent(p.Args[0], in)
	out := []*node{}
	for _, x := range elems {
		member := e.member(x.v, p.Args[1], in, want)
		if want {
			out = append(out, e.or(x.out, member))
		} else {
			out = append(out, e.and(x.in, member))
		}
	}
	if want {
		return e.and(def, e.and(out...))
	}
	return e.and(def, e.or(out...))
}

// apart is when the sets of an indexed family are disjoint.
func (e *encoder) apart(family *sym) *node {
	all := e.elements(family)
	var out []*node
	for i, x := range all {
		for _, y := range all[:i] {
			var common []*node
			for _, v := range e.elements(x.v.parts[1]) {
				common = append(common, e.and(v.in, e.has(y.v.parts[1], v.v)))
			}
			clash := e.or(append(common, e.equal(x.v.parts[0], y.v.parts[0]))...)
			if !e.isDistinct(family) {
				clash = e.and(clash, e.not(e.equal(x.v, y.v)))
			}
			out = append(out, e.not(e.and(x.in, y.in, clash)))
		}
	}
	return e.and(out...)
}

// united is the union of an indexed family.
func (e *encoder) united(t zed.Type, family *sym) *sym {
	var elems []entry
	for _, x := range e.elements(family) {
		for _, y := range e.elements(x.v.parts[1]) {
			elems = append(elems, entry{e.and(x.in, y.in), y.v})
		}
	}
	return e.setOf(t, elems, false)
}

// isPower tells whether a set is all subsets of one that can be written out.
func isPower(x zed.Expr) bool {
	o, ok := x.(*zed.Op)
	return ok && (o.Op == zed.PowerSet || o.Op == zed.Finset) && !toolkit.Large(o.Args[0])
}
