package smt

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// values makes values of terms, and says what equality, membership and size amount to
// among them.
type values struct {
	f     *formulas
	made  int
	pairs map[int][]entry // of sequences, by their ids
}

// sym is the value of a term of Z in the formulas: a number, parts, or elements
// that are present or not.
type sym struct {
	id    int
	typ   zed.Type
	def   *node // when the term has a value; true inside other values
	kind  kind
	num   *node   // of a number: the integer, or the code of an atom; of a sequence its length
	parts []*sym  // of a tuple or a binding (its fields sorted); of a sequence its items, of which the first num count
	elems []entry // of a set
	// distinct says that elements that are present differ from each other.
	distinct bool
}

type kind uint8

const (
	number kind = iota // an integer, or an element of a given or free type, or a string, as a code
	tuple
	sequence
	set
)

// entry is an element of a set where in holds.
type entry struct {
	in *node
	v  *sym
}

func (w *values) sym(s sym) *sym {
	w.made++
	s.id = w.made
	if s.def == nil {
		s.def = w.f.yes
	}
	return &s
}

func (w *values) numeral(t zed.Type, n *node) *sym { return w.sym(sym{typ: t, kind: number, num: n}) }
func (w *values) int(n *node) *sym                 { return w.numeral(zed.IntType{}, n) }

// restrictTo returns a value that is there only where the conditions hold too.
func (w *values) restrictTo(s *sym, conditions ...*node) *sym {
	def := w.f.and(append(conditions, s.def)...)
	if def == s.def {
		return s
	}
	out := *s
	out.def = def
	return w.sym(out)
}

// withoutPresence returns a value as a part of another, which says itself whether it is there.
func (w *values) withoutPresence(s *sym) *sym {
	if s.def == w.f.yes {
		return s
	}
	out := *s
	out.def = w.f.yes
	return w.sym(out)
}

func (w *values) tupleOf(t zed.Type, parts ...*sym) *sym {
	out := sym{typ: t, kind: tuple, def: w.haveValues(parts)}
	for _, p := range parts {
		out.parts = append(out.parts, w.withoutPresence(p))
	}
	return w.sym(out)
}

// haveValues says when all of some values are there.
func (w *values) haveValues(parts []*sym) *node {
	defs := make([]*node, len(parts))
	for i, p := range parts {
		defs[i] = p.def
	}
	return w.f.and(defs...)
}

// pairOf returns a pair of bare values.
func (w *values) pairOf(x, y *sym) *sym {
	return w.sym(sym{typ: zed.ProductType{Elems: []zed.Type{x.typ, y.typ}}, kind: tuple, parts: []*sym{x, y}})
}

// setOf returns a set with elements that are bare values. Those that are the
// same by their form are joined.
func (w *values) setOf(t zed.Type, elems []entry, distinct bool) *sym {
	var out []entry
	for _, x := range elems {
		if x.in == w.f.no {
			continue
		}
		i := slices.IndexFunc(out, func(y entry) bool { return y.v == x.v || w.equal(x.v, y.v) == w.f.yes })
		if i < 0 {
			out = append(out, x)
			continue
		}
		out[i].in = w.f.or(out[i].in, x.in)
	}
	if !distinct {
		distinct = true
		for i, x := range out {
			for _, y := range out[:i] {
				distinct = distinct && w.equal(x.v, y.v) == w.f.no
			}
		}
	}
	if len(out) > maxElements {
		w.f.fail("a set may have %d elements, more than the %d that are written out", len(out), maxElements)
		out = nil
	}
	return w.sym(sym{typ: t, kind: set, elems: out, distinct: distinct})
}

// seqOf returns a sequence of the first n items, which are bare values.
func (w *values) seqOf(t zed.Type, n *node, items []*sym) *sym {
	if len(items) > maxElements {
		w.f.fail("a sequence may have %d items, more than the %d that are written out", len(items), maxElements)
		items = nil
	}
	return w.sym(sym{typ: t, kind: sequence, num: n, parts: items})
}

// elements returns the elements of a set or the pairs of a sequence.
func (w *values) elements(s *sym) []entry {
	if s.kind != sequence {
		return s.elems
	}
	if known, ok := w.pairs[s.id]; ok {
		return known
	}
	var out []entry
	for i, x := range s.parts {
		if in := w.f.le(w.f.num(int64(i+1)), s.num); in != w.f.no {
			out = append(out, entry{in, w.pairOf(w.int(w.f.num(int64(i+1))), x)})
		}
	}
	w.pairs[s.id] = out
	return out
}

func (w *values) isDistinct(s *sym) bool { return s.kind == sequence || s.distinct }

