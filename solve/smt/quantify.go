package smt

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// candidate is a value that a variable may take: in says when it is known to
// be one, out when it is known to be none.
type candidate struct {
	in, out *node
	v       *sym
}

// assigned is a choice of values for the variables of a text.
type assigned struct {
	in, out *node
	env     *env
	vals    []*sym
}

// binder is a variable of a text.
type binder struct {
	name string
	set  zed.Expr
}

func bindersOf(t zed.Text) []binder {
	var out []binder
	for _, d := range t.Decls {
		for _, n := range d.Names {
			out = append(out, binder{n.Name, d.Type})
		}
	}
	return out
}

// conjunctsOf appends the conjuncts of a predicate.
func conjunctsOf(p zed.Expr, out []zed.Expr) []zed.Expr {
	switch p := p.(type) {
	case nil:
		return out
	case *zed.Occur:
		return conjunctsOf(p.Body, out)
	case *zed.Logic:
		if p.Op == zed.And {
			for _, a := range p.Args {
				out = conjunctsOf(a, out)
			}
			return out
		}
	}
	return append(out, p)
}

// needed returns what must hold of the values that matter to a quantifier.
func needed(q *zed.Quant) []zed.Expr {
	out := conjunctsOf(q.Text.Pred, nil)
	if q.Q != zed.Forall {
		return conjunctsOf(q.Body, out)
	}
	body := q.Body
	for {
		l, ok := body.(*zed.Logic)
		if !ok || l.Op != zed.Implies {
			return out
		}
		out, body = conjunctsOf(l.Args[0], out), l.Args[1]
	}
}

func (e *encoder) quantified(p *zed.Quant, in *env, want bool) *node {
	if p.Q == zed.Exists1 {
		return e.unique(p, in, want)
	}
	some := (p.Q == zed.Exists) == want
	all, def := e.assignments(p.Text, needed(p), in, some)
	var out []*node
	for _, a := range all {
		if some {
			out = append(out, e.and(a.in, e.holds(p.Text.Pred, a.env, true), e.holds(p.Body, a.env, want)))
			continue
		}
		out = append(out, e.or(a.out, e.holds(p.Text.Pred, a.env, false), e.holds(p.Body, a.env, want)))
	}
	if some {
		return e.or(out...)
	}
	return e.and(append(out, def)...)
}

// unique is ∃₁: there is one, and all others that are candidates too are it.
func (e *encoder) unique(p *zed.Quant, in *env, want bool) *node {
	all, def := e.assignments(p.Text, needed(p), in, false)
	is := make([]*node, len(all))
	isNot := make([]*node, len(all))
	for i, a := range all {
		is[i] = e.and(a.in, e.holds(p.Text.Pred, a.env, true), e.holds(p.Body, a.env, true))
		isNot[i] = e.or(a.out, e.holds(p.Text.Pred, a.env, false), e.holds(p.Body, a.env, false))
	}
	same := func(a, b assigned) *node {
		var out []*node
		for i := range a.vals {
			out = append(out, e.equal(a.vals[i], b.vals[i]))
		}
		return e.and(out...)
	}
	out := []*node{}
	if !want {
		out = append(out, e.and(append(slices.Clone(isNot), def)...))
	}
	for i := range all {
		if want {
			only := []*node{is[i], def}
			for j := range all {
				if j != i {
					only = append(only, e.or(isNot[j], same(all[i], all[j])))
				}
			}
			out = append(out, e.and(only...))
			continue
		}
		for j := range i {
			out = append(out, e.and(is[i], is[j], e.not(same(all[i], all[j]))))
		}
	}
	return e.or(out...)
}

// assignments returns the choices of values for the variables of a text, and
// when the sets that they are from have values. Where some suffice, a variable
// of a large set becomes an unknown. Of the conjuncts, which hold wherever it
// matters, one may say where a variable's values are found.
func (e *encoder) assignments(t zed.Text, conjuncts []zed.Expr, in *env, some bool) ([]assigned, *node) {
	pending := bindersOf(t)
	names := make([]string, len(pending))
	for i, b := range pending {
		if slices.Contains(names[:i], b.name) || b.set.Typ() == nil {
			e.fail("%s is declared twice", b.name)
			return nil, e.yes
		}
		names[i] = b.name
	}
	rows, def := []assigned{{in: e.yes, out: e.no, env: in}}, e.yes
	for len(pending) > 0 && !e.full() {
		i := e.next(pending, conjuncts, some)
		b := pending[i]
		open := unboundOf(pending)
		pending = slices.Delete(slices.Clone(pending), i, i+1)
		var next []assigned
		for _, row := range rows {
			found, d := e.candidates(b, conjuncts, open, in, row.env, some)
			def = e.and(def, e.or(row.out, d))
			for _, c := range found {
				next = append(next, assigned{e.and(row.in, d, c.in), e.or(row.out, c.out), row.env.with(b.name, c.v), append(row.vals[:len(row.vals):len(row.vals)], c.v)})
			}
			if len(next) > maxRows {
				e.fail("a quantifier over more than %d values", maxRows)
				return nil, e.yes
			}
		}
		rows = next
	}
	return rows, def
}

