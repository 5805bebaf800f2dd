package tableau

import (
	"math/big"

	"github.com/ttf-int/ttf-int/zed"
)

func plus(t *branch, x, y int) int { return t.make(string(zed.Plus), zed.IntType{}, x, y) }

func sizeOfExtension(t *branch, i, n int, d deps) {
	elems := len(t.nodes[n].args)
	t.order(i, t.number(int64(elems)), 0, d)
	if elems == 1 {
		t.merge(i, t.number(1), d)
	}
}

// sizeOfSide compares dom r with r. They are of one size where r is a function, and so
// are ran r and r where r is injective.
func sizeOfSide(t *branch, i, n int, d deps) {
	r := t.nodes[n].args[0]
	t.order(i, t.size(r), 0, d)
	name := "function"
	if zed.Operator(t.nodes[n].op) == zed.Ran {
		name = "injection"
	}
	if e, ok := t.equal(t.make(name, zed.BoolType{}, r), t.yes); ok {
		t.merge(i, t.size(r), d.or(e))
	}
}

func sizeOfInverse(t *branch, i, n int, d deps) { t.merge(i, t.size(t.nodes[n].args[0]), d) }

func sizeOfDomRes(t *branch, i, n int, d deps) {
	a := t.nodes[n].args
	t.order(i, t.size(a[1]), 0, d)
	if e, ok := t.equal(t.make("function", zed.BoolType{}, a[1]), t.yes); ok {
		typ := t.nodes[a[0]].typ
		both := t.make(string(zed.Intersect), typ, a[0], t.make(string(zed.Dom), typ, a[1]))
		t.merge(i, t.size(both), d.or(e))
	}
}

func sizeOfDomSub(t *branch, i, n int, d deps) {
	a, typ := t.nodes[n].args, t.nodes[n].typ
	if e, ok := bounded(t, a[1]); ok {
		rest := t.make(string(zed.DomRes), typ, a[0], a[1])
		t.merge(plus(t, i, t.size(rest)), t.size(a[1]), d.or(e))
	}
}

// sizeOfPart says that what is a part of the first argument is not larger.
func sizeOfPart(t *branch, i, n int, d deps) { t.order(i, t.size(t.nodes[n].args[0]), 0, d) }

func sizeOfOverride(t *branch, i, n int, d deps) {
	a, typ := t.nodes[n].args, t.nodes[n].typ
	e, ok := allBounded(t, a...)
	if !ok {
		return
	}
	dom := t.make(string(zed.Dom), zed.PowerType{Elem: t.elem(n).(zed.ProductType).Elems[0]}, a[1])
	lost := t.make(string(zed.DomRes), typ, dom, a[0])
	t.merge(plus(t, i, t.size(lost)), plus(t, t.size(a[0]), t.size(a[1])), d.or(e))
}

func sizeOfCross(t *branch, i, n int, d deps) {
	a := t.nodes[n].args
	if e, ok := allBounded(t, a...); ok && len(a) == 2 {
		t.merge(i, t.make(string(zed.Times), zed.IntType{}, t.size(a[0]), t.size(a[1])), d.or(e))
	}
}

func sizeOfRange(t *branch, i, n int, d deps) {
	a := t.nodes[n].args
	span := t.make(string(zed.Subtract), zed.IntType{}, plus(t, a[1], t.number(1)), a[0])
	t.choose(d, []literal{{kind: lessOrEq, a: a[0], b: a[1]}, {kind: equalTo, a: i, b: span}},
		[]literal{less(a[1], a[0]), {kind: equalTo, a: i, b: t.number(0)}})
}

// growSize relates the size of a set to what the set is made of.
func growSize(t *branch, i int) {
	s := t.nodes[i].args[0]
	zero := t.number(0)
	t.order(zero, i, 0, deps{})
	if d, ok := t.isEmpty(s); ok {
		t.merge(i, zero, d)
		return
	}
	finite(t, i, s)
	if n, d := t.valueOf(i); n != nil {
		switch n.Sign() {
		case 0:
			t.merge(s, t.none(t.nodes[s].typ), d)
			return
		case 1:
			t.inhabit(s, d)
			crowded(t, i, s, n, d)
		}
	}
	for _, g := range t.classes[t.find(s)].members {
		if o := t.members[g]; o.in {
			t.order(t.number(1), i, 0, o.deps.or(t.explain(o.s, s)))
			break
		}
	}
	for _, n := range t.classes[t.find(s)].terms {
		if size := ruleOf(t.nodes[n].op).size; size != nil {
			size(t, i, n, t.explain(s, n))
		}
	}
	sizeOfSides(t, i, s)
	for _, u := range t.classes[t.find(s)].uses {
		if zed.Operator(t.nodes[u].op) == zed.SubsetEq {
			if d, ok := t.equal(u, t.yes); ok {
				subsetSizes(t, t.nodes[u].args[0], t.nodes[u].args[1], d)
			}
		}
	}
}

// sizeOfSides relates the size of a relation to those of its domain and range.
func sizeOfSides(t *branch, i, s int) {
	pair, ok := t.elem(s).(zed.ProductType)
	if !ok || len(pair.Elems) != 2 || !t.live[i] {
		return
	}
	dom := t.size(t.make(string(zed.Dom), zed.PowerType{Elem: pair.Elems[0]}, s))
	if e, ok := t.equal(t.make("function", zed.BoolType{}, s), t.yes); ok {
		t.merge(i, dom, e)
		return
	}
	ran, ok := sized(t, t.make(string(zed.Ran), zed.PowerType{Elem: pair.Elems[1]}, s))
	if ok {
		t.order(i, t.make(string(zed.Times), zed.IntType{}, dom, ran), 0, deps{})
	}
}

// crowded says that of more elements than a set has two are equal.
func crowded(t *branch, i, s int, n *big.Int, d deps) {
	if !n.IsInt64() || n.Int64() > 6 {
		return
	}
	limit := int(n.Int64())
	var some []member
	for _, g := range t.classes[t.find(s)].members {
		o := t.members[g]
		if !o.in || t.holdsOneOf(some, o.x) {
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
		d = d.or(p.deps).or(t.explain(p.s, s))
		for _, q := range some[:k] {
			all = append(all, []literal{{kind: equalTo, a: p.x, b: q.x}})
		}
	}
	t.choose(d, all...)
}

func (t *facts) holdsOneOf(some []member, x int) bool {
	for _, o := range some {
		if t.find(o.x) == t.find(x) {
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
	t.order(t.number(1), u, 0, d)
	if n, e := t.valueOf(u); n != nil && n.Sign() > 0 {
		crowded(t, u, t.nodes[u].args[0], n, e)
	}
}

// subsetSizes compares the sizes of two sets where they are spoken of.
func subsetSizes(t *branch, a, b int, d deps) {
	x, ok1 := sized(t, a)
	y, ok2 := sized(t, b)
	if !ok1 || !ok2 {
		return
	}
	t.order(x, y, 0, d)
	if e, ok := t.equal(x, y); ok && t.live[x] && t.live[y] {
		t.merge(a, b, d.or(e).or(t.alive[x]).or(t.alive[y]))
	} else if t.live[x] && t.live[y] {
		t.choose(d.or(t.alive[x]).or(t.alive[y]), []literal{less(x, y)}, []literal{{kind: equalTo, a: a, b: b}})
	}
}

// sized returns #s, where it is spoken of.
func sized(t *branch, s int) (int, bool) {
	for _, u := range t.classes[t.find(s)].uses {
		if zed.Operator(t.nodes[u].op) == zed.Card {
			return t.size(s), true
		}
	}
	return 0, false
}
