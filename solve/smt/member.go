package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// member returns when it is true, or false, that a bare value is in a set.
func (e *encoder) member(x *sym, s zed.Expr, in *env, want bool) *node {
	if toolkit.FullOfFinite(s) {
		return e.truth(want)
	}
	switch s := s.(type) {
	case *zed.Ref:
		if d := e.definition(s); d != nil && !e.inside[s.Name] {
			e.inside[s.Name] = true
			defer delete(e.inside, s.Name)
			return e.member(x, d, nil, want)
		}
		if s.Kind == zed.Builtin {
			lowest := int64(0)
			if s.Name == "ℕ₁" {
				lowest = 1
			}
			return e.fact(e.yes, e.le(e.num(lowest), x.num), want)
		}
	case *zed.SetExt:
		elems := e.all(s.Elems, in)
		same := make([]*node, len(elems))
		for i, v := range elems {
			same[i] = e.equal(v, x)
		}
		return e.fact(e.defined(elems), e.or(same...), want)
	case *zed.Comp:
		if s.Op == zed.SetComp {
			if inner, rest, ok := e.fitted(s.Text, s.Body, x, in); ok {
				return e.chosen(s.Text, inner, in, rest, want)
			}
		}
	case *zed.Op:
		if out, ok := e.memberOfOp(x, s, in, want); ok {
			return out
		}
	}
	set := e.term(s, in)
	return e.fact(set.def, e.has(set, x), want)
}

func (e *encoder) memberOfOp(x *sym, s *zed.Op, in *env, want bool) (*node, bool) {
	both := func(a, b *node) *node {
		if want {
			return e.and(a, b)
		}
		return e.or(a, b)
	}
	switch s.Op {
	case zed.EmptySet:
		return e.truth(!want), true
	case zed.Union:
		a, b := e.member(x, s.Args[0], in, want), e.member(x, s.Args[1], in, want)
		if want {
			return e.or(a, b), true
		}
		return e.and(a, b), true
	case zed.Intersect:
		return both(e.member(x, s.Args[0], in, want), e.member(x, s.Args[1], in, want)), true
	case zed.Minus:
		return both(e.member(x, s.Args[0], in, want), e.member(x, s.Args[1], in, !want)), true
	case zed.Range:
		lo, hi := e.term(s.Args[0], in), e.term(s.Args[1], in)
		return e.fact(e.and(lo.def, hi.def), e.and(e.le(lo.num, x.num), e.le(x.num, hi.num)), want), true
	case zed.Cross:
		var out []*node
		for i, a := range s.Args {
			out = append(out, e.member(x.parts[i], a, in, want))
		}
		if want {
			return e.and(out...), true
		}
		return e.or(out...), true
	case zed.Inverse:
		return e.member(e.pairOf(x.parts[1], x.parts[0]), s.Args[0], in, want), true
	case zed.Identity:
		return both(e.fact(e.yes, e.equal(x.parts[0], x.parts[1]), want), e.member(x.parts[0], s.Args[0], in, want)), true
	case zed.ReflClos:
		// R* has all of the type in it: a pair is in it by being one of equals.
		closed := e.closure(e.term(s.Args[0], in), s.Args[0].Typ())
		same := e.equal(x.parts[0], x.parts[1])
		if want {
			return e.or(same, e.and(closed.def, e.has(closed, x))), true
		}
		return e.and(e.not(same), closed.def, e.not(e.has(closed, x))), true
	case zed.PowerSet, zed.PowerSet1, zed.Finset, zed.Finset1:
		out := e.allIn(x, s.Args[0], in, want)
		if s.Op == zed.PowerSet1 || s.Op == zed.Finset1 {
			out = both(e.fact(e.yes, e.not(e.empty(x)), want), out)
		}
		return out, true
	case zed.Seq, zed.Seq1, zed.Iseq:
		items, is := e.asSequence(x)
		out := both(e.fact(e.yes, is, want), e.itemsIn(items, s.Args[0], in, want))
		if s.Op == zed.Seq1 {
			out = both(e.fact(e.yes, e.not(e.empty(x)), want), out)
		}
		if s.Op == zed.Iseq {
			out = both(e.fact(e.yes, e.injective(x), want), out)
		}
		return out, true
	}
	if a, ok := toolkit.MembersOf(s.Op); ok && toolkit.IsArrow(s.Op) {
		return e.memberOfArrow(x, s, a, in, want), true
	}
	return nil, false
}

