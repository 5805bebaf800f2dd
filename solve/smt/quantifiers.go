package smt

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// quantifiers writes out quantifiers. It chooses the values of their variables: from
// small sets, from what conjuncts state about them, or as unknowns where a single
// witness suffices.
type quantifiers struct {
	f        *formulas
	vals     *values
	names    *names
	assumed  *assumptions
	unknowns *unknowns
	numbers  *numbers
	extents  *extents
	up       expressions
}

// candidate is a value that a variable may have. in says when it is known to have it,
// and out when it is known not to.
type candidate struct {
	in, out *node
	v       *sym
}

// assigned is a combination of values for the variables of a text.
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

// needed returns the conditions on the values that matter to a quantifier.
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

func (qs *quantifiers) encodeQuantifier(p *zed.Quant, in *env, want bool) *node {
	if p.Q == zed.Exists1 {
		return qs.encodeUnique(p, in, want)
	}
	some := (p.Q == zed.Exists) == want
	all, def := qs.assignments(p.Text, needed(p), in, some)
	var out []*node
	for _, a := range all {
		if some {
			out = append(out, qs.f.and(a.in, qs.up.holds(p.Text.Pred, a.env, true), qs.up.holds(p.Body, a.env, want)))
			continue
		}
		out = append(out, qs.f.or(a.out, qs.up.holds(p.Text.Pred, a.env, false), qs.up.holds(p.Body, a.env, want)))
	}
	if some {
		return qs.f.or(out...)
	}
	return qs.f.and(append(out, def)...)
}

// encodeUnique writes ∃₁: some combination of values makes the body true, and every other one
// that does is equal to it.
func (qs *quantifiers) encodeUnique(p *zed.Quant, in *env, want bool) *node {
	all, def := qs.assignments(p.Text, needed(p), in, false)
	is := make([]*node, len(all))
	isNot := make([]*node, len(all))
	for i, a := range all {
		is[i] = qs.f.and(a.in, qs.up.holds(p.Text.Pred, a.env, true), qs.up.holds(p.Body, a.env, true))
		isNot[i] = qs.f.or(a.out, qs.up.holds(p.Text.Pred, a.env, false), qs.up.holds(p.Body, a.env, false))
	}
	same := func(a, b assigned) *node {
		var out []*node
		for i := range a.vals {
			out = append(out, qs.vals.equal(a.vals[i], b.vals[i]))
		}
		return qs.f.and(out...)
	}
	out := []*node{}
	if !want {
		out = append(out, qs.f.and(append(slices.Clone(isNot), def)...))
	}
	for i := range all {
		if want {
			only := []*node{is[i], def}
			for j := range all {
				if j != i {
					only = append(only, qs.f.or(isNot[j], same(all[i], all[j])))
				}
			}
			out = append(out, qs.f.and(only...))
			continue
		}
		for j := range i {
			out = append(out, qs.f.and(is[i], is[j], qs.f.not(same(all[i], all[j]))))
		}
	}
	return qs.f.or(out...)
}

// assignments returns the choices of values for the variables of a text, and
// when the sets that they are from have values. Where some suffice, a variable
// of a large set becomes an unknown. Of the conjuncts, which hold wherever it
// matters, one may say where a variable's values are found.
func (qs *quantifiers) assignments(t zed.Text, conjuncts []zed.Expr, in *env, some bool) ([]assigned, *node) {
	pending := bindersOf(t)
	names := make([]string, len(pending))
	for i, b := range pending {
		if slices.Contains(names[:i], b.name) || b.set.Typ() == nil {
			qs.f.fail("%s is declared twice", b.name)
			return nil, qs.f.yes
		}
		names[i] = b.name
	}
	rows, def := []assigned{{in: qs.f.yes, out: qs.f.no, env: in}}, qs.f.yes
	for len(pending) > 0 && !qs.f.isGivenUp() {
		i := qs.findNext(pending, conjuncts, some)
		b := pending[i]
		open := unboundOf(pending)
		pending = slices.Delete(slices.Clone(pending), i, i+1)
		var next []assigned
		for _, row := range rows {
			found, d := qs.candidates(b, conjuncts, open, in, row.env, some)
			def = qs.f.and(def, qs.f.or(row.out, d))
			for _, c := range found {
				next = append(next, assigned{qs.f.and(row.in, d, c.in), qs.f.or(row.out, c.out),
					row.env.with(b.name, c.v),
					append(row.vals[:len(row.vals):len(row.vals)], c.v)})
			}
			if len(next) > maxRows {
				qs.f.fail("a quantifier over more than %d values", maxRows)
				return nil, qs.f.yes
			}
		}
		rows = next
	}
	return rows, def
}

// maxRows is the largest number of combinations to which a quantifier is written out.
const maxRows = 8_000

func unboundOf(pending []binder) []string {
	var out []string
	for _, b := range pending {
		out = append(out, b.name)
	}
	return out
}

// findNext returns which variable to choose next: the first of a small set, or
// whose value a conjunct gives, else the first.
func (qs *quantifiers) findNext(pending []binder, conjuncts []zed.Expr, some bool) int {
	open := unboundOf(pending)
	for i, b := range pending {
		if !toolkit.Large(b.set) || qs.point(b.name, conjuncts, open) != nil {
			return i
		}
	}
	for i, b := range pending {
		if !some && (qs.guard(b.name, conjuncts, open) != nil || qs.endpoints(b.name, conjuncts, open).isClosed()) {
			return i
		}
	}
	return 0
}

