package smt

import "github.com/ttf-int/ttf-int/zed"

// relations writes the operators on sets, relations and functions, for operands that
// are written already.
type relations struct {
	f    *formulas
	vals *values
}

// areDisjoint returns the condition that the sets of an indexed family are disjoint.
func (rs *relations) areDisjoint(family *sym) *node {
	all := rs.vals.elements(family)
	var out []*node
	for i, x := range all {
		for _, y := range all[:i] {
			var common []*node
			for _, v := range rs.vals.elements(x.v.parts[1]) {
				common = append(common, rs.f.and(v.in, rs.vals.has(y.v.parts[1], v.v)))
			}
			clash := rs.f.or(append(common, rs.vals.equal(x.v.parts[0], y.v.parts[0]))...)
			if !rs.vals.isDistinct(family) {
				clash = rs.f.and(clash, rs.f.not(rs.vals.equal(x.v, y.v)))
			}
			out = append(out, rs.f.not(rs.f.and(x.in, y.in, clash)))
		}
	}
	return rs.f.and(out...)
}

// unite returns the union of an indexed family.
func (rs *relations) unite(t zed.Type, family *sym) *sym {
	var elems []entry
	for _, x := range rs.vals.elements(family) {
		for _, y := range rs.vals.elements(x.v.parts[1]) {
			elems = append(elems, entry{rs.f.and(x.in, y.in), y.v})
		}
	}
	return rs.vals.setOf(t, elems, false)
}

// hasPart returns when a relation has a pair with a given component.
func (rs *relations) hasPart(r *sym, i int, v *sym) *node {
	var out []*node
	for _, y := range rs.vals.elements(r) {
		out = append(out, rs.f.and(y.in, rs.vals.equal(y.v.parts[i], v)))
	}
	return rs.f.or(out...)
}

// isFunctional returns the condition that no two different pairs share their first component.
func (rs *relations) isFunctional(r *sym) *node { return rs.isOneWay(r, 0) }

// isInjective returns the condition that no two different pairs share their second component.
func (rs *relations) isInjective(r *sym) *node { return rs.isOneWay(r, 1) }

func (rs *relations) isOneWay(r *sym, i int) *node {
	if r.kind == sequence && i == 0 {
		return rs.f.yes
	}
	all := rs.vals.elements(r)
	var out []*node
	for k, x := range all {
		for _, y := range all[:k] {
			clash := rs.f.and(x.in, y.in, rs.vals.equal(x.v.parts[i], y.v.parts[i]))
			out = append(out, rs.f.or(rs.f.not(clash), rs.vals.equal(x.v.parts[1-i], y.v.parts[1-i])))
		}
	}
	return rs.f.and(out...)
}

// image returns the only value to which a relation relates x.
func (rs *relations) image(f, x *sym, t zed.Type) *sym {
	all := rs.vals.elements(f)
	if len(all) == 0 {
		return rs.vals.restrictTo(rs.vals.newDummy(t), rs.f.no)
	}
	out := all[len(all)-1].v.parts[1]
	hits := make([]*node, len(all))
	for i, y := range all {
		hits[i] = rs.f.and(y.in, rs.vals.equal(y.v.parts[0], x))
	}
	for i := len(all) - 2; i >= 0; i-- {
		if hits[i] != rs.f.no {
			out = rs.vals.pick(hits[i], all[i].v.parts[1], out)
		}
	}
	one := []*node{rs.f.or(hits...)}
	if f.kind != sequence {
		for i := range all {
			for j := range i {
				both := rs.f.and(hits[i], hits[j])
				one = append(one, rs.f.or(rs.f.not(both), rs.vals.equal(all[i].v.parts[1], all[j].v.parts[1])))
			}
		}
	}
	return rs.vals.restrictTo(out, one...)
}

func (rs *relations) union(t zed.Type, sets ...*sym) *sym {
	var out []entry
	for _, s := range sets {
		out = append(out, rs.vals.elements(s)...)
	}
	return rs.vals.setOf(t, out, false)
}

// encodeRelational returns the value of an operator on sets and relations; nil for other
// operators.
func (rs *relations) encodeRelational(x *zed.Op, args []*sym) *sym {
	switch x.Op {
	case zed.Union:
		return rs.union(x.Type, args...)
	case zed.SymDiff:
		var out []entry
		for i := range args {
			for _, y := range rs.vals.elements(args[i]) {
				out = append(out, entry{rs.f.and(y.in, rs.f.not(rs.vals.has(args[1-i], y.v))), y.v})
			}
		}
		return rs.vals.setOf(x.Type, out, rs.vals.isDistinct(args[0]) && rs.vals.isDistinct(args[1]))
	case zed.Dom, zed.Ran:
		return rs.column(x, args[0])
	case zed.Cross:
		return rs.product(x, args)
	case zed.Identity, zed.Inverse:
		var out []entry
		for _, y := range rs.vals.elements(args[0]) {
			pair := rs.vals.pairOf(y.v, y.v)
			if x.Op == zed.Inverse {
				pair = rs.vals.pairOf(y.v.parts[1], y.v.parts[0])
			}
			out = append(out, entry{y.in, pair})
		}
		return rs.vals.setOf(x.Type, out, rs.vals.isDistinct(args[0]))
	case zed.RelComp:
		return rs.compose(x.Type, args[0], args[1])
	case zed.RelCirc:
		return rs.compose(x.Type, args[1], args[0])
	case zed.Override:
		return rs.override(x, args)
	case zed.Image:
		return rs.imageOf(args[0], args[1], x.Type)
	case zed.TransClos:
		return rs.closeTransitively(args[0], x.Type)
	case zed.BigUnion:
		var out []entry
		for _, s := range rs.vals.elements(args[0]) {
			for _, y := range rs.vals.elements(s.v) {
				out = append(out, entry{rs.f.and(s.in, y.in), y.v})
			}
		}
		return rs.vals.setOf(x.Type, out, false)
	case zed.BigInter:
		var out []entry
		sets := rs.vals.elements(args[0])
		for _, s := range sets {
			for _, y := range rs.vals.elements(s.v) {
				in := []*node{s.in, y.in}
				for _, other := range sets {
					in = append(in, rs.f.implies(other.in, rs.vals.has(other.v, y.v)))
				}
				out = append(out, entry{rs.f.and(in...), y.v})
			}
		}
		return rs.vals.restrictTo(rs.vals.setOf(x.Type, out, false), rs.f.not(rs.vals.empty(args[0])))
	case zed.First, zed.Second:
		if x.Op == zed.First {
			return args[0].parts[0]
		}
		return args[0].parts[1]
	}
	return nil
}

