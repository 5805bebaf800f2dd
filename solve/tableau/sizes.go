package tableau

import (
	"math/big"

	"github.com/ttf-int/ttf-int/zed"
)

func plus(t *branch, x, y int) int { return t.terms.make(string(zed.Plus), zed.IntType{}, x, y) }

func sizeOfExtension(t *branch, i, n int, d deps) {
	elems := len(t.terms.nodes[n].args)
	t.bounds.order(i, t.terms.number(int64(elems)), 0, d)
	if elems == 1 {
		t.terms.merge(i, t.terms.number(1), d)
	}
}

// sizeOfSide compares dom r with r. They are of one size where r is a function, and so
// are ran r and r where r is injective.
func sizeOfSide(t *branch, i, n int, d deps) {
	r := t.terms.nodes[n].args[0]
	t.bounds.order(i, t.terms.size(r), 0, d)
	name := "function"
	if zed.Operator(t.terms.nodes[n].op) == zed.Ran {
		name = "injection"
	}
	if e, ok := t.terms.areEqual(t.terms.make(name, zed.BoolType{}, r), t.terms.yes); ok {
		t.terms.merge(i, t.terms.size(r), d.or(e))
	}
	if pair, ok := t.terms.elem(r).(zed.ProductType); ok && name == "function" && len(pair.Elems) == 2 {
		if _, ok := t.terms.hasProperty("injection", r); ok { // what holds the range is as large
			t.terms.size(t.terms.make(string(zed.Ran), zed.PowerType{Elem: pair.Elems[1]}, r))
		}
	}
}

// sizeOfImage compares the image of a finite set with the set: it is not larger where the
// relation is a function, and as large where that is injective and has a value for all.
func sizeOfImage(t *branch, i, n int, d deps) {
	r, s := t.terms.nodes[n].args[0], t.terms.nodes[n].args[1]
	e, ok := t.terms.hasProperty("function", r)
	f, also := isBounded(t, s)
	if !ok || !also {
		return
	}
	d = d.or(e).or(f)
	t.bounds.order(i, t.terms.size(s), 0, d)
	e, ok = t.terms.hasProperty("injection", r)
	if !ok {
		return
	}
	if f, ok := isWithin(t, s, domain(t, r)); ok {
		t.terms.merge(i, t.terms.size(s), d.or(e).or(f))
	}
}

// isWithin tells whether a set is known to be within another.
func isWithin(t *branch, s, in int) (deps, bool) {
	for _, n := range t.terms.classes[t.terms.find(in)].terms {
		if t.terms.isUniverse(n) {
			return t.terms.explain(in, n), true
		}
	}
	return t.terms.areEqual(t.terms.subset(s, in), t.terms.yes)
}

func sizeOfInverse(t *branch, i, n int, d deps) {
	t.terms.merge(i, t.terms.size(t.terms.nodes[n].args[0]), d)
}

func sizeOfDomRes(t *branch, i, n int, d deps) {
	a := t.terms.nodes[n].args
	t.bounds.order(i, t.terms.size(a[1]), 0, d)
	if e, ok := t.terms.areEqual(t.terms.make("function", zed.BoolType{}, a[1]), t.terms.yes); ok {
		typ := t.terms.nodes[a[0]].typ
		both := t.terms.make(string(zed.Intersect), typ, a[0], t.terms.make(string(zed.Dom), typ, a[1]))
		t.terms.merge(i, t.terms.size(both), d.or(e))
	}
}

func sizeOfDomSub(t *branch, i, n int, d deps) {
	a, typ := t.terms.nodes[n].args, t.terms.nodes[n].typ
	if e, ok := isBounded(t, a[1]); ok {
		rest := t.terms.make(string(zed.DomRes), typ, a[0], a[1])
		t.terms.merge(plus(t, i, t.terms.size(rest)), t.terms.size(a[1]), d.or(e))
	}
}

// sizeOfPart says that what is a part of the first argument is not larger.
func sizeOfPart(t *branch, i, n int, d deps) {
	t.bounds.order(i, t.terms.size(t.terms.nodes[n].args[0]), 0, d)
}

func sizeOfOverride(t *branch, i, n int, d deps) {
	a, typ := t.terms.nodes[n].args, t.terms.nodes[n].typ
	e, ok := areBounded(t, a...)
	if !ok {
		return
	}
	dom := t.terms.make(string(zed.Dom), zed.PowerType{Elem: t.terms.elem(n).(zed.ProductType).Elems[0]}, a[1])
	lost := t.terms.make(string(zed.DomRes), typ, dom, a[0])
	t.terms.merge(plus(t, i, t.terms.size(lost)), plus(t, t.terms.size(a[0]), t.terms.size(a[1])), d.or(e))
}

func sizeOfCross(t *branch, i, n int, d deps) {
	a := t.terms.nodes[n].args
	if e, ok := areBounded(t, a...); ok && len(a) == 2 {
		t.terms.merge(i, t.terms.make(string(zed.Times), zed.IntType{}, t.terms.size(a[0]), t.terms.size(a[1])),
			d.or(e))
	}
}

func sizeOfRange(t *branch, i, n int, d deps) {
	a := t.terms.nodes[n].args
	span := t.terms.make(string(zed.Subtract), zed.IntType{}, plus(t, a[1], t.terms.number(1)), a[0])
	t.splits.choose(d, []literal{{kind: lessOrEq, a: a[0], b: a[1]}, {kind: equalTo, a: i, b: span}},
		[]literal{less(a[1], a[0]), {kind: equalTo, a: i, b: t.terms.number(0)}})
}