// allIn is when all elements of a set are in another.
func (e *encoder) allIn(x *sym, s zed.Expr, in *env, want bool) *node {
	if toolkit.FullOfFinite(s) {
		return e.truth(want)
	}
	var out []*node
	for _, y := range e.elements(x) {
		if t := e.member(y.v, s, in, want); want {
			out = append(out, e.implies(y.in, t))
		} else {
			out = append(out, e.and(y.in, t))
		}
	}
	if want {
		return e.and(out...)
	}
	return e.or(out...)
}

func (e *encoder) itemsIn(s *sym, elem zed.Expr, in *env, want bool) *node {
	if toolkit.FullOfFinite(elem) {
		return e.truth(want)
	}
	var out []*node
	for _, y := range e.elements(s) {
		if t := e.member(y.v.parts[1], elem, in, want); want {
			out = append(out, e.implies(y.in, t))
		} else {
			out = append(out, e.and(y.in, t))
		}
	}
	if want {
		return e.and(out...)
	}
	return e.or(out...)
}

func (e *encoder) memberOfArrow(x *sym, s *zed.Op, a toolkit.Members, in *env, want bool) *node {
	for i, must := range []bool{a.Total, a.Surjective} {
		switch set := s.Args[i]; {
		case !must:
		case toolkit.Infinite(set):
			return e.truth(!want) // values are finite
		case toolkit.Large(set) && !isPower(set):
			e.fail("the set %s", zed.Print(set, zed.Unicode))
			return e.truth(!want)
		}
	}
	var out []*node // all true, or one false
	for i, set := range s.Args {
		if toolkit.FullOfFinite(set) {
			continue
		}
		for _, y := range e.elements(x) {
			if t := e.member(y.v.parts[i], set, in, want); want {
				out = append(out, e.implies(y.in, t))
			} else {
				out = append(out, e.and(y.in, t))
			}
		}
	}
	if a.Function {
		out = append(out, e.fact(e.yes, e.functional(x), want))
	}
	if a.Injective {
		out = append(out, e.fact(e.yes, e.injective(x), want))
	}
	for i, must := range []bool{a.Total, a.Surjective} {
		if !must {
			continue
		}
		whole := e.term(s.Args[i], in)
		var covered []*node
		for _, y := range e.elements(whole) {
			covered = append(covered, e.implies(y.in, e.hasPart(x, i, y.v)))
		}
		out = append(out, e.fact(whole.def, e.and(covered...), want))
	}
	if want {
		return e.and(out...)
	}
	return e.or(out...)
}

// hasPart is when a relation has a pair with a part.
func (e *encoder) hasPart(r *sym, i int, v *sym) *node {
	var out []*node
	for _, y := range e.elements(r) {
		out = append(out, e.and(y.in, e.equal(y.v.parts[i], v)))
	}
	return e.or(out...)
}

// functional is when no two pairs share their first part only.
func (e *encoder) functional(r *sym) *node { return e.oneWay(r, 0) }

// injective is when no two pairs share their second part only.
func (e *encoder) injective(r *sym) *node { return e.oneWay(r, 1) }

func (e *encoder) oneWay(r *sym, i int) *node {
	if r.kind == sequence && i == 0 {
		return e.yes
	}
	all := e.elements(r)
	var out []*node
	for k, x := range all {
		for _, y := range all[:k] {
			clash := e.and(x.in, y.in, e.equal(x.v.parts[i], y.v.parts[i]))
			out = append(out, e.or(e.not(clash), e.equal(x.v.parts[1-i], y.v.parts[1-i])))
		}
	}
	return e.and(out...)
}
