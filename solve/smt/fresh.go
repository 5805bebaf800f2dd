package smt

import (
	"fmt"
	"math/big"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// bounds are what is known of an unknown before it is made.
type bounds struct {
	name   string
	scoped bool
	lo, hi int64 // of an integer: what the predicate demands
	// The number of elements that the predicate demands.
	sizeLo, sizeHi int64
}

// Limits of what is written out.
const (
	// maxElements is the largest set that is written out: comparing two takes
	// its square.
	maxElements = 400
	// maxUniverse is the largest finite type whose sets have one variable for
	// each element.
	maxUniverse = 27
	// maxSlots is the largest number of elements that a set gets because the
	// predicate bounds it.
	maxSlots = 24
	// unscopedSlots is the number of elements of a set that nothing bounds.
	unscopedSlots = 6
	// maxRange is the longest interval that is searched wholly because the
	// predicate gives it, whatever the scope says.
	maxRange = 64
	// maxNodes bounds a whole problem.
	maxNodes = 300_000
)

// fresh returns an unknown value of a type.
func (e *encoder) fresh(t zed.Type, b bounds) *sym {
	switch t := t.(type) {
	case zed.IntType:
		return e.int(e.freshInt(b))
	case zed.StrType:
		// Strings differ or are equal, nothing else: those beyond the ones that
		// are written are made up.
		n := e.integer(0, most)
		e.always(e.make(&node{op: opLe, args: []*node{e.num(0), n}}))
		return e.numeral(t, n)
	case zed.NamedType:
		return e.freshAtom(t, b)
	case zed.ProductType:
		out := sym{typ: t, kind: tuple}
		for _, x := range t.Elems {
			out.parts = append(out.parts, e.fresh(x, b.part()))
		}
		return e.sym(out)
	case zed.SchemaType:
		out := sym{typ: t, kind: tuple}
		for _, f := range t.Fields {
			out.parts = append(out.parts, e.fresh(f.Type, b.part()))
		}
		return e.sym(out)
	case zed.PowerType:
		if t.List {
			return e.freshSeq(t, b)
		}
		return e.freshSet(t, b)
	}
	e.fail("variables of type %s", t)
	return e.dummy(t)
}

// anything returns bounds that say nothing.
func anything(name string, scoped bool) bounds {
	return bounds{name: name, scoped: scoped, lo: least, hi: most, sizeLo: 0, sizeHi: most}
}

// part returns the bounds of a part of the value.
func (b bounds) part() bounds { return anything(b.name, b.scoped) }

func (e *encoder) freshInt(b bounds) *node {
	const far = 1 << 40
	if b.lo > -far && b.hi < far && b.lo <= b.hi && b.hi-b.lo < maxRange {
		n := e.integer(least, most)
		e.spans[n] = span{b.lo, b.hi, b.name, false}
		return n
	}
	n := e.integer(least, most)
	if b.scoped {
		e.spans[n] = span{e.scope.IntMin, e.scope.IntMax, b.name, true}
		e.limits = append(e.limits, limit{e.ranged(n, e.scope.IntMin, e.scope.IntMax),
			fmt.Sprintf("%s: int=%d..%d", b.name, e.scope.IntMin, e.scope.IntMax)})
	}
	return n
}

// ranged is when an integer lies in a range; it is written even where the
// bounds that are kept with the node imply it.
func (e *encoder) ranged(n *node, lo, hi int64) *node {
	below := e.make(&node{op: opLe, args: []*node{e.num(lo), n}})
	above := e.make(&node{op: opLe, args: []*node{n, e.num(hi)}})
	return e.and(below, above)
}

// freshAtom returns an unknown element. Of a given type there might be more than
// the scope has: that there are no more is a limit of its own.
func (e *encoder) freshAtom(t zed.NamedType, b bounds) *sym {
	all := int64(len(e.carrier(t)))
	if all == 0 {
		e.fail("values of type %s", t)
		return e.dummy(t)
	}
	if t.Free {
		n := e.integer(0, all-1)
		e.always(e.ranged(n, 0, all-1))
		return e.numeral(t, n)
	}
	n := e.integer(0, most)
	e.always(e.make(&node{op: opLe, args: []*node{e.num(0), n}}))
	within := e.make(&node{op: opLe, args: []*node{n, e.num(all - 1)}})
	e.limits = append(e.limits, limit{within, fmt.Sprintf("%s: given=%d", t.Name, all)})
	return e.numeral(t, n)
}

func (e *encoder) freshSeq(t zed.PowerType, b bounds) *sym {
	n, exact := e.slots(&b, e.scope.Seq)
	length := e.integer(0, int64(n))
	e.always(e.ranged(length, 0, int64(n)))
	e.sized(length, b, int64(n), exact, "seq", e.scope.Seq)
	elem := t.Elem.(zed.ProductType).Elems[1]
	items := make([]*sym, n)
	for i := range items {
		items[i] = e.fresh(elem, b.part())
	}
	return e.seqOf(t, length, items)
}

// slots returns how many elements a collection gets, and whether it can never
// have more.
func (e *encoder) slots(b *bounds, scope int) (int, bool) {
	switch {
	case b.sizeHi <= maxSlots:
		e.leant[b.name] = true
		return int(max(0, b.sizeHi)), true
	case b.scoped:
		return scope, false
	}
	return max(scope, unscopedSlots), false
}

// sized notes the bounds that a collection leans on.
func (e *encoder) sized(size *node, b bounds, n int64, exact bool, what string, scope int) {
	if !exact {
		e.cut(b.scoped, "%s: %s=%d", b.name, what, n)
	}
	top := int64(scope)
	if b.sizeHi <= maxSlots {
		top = max(top, b.sizeLo)
	}
	if b.scoped && n > top {
		e.limits = append(e.limits, limit{e.le(size, e.num(top)), fmt.Sprintf("%s: %s=%d", b.name, what, top)})
	}
}

func (e *encoder) freshSet(t zed.PowerType, b bounds) *sym {
	if all, lean := e.universe(t.Elem); all != nil {
		var elems []entry
		for _, v := range all {
			elems = append(elems, entry{e.boolean(), e.literal(v, t.Elem)})
		}
		out := e.setOf(t, elems, true)
		if lean {
			e.cut(true, "%s: given=%d", b.name, e.scope.Given)
		}
		e.sized(e.size(out), b, int64(len(all)), true, "set", e.scope.Set)
		return out
	}
	n, exact := e.slots(&b, e.scope.Set)
	var elems []entry
	for i := range n {
		x := entry{e.boolean(), e.fresh(t.Elem, b.part())}
		if i > 0 {
			e.inOrder(elems, x)
		}
		elems = append(elems, x)
	}
	out := e.sym(sym{typ: t, kind: set, elems: elems, distinct: true})
	e.sized(e.size(out), b, int64(n), exact, "set", e.scope.Set)
	return out
}

// inOrder demands that elements are present from the front, and differ.
func (e *encoder) inOrder(before []entry, x entry) {
	last := before[len(before)-1]
	e.always(e.implies(x.in, last.in))
	if x.v.kind == number {
		e.always(e.implies(x.in, e.less(last.v.num, x.v.num)))
		return
	}
	for _, y := range before {
		e.always(e.implies(x.in, e.not(e.equal(x.v, y.v))))
	}
}

// universe returns all values of a small finite type, nil for others, and
// whether a given type is among those it is made of.
func (e *encoder) universe(t zed.Type) ([]value.Value, bool) {
	switch t := t.(type) {
	case zed.NamedType:
		if all := e.carrier(t); len(all) <= maxUniverse {
			return all, !t.Free
		}
	case zed.ProductType:
		rows, lean := [][]value.Value{nil}, false
		for _, part := range t.Elems {
			all, leans := e.universe(part)
			lean = lean || leans
			var next [][]value.Value
			for _, row := range rows {
				for _, v := range all {
					next = append(next, append(row[:len(row):len(row)], v))
				}
			}
			if rows = next; len(rows) == 0 || len(rows) > maxUniverse {
				return nil, false
			}
		}
		out := make([]value.Value, len(rows))
		for i, row := range rows {
			out[i] = value.OfTuple(row...)
		}
		return out, lean
	}
	return nil, false
}

// codeOfString returns the code of a string that is written.
func (e *encoder) codeOfString(s string) int64 {
	for i, known := range e.strings {
		if known == s {
			return int64(i)
		}
	}
	e.strings = append(e.strings, s)
	return int64(len(e.strings) - 1)
}

// stringOf returns the string with a code.
func (e *encoder) stringOf(n *big.Int) string {
	if n.IsInt64() && n.Int64() >= 0 && n.Int64() < int64(len(e.strings)) {
		return e.strings[n.Int64()]
	}
	for name := "s" + n.String(); ; name += "'" {
		if !contains(e.strings, name) {
			return name
		}
	}
}

func contains(all []string, s string) bool {
	for _, x := range all {
		if x == s {
			return true
		}
	}
	return false
}
