package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// memberships writes when a value is in a set, often without writing the set out.
type memberships struct {
	f              *formulas
	vals           *values
	defs           *definitions
	rels           *relations
	seqs           *sequences
	comprehensions *comprehensions
	terms          *terms
}

// member returns when it is true, or false, that a value is in a set. It is neither
// where an extension in the set has no value.
func (ms *memberships) member(x *sym, s zed.Expr, in *env, want bool) *node {
	return ms.f.and(ms.terms.needed(s, in), ms.memberOfForm(x, s, in, want))
}

func (ms *memberships) memberOfForm(x *sym, s zed.Expr, in *env, want bool) *node {
	if toolkit.FullOfFinite(s) {
		return ms.f.truth(want)
	}
	switch s := s.(type) {
	case *zed.Ref:
		if d := ms.defs.definition(s); d != nil && !ms.defs.inside[s.Name] {
			ms.defs.inside[s.Name] = true
			defer delete(ms.defs.inside, s.Name)
			return ms.member(x, d, nil, want)
		}
		if s.Kind == zed.Builtin {
			lowest := int64(0)
			if s.Name == "ℕ₁" {
				lowest = 1
			}
			return ms.vals.fact(ms.f.yes, ms.f.le(ms.f.num(lowest), x.num), want)
		}
	case *zed.SetExt:
		elems := ms.terms.encodeAll(s.Elems, in)
		same := make([]*node, len(elems))
		for i, v := range elems {
			same[i] = ms.vals.equal(v, x)
		}
		return ms.vals.fact(ms.vals.haveValues(elems), ms.f.or(same...), want)
	case *zed.Comp:
		if s.Op == zed.SetComp {
			if inner, rest, ok := ms.comprehensions.fitText(s.Text, s.Body, x, in); ok {
				return ms.comprehensions.matchText(s.Text, inner, in, rest, want)
			}
		}
	case *zed.Op:
		if out, ok := ms.memberOfOp(x, s, in, want); ok {
			return out
		}
	}
	set := ms.terms.term(s, in)
	return ms.vals.fact(set.def, ms.vals.has(set, x), want)
}

func (ms *memberships) memberOfOp(x *sym, s *zed.Op, in *env, want bool) (*node, bool) {
	both := func(a, b *node) *node {
		if want {
			return ms.f.and(a, b)
		}
		return ms.f.or(a, b)
	}
	switch s.Op {
	case zed.EmptySet:
		return ms.f.truth(!want), true
	case zed.Union:
		a, b := ms.member(x, s.Args[0], in, want), ms.member(x, s.Args[1], in, want)
		if want {
			return ms.f.or(a, b), true
		}
		return ms.f.and(a, b), true
	case zed.Intersect:
		return both(ms.member(x, s.Args[0], in, want), ms.member(x, s.Args[1], in, want)), true
	case zed.Minus:
		return both(ms.member(x, s.Args[0], in, want), ms.member(x, s.Args[1], in, !want)), true
	case zed.Range:
		lo, hi := ms.terms.term(s.Args[0], in), ms.terms.term(s.Args[1], in)
		return ms.vals.fact(ms.f.and(lo.def, hi.def), ms.f.and(ms.f.le(lo.num, x.num), ms.f.le(x.num, hi.num)), want),
			true
	case zed.Cross:
		var out []*node
		for i, a := range s.Args {
			out = append(out, ms.member(x.parts[i], a, in, want))
		}
		if want {
			return ms.f.and(out...), true
		}
		return ms.f.or(out...), true
	case zed.Inverse:
		return ms.member(ms.vals.pairOf(x.parts[1], x.parts[0]), s.Args[0], in, want), true
	case zed.Identity:
		same := ms.vals.fact(ms.f.yes, ms.vals.equal(x.parts[0], x.parts[1]), want)
		return both(same, ms.member(x.parts[0], s.Args[0], in, want)), true
	case zed.ReflClos:
		// R* has all of the type in it: a pair is in it by being one of equals.
		closed := ms.rels.closeTransitively(ms.terms.term(s.Args[0], in), s.Args[0].Typ())
		same := ms.vals.equal(x.parts[0], x.parts[1])
		if want {
			return ms.f.or(same, ms.f.and(closed.def, ms.vals.has(closed, x))), true
		}
		return ms.f.and(ms.f.not(same), closed.def, ms.f.not(ms.vals.has(closed, x))), true
	}
	return ms.memberOfSpace(x, s, in, want)
}

