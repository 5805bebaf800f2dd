package smt

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

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

func (e *encoder) sym(s sym) *sym {
	e.made++
	s.id = e.made
	if s.def == nil {
		s.def = e.yes
	}
	return &s
}

func (e *encoder) numeral(t zed.Type, n *node) *sym { return e.sym(sym{typ: t, kind: number, num: n}) }
func (e *encoder) int(n *node) *sym                 { return e.numeral(zed.IntType{}, n) }

// when returns a value that is there only where the conditions hold too.
func (e *encoder) when(s *sym, conditions ...*node) *sym {
	def := e.and(append(conditions, s.def)...)
	if def == s.def {
		return s
	}
	out := *s
	out.def = def
	return e.sym(out)
}

// bare returns a value as a part of another: whether it is there is the
// other's matter.
func (e *encoder) bare(s *sym) *sym {
	if s.def == e.yes {
		return s
	}
	out := *s
	out.def = e.yes
	return e.sym(out)
}

func (e *encoder) tupleOf(t zed.Type, parts ...*sym) *sym {
	out := sym{typ: t, kind: tuple, def: e.defined(parts)}
	for _, p := range parts {
		out.parts = append(out.parts, e.bare(p))
	}
	return e.sym(out)
}

// defined is when all of some values are there.
func (e *encoder) defined(parts []*sym) *node {
	defs := make([]*node, len(parts))
	for i, p := range parts {
		defs[i] = p.def
	}
	return e.and(defs...)
}

// pairOf returns a pair of bare values.
func (e *encoder) pairOf(x, y *sym) *sym {
	return e.sym(sym{typ: zed.ProductType{Elems: []zed.Type{x.typ, y.typ}}, kind: tuple, parts: []*sym{x, y}})
}

// setOf returns a set with elements that are bare values. Those that are the
// same by their form are joined.
func (e *encoder) setOf(t zed.Type, elems []entry, distinct bool) *sym {
	var out []entry
	for _, x := range elems {
		if x.in == e.no {
			continue
		}
		i := slices.IndexFunc(out, func(y entry) bool { return y.v == x.v || e.equal(x.v, y.v) == e.yes })
		if i < 0 {
			out = append(out, x)
			continue
		}
		out[i].in = e.or(out[i].in, x.in)
	}
	if !distinct {
		distinct = true
		for i, x := range out {
			for _, y := range out[:i] {
				distinct = distinct && e.equal(x.v, y.v) == e.no
			}
		}
	}
	if len(out) > maxElements {
		e.fail("a set may have %d elements, more than the %d that are written out", len(out), maxElements)
		out = nil
	}
	return e.sym(sym{typ: t, kind: set, elems: out, distinct: distinct})
}

// seqOf returns a sequence of the first n items, which are bare values.
func (e *encoder) seqOf(t zed.Type, n *node, items []*sym) *sym {
	if len(items) > maxElements {
		e.fail("a sequence may have %d items, more than the %d that are written out", len(items), maxElements)
		items = nil
	}
	return e.sym(sym{typ: t, kind: sequence, num: n, parts: items})
}

// elements returns the elements of a set or the pairs of a sequence.
func (e *encoder) elements(s *sym) []entry {
	if s.kind != sequence {
		return s.elems
	}
	if known, ok := e.pairs[s.id]; ok {
		return known
	}
	var out []entry
	for i, x := range s.parts {
		if in := e.le(e.num(int64(i+1)), s.num); in != e.no {
			out = append(out, entry{in, e.pairOf(e.int(e.num(int64(i+1))), x)})
		}
	}
	e.pairs[s.id] = out
	return out
}

func (e *encoder) isDistinct(s *sym) bool { return s.kind == sequence || s.distinct }