// candidates returns the values that a variable may take.
func (qs *quantifiers) candidates(b binder, conjuncts []zed.Expr, open []string, outer, in *env,
	some bool) ([]candidate, *node) {
	if !toolkit.Large(b.set) {
		return qs.extents.extent(b.set, outer)
	}
	if x := qs.point(b.name, conjuncts, open); x != nil {
		v := qs.up.term(x, in)
		return []candidate{qs.testCandidate(qs.vals.withoutPresence(v), b.set, outer)}, v.def
	}
	elem := b.set.Typ().(zed.PowerType).Elem
	if some && isSimple(elem) {
		return []candidate{qs.witness(b, elem, outer)}, qs.f.yes
	}
	if g := qs.guard(b.name, conjuncts, open); g != nil {
		found, def := qs.extents.extent(g.set, in)
		var out []candidate
		for _, c := range found {
			for _, i := range g.path {
				c.v = c.v.parts[i]
			}
			t := qs.testCandidate(c.v, b.set, outer)
			out = append(out, candidate{qs.f.and(c.in, t.in), qs.f.or(c.out, t.out), c.v})
		}
		return out, def
	}
	if some {
		return []candidate{qs.witness(b, elem, outer)}, qs.f.yes
	}
	if r := qs.endpoints(b.name, conjuncts, open); r.isClosed() {
		return qs.listBetween(b, r, outer, in)
	}
	if hasAllSubsets(b.set) {
		return qs.extents.subsets(b.set.(*zed.Op), outer)
	}
	qs.f.fail("all of %s", zed.Print(b.set, zed.Unicode))
	return nil, qs.f.yes
}

// testCandidate returns a value as a candidate from a set.
func (qs *quantifiers) testCandidate(v *sym, set zed.Expr, in *env) candidate {
	return candidate{qs.up.member(v, set, in, true), qs.up.member(v, set, in, false), v}
}

// witness returns an unknown element of a set.
func (qs *quantifiers) witness(b binder, elem zed.Type, in *env) candidate {
	bound := unbounded(b.name, false)
	if o, ok := b.set.(*zed.Op); ok {
		bound.sizeHi = qs.extents.sizeWithin(o, in)
	}
	v := qs.unknowns.newUnknown(elem, bound)
	return candidate{qs.up.member(v, b.set, in, true), qs.f.no, v}
}

// isSimple tells whether values of a type are made of numbers alone, so that an
// unknown has no bounds.
func isSimple(t zed.Type) bool {
	switch t := t.(type) {
	case zed.IntType, zed.StrType:
		return true
	case zed.ProductType:
		return !slices.ContainsFunc(t.Elems, func(x zed.Type) bool { return !isSimple(x) })
	}
	return false
}

func isName(x zed.Expr, name string) bool {
	r, ok := x.(*zed.Ref)
	return ok && r.Name == name && len(r.Args) == 0
}

// point returns the term that a conjunct says a variable equals, or nil.
func (qs *quantifiers) point(name string, conjuncts []zed.Expr, open []string) zed.Expr {
	for _, c := range conjuncts {
		o, ok := c.(*zed.Op)
		if !ok || o.Op != zed.Equal {
			continue
		}
		for i, side := range o.Args {
			if isName(side, name) && !qs.names.mentions(o.Args[1-i], open) && !toolkit.Large(o.Args[1-i]) {
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

func (qs *quantifiers) guard(name string, conjuncts []zed.Expr, open []string) *guard {
	for _, c := range conjuncts {
		o, ok := c.(*zed.Op)
		if !ok || o.Op != zed.In || toolkit.Large(o.Args[1]) || qs.names.mentions(o.Args[1], open) {
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

// endpoints are the bounds that conjuncts give an integer.
type endpoints struct{ lo, hi []endpoint }

type endpoint struct {
	of     zed.Expr
	strict bool
}

func (r endpoints) isClosed() bool { return len(r.lo) > 0 && len(r.hi) > 0 }

func (qs *quantifiers) endpoints(name string, conjuncts []zed.Expr, open []string) endpoints {
	var r endpoints
	for _, c := range conjuncts {
		o, ok := c.(*zed.Op)
		if !ok || len(o.Args) != 2 {
			continue
		}
		for i, side := range o.Args {
			if !isName(side, name) || qs.names.mentions(o.Args[1-i], open) {
				continue
			}
			at := endpoint{o.Args[1-i], o.Op == zed.Less || o.Op == zed.Greater}
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

// listBetween returns the integers between bounds as candidates.
func (qs *quantifiers) listBetween(b binder, r endpoints, outer, in *env) ([]candidate, *node) {
	def := qs.f.yes
	ends := func(all []endpoint, step int64) []*node {
		var out []*node
		for _, x := range all {
			v := qs.up.term(x.of, in)
			def = qs.f.and(def, v.def)
			n := v.num
			if x.strict {
				n = qs.f.add(n, qs.f.num(step))
			}
			out = append(out, n)
		}
		return out
	}
	lows, highs := ends(r.lo, 1), ends(r.hi, -1)
	lo, hi := int64(least), int64(most)
	for _, n := range lows {
		x, _ := qs.assumed.leanOn(n)
		lo = max(lo, x)
	}
	for _, n := range highs {
		_, y := qs.assumed.leanOn(n)
		hi = min(hi, y)
	}
	var out []candidate
	for _, c := range qs.numbers.run(lo, hi) {
		t := qs.testCandidate(c, b.set, outer)
		is := []*node{t.in}
		for _, n := range lows {
			is = append(is, qs.f.le(n, c.num))
		}
		for _, n := range highs {
			is = append(is, qs.f.le(c.num, n))
		}
		in := qs.f.and(is...)
		out = append(out, candidate{in, qs.f.not(in), c})
	}
	return out, def
}