// memberOfSpace writes a membership in a set of sets, of sequences or of relations.
func (ms *memberships) memberOfSpace(x *sym, s *zed.Op, in *env, want bool) (*node, bool) {
	var out []*node
	demand := func(is *node) { out = append(out, ms.vals.fact(ms.f.yes, is, want)) }
	m, _ := toolkit.MembersOf(s.Op)
	if m.Filled {
		demand(ms.f.not(ms.vals.empty(x)))
	}
	switch {
	case toolkit.IsPower(s.Op):
		out = append(out, ms.areAllIn(x, s.Args[0], in, want))
	case m.Sequence:
		if m.Injective {
			demand(ms.rels.isInjective(x))
		}
		items, is := ms.seqs.asSequence(x)
		demand(is)
		out = append(out, ms.itemsIn(items, s.Args[0], in, want))
	case toolkit.IsArrow(s.Op):
		out = append(out, ms.memberOfArrow(x, s, m, in, want))
	default:
		return nil, false
	}
	if want {
		return ms.f.and(out...), true
	}
	return ms.f.or(out...), true
}

// areAllIn returns the condition that all elements of a set are in another.
func (ms *memberships) areAllIn(x *sym, s zed.Expr, in *env, want bool) *node {
	if toolkit.FullOfFinite(s) {
		return ms.f.truth(want)
	}
	var out []*node
	for _, y := range ms.vals.elements(x) {
		if t := ms.member(y.v, s, in, want); want {
			out = append(out, ms.f.implies(y.in, t))
		} else {
			out = append(out, ms.f.and(y.in, t))
		}
	}
	if want {
		return ms.f.and(out...)
	}
	return ms.f.or(out...)
}

func (ms *memberships) itemsIn(s *sym, elem zed.Expr, in *env, want bool) *node {
	if toolkit.FullOfFinite(elem) {
		return ms.f.truth(want)
	}
	var out []*node
	for _, y := range ms.vals.elements(s) {
		if t := ms.member(y.v.parts[1], elem, in, want); want {
			out = append(out, ms.f.implies(y.in, t))
		} else {
			out = append(out, ms.f.and(y.in, t))
		}
	}
	if want {
		return ms.f.and(out...)
	}
	return ms.f.or(out...)
}

func (ms *memberships) memberOfArrow(x *sym, s *zed.Op, a zed.Members, in *env, want bool) *node {
	for i, must := range []bool{a.Total, a.Surjective} {
		switch set := s.Args[i]; {
		case !must:
		case toolkit.Infinite(set):
			return ms.f.truth(!want) // values are finite
		case toolkit.Large(set) && !hasAllSubsets(set):
			ms.f.fail("the set %s", zed.Print(set, zed.Unicode))
			return ms.f.truth(!want)
		}
	}
	var out []*node // all true, or one false
	for i, set := range s.Args {
		if toolkit.FullOfFinite(set) {
			continue
		}
		for _, y := range ms.vals.elements(x) {
			if t := ms.member(y.v.parts[i], set, in, want); want {
				out = append(out, ms.f.implies(y.in, t))
			} else {
				out = append(out, ms.f.and(y.in, t))
			}
		}
	}
	if a.Function {
		out = append(out, ms.vals.fact(ms.f.yes, ms.rels.isFunctional(x), want))
	}
	if a.Injective {
		out = append(out, ms.vals.fact(ms.f.yes, ms.rels.isInjective(x), want))
	}
	for i, must := range []bool{a.Total, a.Surjective} {
		if !must {
			continue
		}
		whole := ms.terms.term(s.Args[i], in)
		var covered []*node
		for _, y := range ms.vals.elements(whole) {
			covered = append(covered, ms.f.implies(y.in, ms.rels.hasPart(x, i, y.v)))
		}
		out = append(out, ms.vals.fact(whole.def, ms.f.and(covered...), want))
	}
	if want {
		return ms.f.and(out...)
	}
	return ms.f.or(out...)
}

// hasAllSubsets tells whether a set has all subsets of a set that can be written out.
func hasAllSubsets(x zed.Expr) bool {
	o, ok := x.(*zed.Op)
	return ok && toolkit.HasAllSubsets(o.Op) && !toolkit.Large(o.Args[0])
}
