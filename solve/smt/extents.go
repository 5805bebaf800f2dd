package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// extents lists the elements that sets may have, so that quantifiers can be written
// out.
type extents struct {
	f    *formulas
	vals *values
	up   expressions
}

// extent returns the elements that a set may have, and when the set has a value.
func (ex *extents) extent(s zed.Expr, in *env) ([]candidate, *node) {
	if o, ok := s.(*zed.Op); ok {
		switch o.Op {
		case zed.Minus, zed.Intersect:
			if toolkit.Large(o.Args[0]) {
				break
			}
			found, def := ex.extent(o.Args[0], in)
			var out []candidate
			for _, c := range found {
				is := ex.up.member(c.v, o.Args[1], in, o.Op == zed.Intersect)
				isNot := ex.up.member(c.v, o.Args[1], in, o.Op == zed.Minus)
				out = append(out, candidate{ex.f.and(c.in, is), ex.f.or(c.out, isNot), c.v})
			}
			return out, ex.f.and(def, ex.up.needed(o.Args[1], in))
		}
	}
	set := ex.up.term(s, in)
	var out []candidate
	for _, x := range ex.vals.elements(set) {
		out = append(out, candidate{x.in, ex.f.not(x.in), x.v})
	}
	return out, set.def
}

// maxSubsets is the largest set whose subsets are written out.
const maxSubsets = 6

// subsets returns the subsets of a small set.
func (ex *extents) subsets(o *zed.Op, in *env) ([]candidate, *node) {
	base := ex.up.term(o.Args[0], in)
	elems := ex.vals.elements(base)
	if len(elems) > maxSubsets {
		ex.f.fail("all subsets of a set of up to %d elements", len(elems))
		return nil, ex.f.yes
	}
	var out []candidate
	for mask := range 1 << len(elems) {
		is := ex.f.yes
		var chosen []entry
		for i, x := range elems {
			if mask>>i&1 == 1 {
				is = ex.f.and(is, x.in)
				chosen = append(chosen, entry{ex.f.yes, x.v})
			}
		}
		out = append(out, candidate{is, ex.f.not(is), ex.vals.setOf(base.typ, chosen, ex.vals.isDistinct(base))})
	}
	return out, base.def
}

// countElements returns the number of elements that a set may have.
func (ex *extents) countElements(s zed.Expr, in *env) int64 {
	failed := ex.f.failed
	ex.f.failed = ""
	all := ex.up.term(s, in)
	lost := ex.f.failed != ""
	ex.f.failed = failed
	if lost || all.kind == number || all.kind == tuple {
		return most
	}
	return int64(len(ex.vals.elements(all)))
}

// sizeWithin returns the largest size of an element of a power set or of a set
// of relations.
func (ex *extents) sizeWithin(s *zed.Op, in *env) int64 {
	largest := func(x zed.Expr) int64 {
		if toolkit.Large(x) {
			return most
		}
		return ex.countElements(x, in)
	}
	if toolkit.IsPower(s.Op) || s.Op == zed.Iseq {
		return largest(s.Args[0])
	}
	if !toolkit.IsArrow(s.Op) {
		return most
	}
	a, _ := toolkit.MembersOf(s.Op)
	from, to := largest(s.Args[0]), largest(s.Args[1])
	switch {
	case a.Function && a.Injective:
		return min(from, to)
	case a.Function:
		return from
	case from < 1<<20 && to < 1<<20:
		return from * to
	}
	return most
}