// maxRows bounds what a quantifier is written out to.
const maxRows = 8_000

func unboundOf(pending []binder) []string {
	var out []string
	for _, b := range pending {
		out = append(out, b.name)
	}
	return out
}

// next returns which variable to choose next: the first of a small set, or
// whose value a conjunct gives, else the first.
func (e *encoder) next(pending []binder, conjuncts []zed.Expr, some bool) int {
	open := unboundOf(pending)
	for i, b := range pending {
		if !toolkit.Large(b.set) || e.point(b.name, conjuncts, open) != nil {
			return i
		}
	}
	for i, b := range pending {
		if !some && (e.guard(b.name, conjuncts, open) != nil || e.edges(b.name, conjuncts, open).closed()) {
			return i
		}
	}
	return 0
}

// candidates returns the values that a variable may take.
func (e *encoder) candidates(b binder, conjuncts []zed.Expr, open []string, outer, in *env, some bool) ([]candidate, *node) {
	if !toolkit.Large(b.set) {
		return e.extent(b.set, outer)
	}
	if x := e.point(b.name, conjuncts, open); x != nil {
		v := e.term(x, in)
		return []candidate{e.tested(e.bare(v), b.set, outer)}, v.def
	}
	elem := b.set.Typ().(zed.PowerType).Elem
	if some && simple(elem) {
		return []candidate{e.witness(b, elem, outer)}, e.yes
	}
	if g := e.guard(b.name, conjuncts, open); g != nil {
		found, def := e.extent(g.set, in)
		var out []candidate
		for _, c := range found {
			for _, i := range g.path {
				c.v = c.v.parts[i]
			}
			t := e.tested(c.v, b.set, outer)
			out = append(out, candidate{e.and(c.in, t.in), e.or(c.out, t.out), c.v})
		}
		return out, def
	}
	if some {
		return []candidate{e.witness(b, elem, outer)}, e.yes
	}
	if r := e.edges(b.name, conjuncts, open); r.closed() {
		return e.between(b, r, outer, in)
	}
	if o, ok := b.set.(*zed.Op); ok && (o.Op == zed.PowerSet || o.Op == zed.Finset) && !toolkit.Large(o.Args[0]) {
		return e.subsets(o, outer)
	}
	e.fail("all of %s", zed.Print(b.set, zed.Unicode))
	return nil, e.yes
}

// tested is a value as a candidate from a set.
func (e *encoder) tested(v *sym, set zed.Expr, in *env) candidate {
	return candidate{e.member(v, set, in, true), e.member(v, set, in, false), v}
}

// witness is an unknown of a set.
func (e *encoder) witness(b binder, elem zed.Type, in *env) candidate {
	bound := anything(b.name, false)
	if o, ok := b.set.(*zed.Op); ok {
		bound.sizeHi = e.sizeWithin(o, in)
	}
	v := e.fresh(elem, bound)
	return candidate{e.member(v, b.set, in, true), e.no, v}
}

// simple tells whether values of a type are made of numbers alone, so that an
// unknown has no bounds.
func simple(t zed.Type) bool {
	switch t := t.(type) {
	case zed.IntType, zed.StrType:
		return true
	case zed.ProductType:
		return !slices.ContainsFunc(t.Elems, func(x zed.Type) bool { return !simple(x) })
	}
	return false
}

// mentions tells whether a term has one of some names free.
func (e *encoder) mentions(x zed.Expr, names []string) bool {
	for _, n := range e.free.Of(x) {
		if slices.Contains(names, n) {
			return true
		}
	}
	return false
}

func isName(x zed.Expr, name string) bool {
	r, ok := x.(*zed.Ref)
	return ok && r.Name == name && len(r.Args) == 0
}

// point returns what a conjunct says that a variable equals, or nil.
func (e *encoder) point(name string, conjuncts []zed.Expr, open []string) zed.Expr {
	for _, c := range conjuncts {
		o, ok := c.(*zed.Op)
		if !ok || o.Op != zed.Equal {
			continue
		}
		for i, side := range o.Args {
			if isName(side, name) && !e.mentions(o.Args[1-i], open) && !toolkit.Large(o.Args[1-i]) {
				return o.Args[1-i]
			}
		}
	}
	return nil
}

// guard is a set in which a variable's value must be a part of an element.
type guard struct {
	set  zed.Expr
	path []int
}

func (e *encoder) guard(name string, conjuncts []zed.Expr, open []string) *guard {
	for _, c := range conjuncts {
		o, ok := c.(*zed.Op)
		if !ok || o.Op != zed.In || toolkit.Large(o.Args[1]) || e.mentions(o.Args[1], open) {
			continue
		}
		if path, ok := pathTo(o.Args[0], name); ok {
			return &guard{o.Args[1], path}
		}
	}
	return nil
}

// pathTo returns where in a tuple a name stands.
func pathTo(x zed.Expr, name string) ([]int, bool) {
	if isName(x, name) {
		return nil, true
	}
	if t, ok := x.(*zed.TupleExt); ok {
		for i, part := range t.Elems {
			if path, ok := pathTo(part, name); ok {
				return append([]int{i}, path...), true
			}
		}
	}
	return nil, false
}

