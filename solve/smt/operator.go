package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// operator is the value of an operator of the toolkit.
func (e *encoder) operator(x *zed.Op, in *env) *sym {
	switch x.Op {
	case zed.EmptySet:
		return e.setOf(x.Type, nil, true)
	case zed.Minus, zed.Intersect:
		return e.kept(x, in)
	case zed.Filter, zed.RanRes, zed.RanSub, zed.DomRes, zed.DomSub, zed.Extract:
		return e.restricted(x, in)
	case zed.Card:
		if r, ok := x.Args[0].(*zed.Op); ok && r.Op == zed.Range {
			lo, hi := e.term(r.Args[0], in), e.term(r.Args[1], in)
			n := e.add(hi.num, e.neg(lo.num), e.num(1))
			return e.when(e.int(e.choose(e.le(n, e.num(0)), e.num(0), n)), lo.def, hi.def)
		}
	case zed.Image:
		if r, ok := x.Args[0].(*zed.Op); ok && r.Op == zed.ReflClos {
			reached := e.closure(e.term(r.Args[0], in), r.Typ())
			from := e.term(x.Args[1], in)
			return e.when(e.union(x.Type, e.bare(from), e.bare(e.imageOf(reached, from, x.Type))), reached.def, from.def)
		}
	case zed.PowerSet, zed.Finset:
		if !toolkit.Large(x.Args[0]) {
			found, def := e.subsets(x, in)
			var out []entry
			for _, c := range found {
				out = append(out, entry{c.in, c.v})
			}
			return e.when(e.setOf(x.Type, out, false), def)
		}
	}
	if toolkit.Large(x) || x.Op == zed.ReflClos {
		e.fail("the set %s", zed.Print(x, zed.Unicode))
		return e.dummy(typeOf(x))
	}
	args := e.all(x.Args, in)
	if e.failed != "" {
		return e.dummy(typeOf(x))
	}
	if out := e.numeric(x, args); out != nil {
		return e.when(out, e.defined(args))
	}
	if out := e.relational(x, args); out != nil {
		return e.when(out, e.defined(args))
	}
	if out := e.sequential(x, args); out != nil {
		return e.when(out, e.defined(args))
	}
	e.fail("the operator %s", x.Op)
	return e.dummy(typeOf(x))
}

// numeric is an operator that makes a number; nil for others.
func (e *encoder) numeric(x *zed.Op, args []*sym) *sym {
	switch x.Op {
	case zed.Plus:
		return e.int(e.add(args[0].num, args[1].num))
	case zed.Subtract:
		return e.int(e.add(args[0].num, e.neg(args[1].num)))
	case zed.Times:
		return e.int(e.mul(args[0].num, args[1].num))
	case zed.Negate:
		return e.int(e.neg(args[0].num))
	case zed.Succ:
		return e.int(e.add(args[0].num, e.num(1)))
	case zed.Div, zed.Mod:
		q, r := e.divide(args[0].num, args[1].num)
		if x.Op == zed.Mod {
			q = r
		}
		return e.when(e.int(q), e.not(e.eq(args[1].num, e.num(0))))
	case zed.Card:
		return e.int(e.size(args[0]))
	case zed.Min, zed.Max:
		all := e.elements(args[0])
		if len(all) == 0 {
			return e.when(e.int(e.num(0)), e.no)
		}
		best, some := all[0].v.num, all[0].in
		for _, y := range all[1:] {
			better := e.less(y.v.num, best)
			if x.Op == zed.Max {
				better = e.less(best, y.v.num)
			}
			best = e.choose(e.and(y.in, e.or(e.not(some), better)), y.v.num, best)
			some = e.or(some, y.in)
		}
		return e.when(e.int(best), some)
	}
	return nil
}

func (e *encoder) union(t zed.Type, sets ...*sym) *sym {
	var out []entry
	for _, s := range sets {
		out = append(out, e.elements(s)...)
	}
	return e.setOf(t, out, false)
}