// column returns the domain or the range of a relation.
func (rs *relations) column(x *zed.Op, r *sym) *sym {
	i := 1
	if x.Op == zed.Dom {
		i = 0
	}
	var out []entry
	for _, y := range rs.vals.elements(r) {
		out = append(out, entry{y.in, y.v.parts[i]})
	}
	return rs.vals.setOf(x.Type, out, r.kind == sequence && i == 0)
}

func (rs *relations) product(x *zed.Op, args []*sym) *sym {
	elem := x.Type.(zed.PowerType).Elem
	rows := []entry{{rs.f.yes, rs.vals.sym(sym{typ: elem, kind: tuple})}}
	for _, s := range args {
		var next []entry
		for _, row := range rows {
			for _, y := range rs.vals.elements(s) {
				parts := append(row.v.parts[:len(row.v.parts):len(row.v.parts)], y.v)
				next = append(next, entry{rs.f.and(row.in, y.in),
					rs.vals.sym(sym{typ: elem, kind: tuple, parts: parts})})
			}
		}
		if rows = next; len(rows) > maxElements {
			rs.f.fail("a product of %d elements", len(rows))
			return rs.vals.newDummy(x.Type)
		}
	}
	distinct := true
	for _, s := range args {
		distinct = distinct && rs.vals.isDistinct(s)
	}
	return rs.vals.setOf(x.Type, rows, distinct)
}

func (rs *relations) compose(t zed.Type, r, s *sym) *sym {
	var out []entry
	for _, x := range rs.vals.elements(r) {
		for _, y := range rs.vals.elements(s) {
			in := rs.f.and(x.in, y.in, rs.vals.equal(x.v.parts[1], y.v.parts[0]))
			if in != rs.f.no {
				out = append(out, entry{in, rs.vals.pairOf(x.v.parts[0], y.v.parts[1])})
			}
		}
	}
	return rs.vals.setOf(t, out, false)
}

func (rs *relations) override(x *zed.Op, args []*sym) *sym {
	out := append([]entry(nil), rs.vals.elements(args[1])...)
	for _, y := range rs.vals.elements(args[0]) {
		out = append(out, entry{rs.f.and(y.in, rs.f.not(rs.hasPart(args[1], 0, y.v.parts[0]))), y.v})
	}
	return rs.vals.setOf(x.Type, out, rs.vals.isDistinct(args[0]) && rs.vals.isDistinct(args[1]))
}

func (rs *relations) imageOf(r, s *sym, t zed.Type) *sym {
	var out []entry
	for _, y := range rs.vals.elements(r) {
		out = append(out, entry{rs.f.and(y.in, rs.vals.has(s, y.v.parts[0])), y.v.parts[1]})
	}
	return rs.vals.setOf(t, out, false)
}

// maxClosure is the largest number of ends of pairs whose reachability is
// written out: that takes its cube.
const maxClosure = 12

// closeTransitively returns R⁺, by Warshall's algorithm over the components of the
// pairs.
func (rs *relations) closeTransitively(r *sym, t zed.Type) *sym {
	var ends []*sym
	add := func(v *sym) {
		for _, x := range ends {
			if rs.vals.equal(x, v) == rs.f.yes {
				return
			}
		}
		ends = append(ends, v)
	}
	all := rs.vals.elements(r)
	for _, y := range all {
		add(y.v.parts[0])
		add(y.v.parts[1])
	}
	if len(ends) > maxClosure {
		rs.f.fail("the closure of a relation between %d values", len(ends))
		return rs.vals.newDummy(t)
	}
	linked := make([][]*node, len(ends))
	for i, x := range ends {
		for _, y := range ends {
			var out []*node
			for _, p := range all {
				out = append(out, rs.f.and(p.in, rs.vals.equal(p.v.parts[0], x), rs.vals.equal(p.v.parts[1], y)))
			}
			linked[i] = append(linked[i], rs.f.or(out...))
		}
	}
	for k := range ends {
		for i := range ends {
			for j := range ends {
				linked[i][j] = rs.f.or(linked[i][j], rs.f.and(linked[i][k], linked[k][j]))
			}
		}
	}
	var out []entry
	for i, x := range ends {
		for j, y := range ends {
			out = append(out, entry{linked[i][j], rs.vals.pairOf(x, y)})
		}
	}
	return rs.vals.restrictTo(rs.vals.setOf(t, out, false), r.def)
}
