package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/meaning"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// predicates writes when a predicate is true and when it is false, and keeps the
// results.
type predicates struct {
	f           *formulas
	vals        *values
	names       *names
	rels        *relations
	seqs        *sequences
	extents     *extents
	quantifiers *quantifiers
	terms       *terms
	up          expressions
	known       map[string]*node
}

// holds returns when a predicate is true (want) or when it is false. By Kleene's strong
// logic it may be neither.
func (ps *predicates) holds(p zed.Expr, in *env, want bool) *node {
	if p == nil {
		return ps.f.truth(want)
	}
	if ps.f.isGivenUp() {
		return ps.f.no
	}
	mark := "f"
	if want {
		mark = "t"
	}
	key := ps.names.key(p, in, mark)
	if known, ok := ps.known[key]; ok {
		return known
	}
	out := ps.predicate(p, in, want)
	if ps.f.failed == "" {
		ps.known[key] = out
	}
	return out
}

func (ps *predicates) predicate(p zed.Expr, in *env, want bool) *node {
	switch p := p.(type) {
	case *zed.Truth:
		return ps.f.truth(p.Value == want)
	case *zed.Occur:
		return ps.holds(p.Body, in, want)
	case *zed.Logic:
		return ps.logic(p, in, want)
	case *zed.Quant:
		return ps.quantifiers.encodeQuantifier(p, in, want)
	case *zed.Op:
		return ps.relation(p, in, want)
	case *zed.If:
		yes, no := ps.holds(p.Cond, in, true), ps.holds(p.Cond, in, false)
		return ps.f.or(ps.f.and(yes, ps.holds(p.Then, in, want)), ps.f.and(no, ps.holds(p.Else, in, want)))
	case *zed.Let:
		inner, def := ps.terms.let(p, in)
		return ps.f.and(def, ps.holds(p.Body, inner, want))
	}
	ps.f.fail("%s", zed.Print(p, zed.Unicode))
	return ps.f.no
}

func (ps *predicates) logic(p *zed.Logic, in *env, want bool) *node {
	each := func(want bool) []*node {
		var out []*node
		for _, a := range p.Args {
			out = append(out, ps.holds(a, in, want))
		}
		return out
	}
	switch p.Op {
	case zed.Not:
		return ps.holds(p.Args[0], in, !want)
	case zed.And:
		if want {
			return ps.f.and(each(true)...)
		}
		return ps.f.or(each(false)...)
	case zed.Or:
		if want {
			return ps.f.or(each(true)...)
		}
		return ps.f.and(each(false)...)
	case zed.Implies:
		if want {
			return ps.f.or(ps.holds(p.Args[0], in, false), ps.holds(p.Args[1], in, true))
		}
		return ps.f.and(ps.holds(p.Args[0], in, true), ps.holds(p.Args[1], in, false))
	}
	a, notA := ps.holds(p.Args[0], in, true), ps.holds(p.Args[0], in, false)
	b, notB := ps.holds(p.Args[1], in, true), ps.holds(p.Args[1], in, false)
	if want {
		return ps.f.or(ps.f.and(a, b), ps.f.and(notA, notB))
	}
	return ps.f.or(ps.f.and(a, notB), ps.f.and(notA, b))
}

func (ps *predicates) relation(p *zed.Op, in *env, want bool) *node {
	switch p.Op {
	case zed.In, zed.NotIn:
		x := ps.terms.term(p.Args[0], in)
		return ps.f.and(x.def, ps.up.member(ps.vals.withoutPresence(x), p.Args[1], in, want == (p.Op == zed.In)))
	case zed.NotEqual:
		return ps.relation(&zed.Op{Info: p.Info, Op: zed.Equal, Args: p.Args}, in, !want)
	case zed.SubsetEq:
		return ps.f.and(ps.terms.needed(p, in), ps.encodeInclusion(p, in, want))
	case zed.Subset:
		if toolkit.FullOfFinite(p.Args[1]) {
			ps.f.fail("%s", zed.Print(p, zed.Unicode))
			return ps.f.no
		}
		a, b := ps.terms.term(p.Args[0], in), ps.terms.term(p.Args[1], in)
		return ps.vals.fact(ps.f.and(a.def, b.def), ps.f.and(ps.vals.isSubset(a, b), ps.f.not(ps.vals.isSubset(b, a))),
			want)
	case zed.Disjoint:
		family := ps.terms.term(p.Args[0], in)
		return ps.vals.fact(family.def, ps.rels.areDisjoint(family), want)
	}
	if len(p.Args) != 2 {
		return ps.encodeMeaning(p, in, want)
	}
	a, b := ps.terms.term(p.Args[0], in), ps.terms.term(p.Args[1], in)
	def := ps.f.and(a.def, b.def)
	var is *node
	switch p.Op {
	case zed.Equal:
		is = ps.vals.equal(a, b)
	case zed.Less:
		is = ps.f.makeLess(a.num, b.num)
	case zed.LessEq:
		is = ps.f.le(a.num, b.num)
	case zed.Greater:
		is = ps.f.makeLess(b.num, a.num)
	case zed.GreaterEq:
		is = ps.f.le(b.num, a.num)
	case zed.Partitions:
		is = ps.f.and(ps.rels.areDisjoint(a), ps.vals.equal(ps.rels.unite(b.typ, a), b))
	case zed.Prefix, zed.Suffix, zed.Infix:
		is = ps.seqs.infix(p.Op, a, b)
	default:
		return ps.encodeMeaning(p, in, want)
	}
	return ps.vals.fact(def, is, want)
}

// encodeMeaning writes a relation by its definition in terms of other operators.
func (ps *predicates) encodeMeaning(p *zed.Op, in *env, want bool) *node {
	if meant, ok := meaning.Expand(p); ok {
		return ps.holds(meant, in, want)
	}
	ps.f.fail("the operator %s", p.Op)
	return ps.f.no
}

// encodeInclusion writes S ⊆ T, without writing T out.
func (ps *predicates) encodeInclusion(p *zed.Op, in *env, want bool) *node {
	if toolkit.FullOfFinite(p.Args[1]) {
		if toolkit.Large(p.Args[0]) {
			return ps.f.truth(want)
		}
		return ps.f.and(ps.terms.term(p.Args[0], in).def, ps.f.truth(want))
	}
	elems, def := ps.extents.extent(p.Args[0], in)
	out := []*node{}
	for _, x := range elems {
		member := ps.up.member(x.v, p.Args[1], in, want)
		if want {
			out = append(out, ps.f.or(x.out, member))
		} else {
			out = append(out, ps.f.and(x.in, member))
		}
	}
	if want {
		return ps.f.and(def, ps.f.and(out...))
	}
	return ps.f.and(def, ps.f.or(out...))
}