// equal is when two values of one type are the same, where both are there.
func (e *encoder) equal(a, b *sym) *node {
	switch {
	case a == b:
		return e.yes
	case a.kind == number && b.kind == number:
		return e.eq(a.num, b.num)
	case a.kind == tuple && b.kind == tuple && len(a.parts) == len(b.parts):
		var out []*node
		for i := range a.parts {
			out = append(out, e.equal(a.parts[i], b.parts[i]))
		}
		return e.and(out...)
	case a.kind == sequence && b.kind == sequence:
		out := []*node{e.eq(a.num, b.num)}
		for i := range min(len(a.parts), len(b.parts)) {
			out = append(out, e.implies(e.le(e.num(int64(i+1)), a.num), e.equal(a.parts[i], b.parts[i])))
		}
		return e.and(out...)
	}
	return e.and(e.within(a, b), e.within(b, a))
}

// within is when all elements of a set are in another.
func (e *encoder) within(a, b *sym) *node {
	var out []*node
	for _, x := range e.elements(a) {
		out = append(out, e.implies(x.in, e.has(b, x.v)))
	}
	return e.and(out...)
}

// has is when a set has an element.
func (e *encoder) has(s, x *sym) *node {
	var out []*node
	for _, y := range e.elements(s) {
		out = append(out, e.and(y.in, e.equal(y.v, x)))
	}
	return e.or(out...)
}

// size is the number of elements.
func (e *encoder) size(s *sym) *node {
	if s.kind == sequence {
		return s.num
	}
	var terms []*node
	for i, x := range s.elems {
		first := x.in
		if !s.distinct {
			for _, y := range s.elems[:i] {
				first = e.and(first, e.not(e.and(y.in, e.equal(y.v, x.v))))
			}
		}
		terms = append(terms, e.choose(first, e.num(1), e.num(0)))
	}
	return e.add(terms...)
}

func (e *encoder) empty(s *sym) *node {
	if s.kind == sequence {
		return e.le(s.num, e.num(0))
	}
	var out []*node
	for _, x := range s.elems {
		out = append(out, e.not(x.in))
	}
	return e.and(out...)
}

// pick returns a where c holds and b elsewhere. Both are bare.
func (e *encoder) pick(c *node, a, b *sym) *sym {
	switch {
	case a == b || c == e.yes:
		return a
	case c == e.no:
		return b
	case a.kind == number && b.kind == number:
		return e.numeral(a.typ, e.choose(c, a.num, b.num))
	case a.kind == tuple:
		out := sym{typ: a.typ, kind: tuple}
		for i := range a.parts {
			out.parts = append(out.parts, e.pick(c, a.parts[i], b.parts[i]))
		}
		return e.sym(out)
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
				items[i] = e.pick(c, long[i], short[i])
			}
		}
		return e.seqOf(a.typ, e.choose(c, a.num, b.num), items)
	}
	var elems []entry
	for _, x := range e.elements(a) {
		elems = append(elems, entry{e.and(c, x.in), x.v})
	}
	for _, x := range e.elements(b) {
		elems = append(elems, entry{e.and(e.not(c), x.in), x.v})
	}
	out := e.setOf(a.typ, elems, false)
	if !out.distinct && e.isDistinct(a) && e.isDistinct(b) {
		out.distinct = true // only one of the two is there
	}
	return out
}