// edges are the bounds that conjuncts give an integer.
type edges struct{ lo, hi []edge }

type edge struct {
	of     zed.Expr
	strict bool
}

func (r edges) closed() bool { return len(r.lo) > 0 && len(r.hi) > 0 }

func (e *encoder) edges(name string, conjuncts []zed.Expr, open []string) edges {
	var r edges
	for _, c := range conjuncts {
		o, ok := c.(*zed.Op)
		if !ok || len(o.Args) != 2 {
			continue
		}
		for i, side := range o.Args {
			if !isName(side, name) || e.mentions(o.Args[1-i], open) {
				continue
			}
			at := edge{o.Args[1-i], o.Op == zed.Less || o.Op == zed.Greater}
			switch below := o.Op == zed.Less || o.Op == zed.LessEq; {
			case below == (i == 0) && (below || o.Op == zed.Greater || o.Op == zed.GreaterEq):
				r.hi = append(r.hi, at)
			case below || o.Op == zed.Greater || o.Op == zed.GreaterEq:
				r.lo = append(r.lo, at)
			}
		}
	}
	return r
}

// between runs through the integers between bounds.
func (e *encoder) between(b binder, r edges, outer, in *env) ([]candidate, *node) {
	def := e.yes
	ends := func(all []edge, step int64) []*node {
		var out []*node
		for _, x := range all {
			v := e.term(x.of, in)
			def = e.and(def, v.def)
			n := v.num
			if x.strict {
				n = e.add(n, e.num(step))
			}
			out = append(out, n)
		}
		return out
	}
	lows, highs := ends(r.lo, 1), ends(r.hi, -1)
	lo, hi := int64(least), int64(most)
	for _, n := range lows {
		x, _ := e.leaning(n)
		lo = max(lo, x)
	}
	for _, n := range highs {
		_, y := e.leaning(n)
		hi = min(hi, y)
	}
	var out []candidate
	for _, c := range e.run(lo, hi) {
		t := e.tested(c, b.set, outer)
		is := []*node{t.in}
		for _, n := range lows {
			is = append(is, e.le(n, c.num))
		}
		for _, n := range highs {
			is = append(is, e.le(c.num, n))
		}
		in := e.and(is...)
		out = append(out, candidate{in, e.not(in), c})
	}
	return out, def
}

// leaning is bounded, and notes what it leans on.
func (e *encoder) leaning(n *node) (lo, hi int64) {
	lo, hi, leans := e.bounded(n)
	for _, sp := range leans {
		if !sp.scoped {
			e.leant[sp.name] = true
			continue
		}
		owner := e.owner
		e.owner = sp.name
		e.cut(true, "%s: int=%d..%d", sp.name, sp.lo, sp.hi)
		e.owner = owner
	}
	return lo, hi
}

// run returns the integers of a range.
func (e *encoder) run(lo, hi int64) []*sym {
	const far = 1 << 40
	if lo <= -far || hi >= far || hi-lo >= maxElements {
		if lo > hi {
			return nil
		}
		e.fail("a range that nothing bounds, or of more than %d integers", maxElements)
		return nil
	}
	var out []*sym
	for n := lo; n <= hi; n++ {
		out = append(out, e.int(e.num(n)))
	}
	return out
}

// extent returns the elements of a set to run through, and when the set has a
// value.
func (e *encoder) extent(s zed.Expr, in *env) ([]candidate, *node) {
	if o, ok := s.(*zed.Op); ok {
		switch o.Op {
		case zed.Minus, zed.Intersect:
			if toolkit.Large(o.Args[0]) {
				break
			}
			found, def := e.extent(o.Args[0], in)
			var out []candidate
			for _, c := range found {
				is := e.member(c.v, o.Args[1], in, o.Op == zed.Intersect)
				isNot := e.member(c.v, o.Args[1], in, o.Op == zed.Minus)
				out = append(out, candidate{e.and(c.in, is), e.or(c.out, isNot), c.v})
			}
			return out, def
		}
	}
	set := e.term(s, in)
	var out []candidate
	for _, x := range e.elements(set) {
		out = append(out, candidate{x.in, e.not(x.in), x.v})
	}
	return out, set.def
}

// maxSubsets is the largest set whose subsets are written out.
const maxSubsets = 6

// subsets runs through the subsets of a small set.
func (e *encoder) subsets(o *zed.Op, in *env) ([]candidate, *node) {
	base := e.term(o.Args[0], in)
	elems := e.elements(base)
	if len(elems) > maxSubsets {
		e.fail("all subsets of a set of up to %d elements", len(elems))
		return nil, e.yes
	}
	var out []candidate
	for mask := range 1 << len(elems) {
		is := e.yes
		var chosen []entry
		for i, x := range elems {
			if mask>>i&1 == 1 {
				is = e.and(is, x.in)
				chosen = append(chosen, entry{e.yes, x.v})
			}
		}
		out = append(out, candidate{is, e.not(is), e.setOf(base.typ, chosen, e.isDistinct(base))})
	}
	return out, base.def
}