// kept is S ∖ T and S ∩ T, of which T need not be written out.
func (e *encoder) kept(x *zed.Op, in *env) *sym {
	first, second := x.Args[0], x.Args[1]
	if x.Op == zed.Intersect && toolkit.Large(first) {
		first, second = second, first
	}
	s := e.term(first, in)
	defs, out := []*node{s.def}, []entry{}
	for _, y := range e.elements(s) {
		is := e.member(y.v, second, in, x.Op == zed.Intersect)
		isNot := e.member(y.v, second, in, x.Op == zed.Minus)
		defs = append(defs, e.or(e.not(y.in), is, isNot))
		out = append(out, entry{e.and(y.in, is), y.v})
	}
	return e.when(e.setOf(x.Type, out, e.isDistinct(s)), defs...)
}

// restricted keeps some pairs of a relation, by a test on one part; ↾ and ↿
// close the gaps then.
func (e *encoder) restricted(x *zed.Op, in *env) *sym {
	relation, by, part, drop := x.Args[0], x.Args[1], 1, false
	switch x.Op {
	case zed.DomRes, zed.DomSub, zed.Extract:
		relation, by, part = x.Args[1], x.Args[0], 0
	}
	if x.Op == zed.DomSub || x.Op == zed.RanSub {
		drop = true
	}
	r := e.term(relation, in)
	is := e.yes
	if x.Op == zed.Filter || x.Op == zed.Extract {
		r, is = e.asSequence(r)
	}
	defs, out := []*node{r.def, is}, []entry{}
	for _, y := range e.elements(r) {
		yes, no := e.member(y.v.parts[part], by, in, !drop), e.member(y.v.parts[part], by, in, drop)
		defs = append(defs, e.or(e.not(y.in), yes, no))
		out = append(out, entry{e.and(y.in, yes), y.v})
	}
	if x.Op == zed.Filter || x.Op == zed.Extract {
		return e.when(e.packed(x.Type, out), defs...)
	}
	return e.when(e.setOf(x.Type, out, e.isDistinct(r)), defs...)
}

// relational is an operator on sets and relations; nil for others.
func (e *encoder) relational(x *zed.Op, args []*sym) *sym {
	switch x.Op {
	case zed.Union:
		return e.union(x.Type, args...)
	case zed.SymDiff:
		var out []entry
		for i := range args {
			for _, y := range e.elements(args[i]) {
				out = append(out, entry{e.and(y.in, e.not(e.has(args[1-i], y.v))), y.v})
			}
		}
		return e.setOf(x.Type, out, e.isDistinct(args[0]) && e.isDistinct(args[1]))
	case zed.Dom, zed.Ran:
		return e.column(x, args[0])
	case zed.Range:
		return e.integers(x, args)
	case zed.Cross:
		return e.product(x, args)
	case zed.Identity, zed.Inverse:
		var out []entry
		for _, y := range e.elements(args[0]) {
			pair := e.pairOf(y.v, y.v)
			if x.Op == zed.Inverse {
				pair = e.pairOf(y.v.parts[1], y.v.parts[0])
			}
			out = append(out, entry{y.in, pair})
		}
		return e.setOf(x.Type, out, e.isDistinct(args[0]))
	case zed.RelComp:
		return e.composed(x.Type, args[0], args[1])
	case zed.RelCirc:
		return e.composed(x.Type, args[1], args[0])
	case zed.Override:
		return e.overridden(x, args)
	case zed.Image:
		return e.imageOf(args[0], args[1], x.Type)
	case zed.TransClos:
		return e.closure(args[0], x.Type)
	case zed.BigUnion:
		var out []entry
		for _, s := range e.elements(args[0]) {
			for _, y := range e.elements(s.v) {
				out = append(out, entry{e.and(s.in, y.in), y.v})
			}
		}
		return e.setOf(x.Type, out, false)
	case zed.BigInter:
		var out []entry
		sets := e.elements(args[0])
		for _, s := range sets {
			for _, y := range e.elements(s.v) {
				in := []*node{s.in, y.in}
				for _, other := range sets {
					in = append(in, e.implies(other.in, e.has(other.v, y.v)))
				}
				out = append(out, entry{e.and(in...), y.v})
			}
		}
		return e.when(e.setOf(x.Type, out, false), e.not(e.empty(args[0])))
	case zed.First, zed.Second:
		if x.Op == zed.First {
			return args[0].parts[0]
		}
		return args[0].parts[1]
	}
	return nil
}