// literal returns a value as it stands in the formulas.
func (e *encoder) literal(v value.Value, t zed.Type) *sym {
	switch t := t.(type) {
	case zed.IntType:
		return e.int(e.big(v.Big()))
	case zed.StrType:
		return e.numeral(t, e.num(e.codeOfString(v.Name())))
	case zed.NamedType:
		return e.atom(v, t)
	case zed.ProductType:
		out := sym{typ: t, kind: tuple}
		for i, x := range v.Items() {
			out.parts = append(out.parts, e.literal(x, t.Elems[i]))
		}
		return e.sym(out)
	case zed.SchemaType:
		out := sym{typ: t, kind: tuple}
		for _, f := range t.Fields {
			x, ok := v.Field(f.Name)
			if !ok {
				e.fail("a value without a component %s", f.Name)
				return e.dummy(t)
			}
			out.parts = append(out.parts, e.literal(x, f.Type))
		}
		return e.sym(out)
	case zed.PowerType:
		if v.Kind() == value.Seq || v.Len() == 0 && t.List {
			var items []*sym
			elem := t.Elem.(zed.ProductType).Elems[1]
			for _, x := range v.Items() {
				items = append(items, e.literal(x, elem))
			}
			return e.seqOf(t, e.num(int64(len(items))), items)
		}
		var elems []entry
		for _, x := range v.Members() {
			elems = append(elems, entry{e.yes, e.literal(x, t.Elem)})
		}
		return e.setOf(t, elems, true)
	}
	e.fail("values of type %s", t)
	return e.dummy(t)
}

func (e *encoder) atom(v value.Value, t zed.NamedType) *sym {
	if v.Kind() == value.Atom {
		for i, x := range e.carrier(t) {
			if x.Equal(v) {
				return e.numeral(t, e.num(int64(i)))
			}
		}
	}
	e.fail("the value %s of %s", v, t)
	return e.dummy(t)
}

// carrier returns the elements of a given type, or the constants of a free
// type; nothing where there are other values than constants.
func (e *encoder) carrier(t zed.NamedType) []value.Value {
	if !t.Free {
		return e.globals.Given[t.Name]
	}
	all := e.globals.Free[t.Name]
	if e.globals.Partial[t.Name] || slices.ContainsFunc(all, func(v value.Value) bool { return v.Kind() != value.Atom }) {
		return nil
	}
	return all
}

// dummy returns some value of a type, in the place of one that could not be
// had.
func (e *encoder) dummy(t zed.Type) *sym {
	switch t := t.(type) {
	case zed.ProductType:
		out := sym{typ: t, kind: tuple}
		for _, x := range t.Elems {
			out.parts = append(out.parts, e.dummy(x))
		}
		return e.sym(out)
	case zed.SchemaType:
		out := sym{typ: t, kind: tuple}
		for _, f := range t.Fields {
			out.parts = append(out.parts, e.dummy(f.Type))
		}
		return e.sym(out)
	case zed.PowerType:
		return e.sym(sym{typ: t, kind: set, distinct: true})
	}
	return e.numeral(t, e.num(0))
}

// value returns the value that a sym has under an assignment; false where it
// has none.
func (e *encoder) value(a *assignment, s *sym) (value.Value, bool) {
	switch s.kind {
	case number:
		return e.valueOfNumber(s.typ, a, s)
	case tuple:
		parts := make([]value.Value, len(s.parts))
		for i, p := range s.parts {
			v, ok := e.value(a, p)
			if !ok {
				return v, false
			}
			parts[i] = v
		}
		if t, ok := s.typ.(zed.SchemaType); ok {
			names := make([]string, len(t.Fields))
			for i, f := range t.Fields {
				names[i] = f.Name
			}
			return value.OfBinding(names, parts), true
		}
		return value.OfTuple(parts...), true
	}
	var out []value.Value
	for _, x := range e.elements(s) {
		if !a.holds(x.in) {
			continue
		}
		v, ok := e.value(a, x.v)
		if !ok {
			return v, false
		}
		out = append(out, v)
	}
	return value.OfSet(out), true
}

func (e *encoder) valueOfNumber(t zed.Type, a *assignment, s *sym) (value.Value, bool) {
	n := a.of(s.num)
	switch t := t.(type) {
	case zed.IntType:
		return value.OfBig(n), true
	case zed.StrType:
		return value.OfStr(e.stringOf(n)), true
	case zed.NamedType:
		all := e.carrier(t)
		if n.IsInt64() && n.Int64() >= 0 && n.Int64() < int64(len(all)) {
			return all[n.Int64()], true
		}
	}
	return value.Value{}, false
}