// growSize relates the size of a set to what the set is made of.
func growSize(t *branch, i int) {
	s := t.terms.nodes[i].args[0]
	zero := t.terms.number(0)
	t.bounds.order(zero, i, 0, deps{})
	if d, ok := t.terms.isEmpty(s); ok {
		t.terms.merge(i, zero, d)
		return
	}
	boundFinite(t, i, s)
	if n, d := t.terms.valueOf(i); n != nil {
		switch n.Sign() {
		case 0:
			t.terms.merge(s, t.terms.none(t.terms.nodes[s].typ), d)
			return
		case 1:
			t.facts.inhabit(s, d)
			mergeCrowded(t, i, s, n, d)
		}
	}
	for _, g := range t.terms.classes[t.terms.find(s)].members {
		if o := t.facts.members[g]; o.in {
			t.bounds.order(t.terms.number(1), i, 0, o.deps.or(t.terms.explain(o.s, s)))
			break
		}
	}
	for _, n := range t.terms.classes[t.terms.find(s)].terms {
		if size := ruleOf(t.terms.nodes[n].op).size; size != nil {
			size(t, i, n, t.terms.explain(s, n))
		}
	}
	sizeOfSides(t, i, s)
	for _, u := range t.terms.classes[t.terms.find(s)].uses {
		if zed.Operator(t.terms.nodes[u].op) == zed.SubsetEq {
			if d, ok := t.terms.areEqual(u, t.terms.yes); ok {
				subsetSizes(t, t.terms.nodes[u].args[0], t.terms.nodes[u].args[1], d)
			}
		}
	}
}

// sizeOfSides relates the size of a relation to those of its domain and range.
func sizeOfSides(t *branch, i, s int) {
	pair, ok := t.terms.elem(s).(zed.ProductType)
	if !ok || len(pair.Elems) != 2 {
		return
	}
	why := deps{}
	if !t.terms.live[i] { // it has a value where the relation is a finite function
		_, function := t.terms.hasProperty("function", s)
		if _, sequence := t.terms.hasProperty("sequence", s); sequence || !function {
			return
		}
		if why, ok = isBounded(t, s); !ok {
			return
		}
	}
	dom := t.terms.size(t.terms.make(string(zed.Dom), zed.PowerType{Elem: pair.Elems[0]}, s))
	if e, ok := t.terms.areEqual(t.terms.make("function", zed.BoolType{}, s), t.terms.yes); ok {
		t.terms.merge(i, dom, e.or(why))
		return
	}
	ran, ok := findSize(t, t.terms.make(string(zed.Ran), zed.PowerType{Elem: pair.Elems[1]}, s))
	if ok {
		t.bounds.order(i, t.terms.make(string(zed.Times), zed.IntType{}, dom, ran), 0, deps{})
	}
}

// mergeCrowded derives that two of the known elements of a set are equal where there are
// more of them than its size.
func mergeCrowded(t *branch, i, s int, n *big.Int, d deps) {
	if !n.IsInt64() || n.Int64() > 6 {
		return
	}
	limit := int(n.Int64())
	var some []member
	for _, g := range t.terms.classes[t.terms.find(s)].members {
		o := t.facts.members[g]
		if !o.in || t.facts.hasOneOf(some, o.x) {
			continue
		}
		if some = append(some, o); len(some) > limit {
			break
		}
	}
	if len(some) <= limit {
		return
	}
	var all [][]literal
	for k, p := range some {
		d = d.or(p.deps).or(t.terms.explain(p.s, s))
		for _, q := range some[:k] {
			all = append(all, []literal{{kind: equalTo, a: p.x, b: q.x}})
		}
	}
	t.splits.choose(d, all...)
}

func (t *facts) hasOneOf(some []member, x int) bool {
	for _, o := range some {
		if t.terms.find(o.x) == t.terms.find(x) {
			return true
		}
	}
	return false
}

// upSize takes an element of a set to the set's size.
func upSize(t *branch, m member, u, _ int, d deps) {
	if !m.in {
		return
	}
	t.bounds.order(t.terms.number(1), u, 0, d)
	if n, e := t.terms.valueOf(u); n != nil && n.Sign() > 0 {
		mergeCrowded(t, u, t.terms.nodes[u].args[0], n, e)
	}
}

// subsetSizes compares the sizes of two sets, where terms mention them.
func subsetSizes(t *branch, a, b int, d deps) {
	x, ok1 := findSize(t, a)
	y, ok2 := findSize(t, b)
	if !ok1 || !ok2 {
		return
	}
	t.bounds.order(x, y, 0, d)
	if e, ok := t.terms.areEqual(x, y); ok && t.terms.live[x] && t.terms.live[y] {
		t.terms.merge(a, b, d.or(e).or(t.terms.alive[x]).or(t.terms.alive[y]))
	} else if t.terms.live[x] && t.terms.live[y] {
		t.splits.choose(d.or(t.terms.alive[x]).or(t.terms.alive[y]),
			[]literal{less(x, y)}, []literal{{kind: equalTo, a: a, b: b}})
	}
}

// findSize returns #s, where some term mentions it.
func findSize(t *branch, s int) (int, bool) {
	for _, u := range t.terms.classes[t.terms.find(s)].uses {
		if zed.Operator(t.terms.nodes[u].op) == zed.Card {
			return t.terms.size(s), true
		}
	}
	return 0, false
}