// column is the domain or the range of a relation.
func (e *encoder) column(x *zed.Op, r *sym) *sym {
	i := 1
	if x.Op == zed.Dom {
		i = 0
	}
	var out []entry
	for _, y := range e.elements(r) {
		out = append(out, entry{y.in, y.v.parts[i]})
	}
	return e.setOf(x.Type, out, r.kind == sequence && i == 0)
}

// integers is a range of integers.
func (e *encoder) integers(x *zed.Op, args []*sym) *sym {
	lo, _ := e.leaning(args[0].num)
	_, hi := e.leaning(args[1].num)
	var out []entry
	for _, n := range e.run(lo, hi) {
		out = append(out, entry{e.and(e.le(args[0].num, n.num), e.le(n.num, args[1].num)), n})
	}
	return e.setOf(x.Type, out, true)
}

func (e *encoder) product(x *zed.Op, args []*sym) *sym {
	elem := x.Type.(zed.PowerType).Elem
	rows := []entry{{e.yes, e.sym(sym{typ: elem, kind: tuple})}}
	for _, s := range args {
		var next []entry
		for _, row := range rows {
			for _, y := range e.elements(s) {
				parts := append(row.v.parts[:len(row.v.parts):len(row.v.parts)], y.v)
				next = append(next, entry{e.and(row.in, y.in), e.sym(sym{typ: elem, kind: tuple, parts: parts})})
			}
		}
		if rows = next; len(rows) > maxElements {
			e.fail("a product of %d elements", len(rows))
			return e.dummy(x.Type)
		}
	}
	distinct := true
	for _, s := range args {
		distinct = distinct && e.isDistinct(s)
	}
	return e.setOf(x.Type, rows, distinct)
}

func (e *encoder) composed(t zed.Type, r, s *sym) *sym {
	var out []entry
	for _, x := range e.elements(r) {
		for _, y := range e.elements(s) {
			in := e.and(x.in, y.in, e.equal(x.v.parts[1], y.v.parts[0]))
			if in != e.no {
				out = append(out, entry{in, e.pairOf(x.v.parts[0], y.v.parts[1])})
			}
		}
	}
	return e.setOf(t, out, false)
}

func (e *encoder) overridden(x *zed.Op, args []*sym) *sym {
	out := append([]entry(nil), e.elements(args[1])...)
	for _, y := range e.elements(args[0]) {
		out = append(out, entry{e.and(y.in, e.not(e.hasPart(args[1], 0, y.v.parts[0]))), y.v})
	}
	return e.setOf(x.Type, out, e.isDistinct(args[0]) && e.isDistinct(args[1]))
}

func (e *encoder) imageOf(r, s *sym, t zed.Type) *sym {
	var out []entry
	for _, y := range e.elements(r) {
		out = append(out, entry{e.and(y.in, e.has(s, y.v.parts[0])), y.v.parts[1]})
	}
	return e.setOf(t, out, false)
}

// maxClosure is the largest number of ends of pairs whose reachability is
// written out: that takes its cube.
const maxClosure = 12

// closure is the transitive closure, by Warshall's algorithm over the ends of
// the pairs.
func (e *encoder) closure(r *sym, t zed.Type) *sym {
	var ends []*sym
	add := func(v *sym) {
		for _, x := range ends {
			if e.equal(x, v) == e.yes {
				return
			}
		}
		ends = append(ends, v)
	}
	all := e.elements(r)
	for _, y := range all {
		add(y.v.parts[0])
		add(y.v.parts[1])
	}
	if len(ends) > maxClosure {
		e.fail("the closure of a relation between %d values", len(ends))
		return e.dummy(t)
	}
	linked := make([][]*node, len(ends))
	for i, x := range ends {
		for _, y := range ends {
			var out []*node
			for _, p := range all {
				out = append(out, e.and(p.in, e.equal(p.v.parts[0], x), e.equal(p.v.parts[1], y)))
			}
			linked[i] = append(linked[i], e.or(out...))
		}
	}
	for k := range ends {
		for i := range ends {
			for j := range ends {
				linked[i][j] = e.or(linked[i][j], e.and(linked[i][k], linked[k][j]))
			}
		}
	}
	var out []entry
	for i, x := range ends {
		for j, y := range ends {
			out = append(out, entry{linked[i][j], e.pairOf(x, y)})
		}
	}
	return e.when(e.setOf(t, out, false), r.def)
}
