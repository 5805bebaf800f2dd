package smt

import (
	"fmt"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// unknowns makes the values that are to be found: as many variables as the scope and the
// bounds of a variable of the problem allow, and what is true of them by their type.
type unknowns struct {
	f       *formulas
	vals    *values
	lits    *literals
	assumed *assumptions
	scope   value.Scope
	facts   []*node // whatever the predicate says
}

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

// newUnknown returns an unknown value of a type.
func (u *unknowns) newUnknown(t zed.Type, b bounds) *sym {
	switch t := t.(type) {
	case zed.IntType:
		return u.vals.int(u.newInt(b))
	case zed.StrType:
		// Strings differ or are equal, nothing else: those beyond the ones that
		// are written are made up.
		n := u.f.integer(0, most)
		u.demand(u.f.make(&node{op: opLe, args: []*node{u.f.num(0), n}}))
		return u.vals.numeral(t, n)
	case zed.NamedType:
		return u.newAtom(t, b)
	case zed.ProductType:
		out := sym{typ: t, kind: tuple}
		for _, x := range t.Elems {
			out.parts = append(out.parts, u.newUnknown(x, b.part()))
		}
		return u.vals.sym(out)
	case zed.SchemaType:
		out := sym{typ: t, kind: tuple}
		for _, f := range t.Fields {
			out.parts = append(out.parts, u.newUnknown(f.Type, b.part()))
		}
		return u.vals.sym(out)
	case zed.PowerType:
		if t.List {
			return u.newSeq(t, b)
		}
		return u.newSet(t, b)
	}
	u.f.fail("variables of type %s", t)
	return u.vals.newDummy(t)
}

// unbounded returns bounds that say nothing.
func unbounded(name string, scoped bool) bounds {
	return bounds{name: name, scoped: scoped, lo: least, hi: most, sizeLo: 0, sizeHi: most}
}

// part returns the bounds of a part of the value.
func (b bounds) part() bounds { return unbounded(b.name, b.scoped) }

func (u *unknowns) newInt(b bounds) *node {
	const far = 1 << 40
	if b.lo > -far && b.hi < far && b.lo <= b.hi && b.hi-b.lo < maxRange {
		n := u.f.integer(least, most)
		u.assumed.spans[n] = span{b.lo, b.hi, b.name, false}
		return n
	}
	n := u.f.integer(least, most)
	if b.scoped {
		u.assumed.spans[n] = span{u.scope.IntMin, u.scope.IntMax, b.name, true}
		u.assumed.limits = append(u.assumed.limits, limit{u.demandRange(n, u.scope.IntMin, u.scope.IntMax),
			fmt.Sprintf("%s: int=%d..%d", b.name, u.scope.IntMin, u.scope.IntMax)})
	}
	return n
}

// demandRange says when an integer lies in a range; it is written even where the
// bounds that are kept with the node imply it.
func (u *unknowns) demandRange(n *node, lo, hi int64) *node {
	below := u.f.make(&node{op: opLe, args: []*node{u.f.num(lo), n}})
	above := u.f.make(&node{op: opLe, args: []*node{n, u.f.num(hi)}})
	return u.f.and(below, above)
}

// newAtom returns an unknown element. Of a given type there might be more than
// the scope has: that there are no more is a limit of its own.
func (u *unknowns) newAtom(t zed.NamedType, b bounds) *sym {
	all := int64(len(u.lits.carrier(t)))
	if all == 0 {
		u.f.fail("values of type %s", t)
		return u.vals.newDummy(t)
	}
	if t.Free {
		n := u.f.integer(0, all-1)
		u.demand(u.demandRange(n, 0, all-1))
		return u.vals.numeral(t, n)
	}
	n := u.f.integer(0, most)
	u.demand(u.f.make(&node{op: opLe, args: []*node{u.f.num(0), n}}))
	within := u.f.make(&node{op: opLe, args: []*node{n, u.f.num(all - 1)}})
	u.assumed.limits = append(u.assumed.limits, limit{within, fmt.Sprintf("%s: given=%d", t.Name, all)})
	return u.vals.numeral(t, n)
}

func (u *unknowns) newSeq(t zed.PowerType, b bounds) *sym {
	n, exact := u.slots(&b, u.scope.Seq)
	length := u.f.integer(0, int64(n))
	u.demand(u.demandRange(length, 0, int64(n)))
	u.noteSize(length, b, int64(n), exact, "seq", u.scope.Seq)
	elem := t.Elem.(zed.ProductType).Elems[1]
	items := make([]*sym, n)
	for i := range items {
		items[i] = u.newUnknown(elem, b.part())
	}
	return u.vals.seqOf(t, length, items)
}

// slots returns how many elements a collection gets, and whether it can never
// have more.
func (u *unknowns) slots(b *bounds, scope int) (int, bool) {
	switch {
	case b.sizeHi <= maxSlots:
		u.assumed.leant[b.name] = true
		return int(max(0, b.sizeHi)), true
	case b.scoped:
		return scope, false
	}
	return max(scope, unscopedSlots), false
}

// noteSize notes the bounds that a collection leans on.
func (u *unknowns) noteSize(size *node, b bounds, n int64, exact bool, what string, scope int) {
	if !exact {
		u.assumed.cut(b.scoped, "%s: %s=%d", b.name, what, n)
	}
	top := int64(scope)
	if b.sizeHi <= maxSlots {
		top = max(top, b.sizeLo)
	}
	if b.scoped && n > top {
		u.assumed.limits = append(u.assumed.limits,
			limit{u.f.le(size, u.f.num(top)), fmt.Sprintf("%s: %s=%d", b.name, what, top)})
	}
}

func (u *unknowns) newSet(t zed.PowerType, b bounds) *sym {
	if all, lean := u.lits.universe(t.Elem); all != nil {
		var elems []entry
		for _, v := range all {
			elems = append(elems, entry{u.f.boolean(), u.lits.literal(v, t.Elem)})
		}
		out := u.vals.setOf(t, elems, true)
		if lean {
			u.assumed.cut(true, "%s: given=%d", b.name, u.scope.Given)
		}
		u.noteSize(u.vals.size(out), b, int64(len(all)), true, "set", u.scope.Set)
		return out
	}
	n, exact := u.slots(&b, u.scope.Set)
	var elems []entry
	for i := range n {
		x := entry{u.f.boolean(), u.newUnknown(t.Elem, b.part())}
		if i > 0 {
			u.demandOrder(elems, x)
		}
		elems = append(elems, x)
	}
	out := u.vals.sym(sym{typ: t, kind: set, elems: elems, distinct: true})
	u.noteSize(u.vals.size(out), b, int64(n), exact, "set", u.scope.Set)
	return out
}

// demandOrder demands that elements are present from the front, and differ.
func (u *unknowns) demandOrder(before []entry, x entry) {
	last := before[len(before)-1]
	u.demand(u.f.implies(x.in, last.in))
	if x.v.kind == number {
		u.demand(u.f.implies(x.in, u.f.makeLess(last.v.num, x.v.num)))
		return
	}
	for _, y := range before {
		u.demand(u.f.implies(x.in, u.f.not(u.vals.equal(x.v, y.v))))
	}
}

func (u *unknowns) demand(n *node) { u.facts = append(u.facts, n) }