// equal says when two values of one type are the same, where both are there.
func (w *values) equal(a, b *sym) *node {
	switch {
	case a == b:
		return w.f.yes
	case a.kind == number && b.kind == number:
		return w.f.eq(a.num, b.num)
	case a.kind == tuple && b.kind == tuple && len(a.parts) == len(b.parts):
		var out []*node
		for i := range a.parts {
			out = append(out, w.equal(a.parts[i], b.parts[i]))
		}
		return w.f.and(out...)
	case a.kind == sequence && b.kind == sequence:
		out := []*node{w.f.eq(a.num, b.num)}
		for i := range min(len(a.parts), len(b.parts)) {
			out = append(out, w.f.implies(w.f.le(w.f.num(int64(i+1)), a.num), w.equal(a.parts[i], b.parts[i])))
		}
		return w.f.and(out...)
	}
	return w.f.and(w.isSubset(a, b), w.isSubset(b, a))
}

// isSubset says when all elements of a set are in another.
func (w *values) isSubset(a, b *sym) *node {
	var out []*node
	for _, x := range w.elements(a) {
		out = append(out, w.f.implies(x.in, w.has(b, x.v)))
	}
	return w.f.and(out...)
}

// has says when a set has an element.
func (w *values) has(s, x *sym) *node {
	var out []*node
	for _, y := range w.elements(s) {
		out = append(out, w.f.and(y.in, w.equal(y.v, x)))
	}
	return w.f.or(out...)
}

// size is the number of elements.
func (w *values) size(s *sym) *node {
	if s.kind == sequence {
		return s.num
	}
	var terms []*node
	for i, x := range s.elems {
		first := x.in
		if !s.distinct {
			for _, y := range s.elems[:i] {
				first = w.f.and(first, w.f.not(w.f.and(y.in, w.equal(y.v, x.v))))
			}
		}
		terms = append(terms, w.f.choose(first, w.f.num(1), w.f.num(0)))
	}
	return w.f.add(terms...)
}

func (w *values) empty(s *sym) *node {
	if s.kind == sequence {
		return w.f.le(s.num, w.f.num(0))
	}
	var out []*node
	for _, x := range s.elems {
		out = append(out, w.f.not(x.in))
	}
	return w.f.and(out...)
}

// pick returns a where c holds and b elsewhere. Both are bare.
func (w *values) pick(c *node, a, b *sym) *sym {
	switch {
	case a == b || c == w.f.yes:
		return a
	case c == w.f.no:
		return b
	case a.kind == number && b.kind == number:
		return w.numeral(a.typ, w.f.choose(c, a.num, b.num))
	case a.kind == tuple:
		out := sym{typ: a.typ, kind: tuple}
		for i := range a.parts {
			out.parts = append(out.parts, w.pick(c, a.parts[i], b.parts[i]))
		}
		return w.sym(out)
	case a.kind == sequence && b.kind == sequence:
		long, short := a.parts, b.parts
		items := make([]*sym, max(len(long), len(short)))
		for i := range items {
			switch {
			case i >= len(short):
				items[i] = long[i]
			case i >= len(long):
				items[i] = short[i]
			default:
				items[i] = w.pick(c, long[i], short[i])
			}
		}
		return w.seqOf(a.typ, w.f.choose(c, a.num, b.num), items)
	}
	var elems []entry
	for _, x := range w.elements(a) {
		elems = append(elems, entry{w.f.and(c, x.in), x.v})
	}
	for _, x := range w.elements(b) {
		elems = append(elems, entry{w.f.and(w.f.not(c), x.in), x.v})
	}
	out := w.setOf(a.typ, elems, false)
	if !out.distinct && w.isDistinct(a) && w.isDistinct(b) {
		out.distinct = true // only one of the two is there
	}
	return out
}

// newDummy returns some value of a type, in the place of one that could not be
// had.
func (w *values) newDummy(t zed.Type) *sym {
	switch t := t.(type) {
	case zed.ProductType:
		out := sym{typ: t, kind: tuple}
		for _, x := range t.Elems {
			out.parts = append(out.parts, w.newDummy(x))
		}
		return w.sym(out)
	case zed.SchemaType:
		out := sym{typ: t, kind: tuple}
		for _, f := range t.Fields {
			out.parts = append(out.parts, w.newDummy(f.Type))
		}
		return w.sym(out)
	case zed.PowerType:
		return w.sym(sym{typ: t, kind: set, distinct: true})
	}
	return w.numeral(t, w.f.num(0))
}

// fact is what a relation amounts to: when its sides have values, and when it
// then holds.
func (w *values) fact(def, is *node, want bool) *node {
	if want {
		return w.f.and(def, is)
	}
	return w.f.and(def, w.f.not(is))
}
