package tableau

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// down takes a membership through the structure of a term that its set equals.
func (t *rules) down(f, n int) {
	m := t.members[f]
	if t.broken {
		return
	}
	d := m.deps.or(t.explain(m.s, n))
	k := &t.nodes[n]
	a := k.args
	if k.op == "{}" || k.op == "⟨⟩" {
		downExtension(t.branch, m, n, d)
		return
	}
	if len(a) == 0 {
		downLeaf(t.branch, m, k.op, d)
		return
	}
	in := func(x, s int) literal { return literal{kind: memberOf, a: x, b: s} }
	out := func(x, s int) literal { return literal{kind: memberOf, a: x, b: s, negated: true} }
	switch op := zed.Operator(k.op); op {
	case zed.Union:
		t.either(m.in, d, in(m.x, a[0]), in(m.x, a[1]))
	case zed.Intersect:
		t.both(m.in, d, in(m.x, a[0]), in(m.x, a[1]))
	case zed.Minus:
		t.both(m.in, d, in(m.x, a[0]), out(m.x, a[1]))
	case zed.SymDiff:
		if m.in {
			t.choose(d, []literal{in(m.x, a[0]), out(m.x, a[1])}, []literal{out(m.x, a[0]), in(m.x, a[1])})
		} else {
			t.choose(d, []literal{in(m.x, a[0]), in(m.x, a[1])}, []literal{out(m.x, a[0]), out(m.x, a[1])})
		}
	case zed.Range:
		low, high := literal{kind: lessOrEq, a: a[0], b: m.x}, literal{kind: lessOrEq, a: m.x, b: a[1]}
		if m.in {
			t.assume(low, d)
			t.assume(high, d)
		} else {
			t.choose(d, []literal{less(m.x, a[0])}, []literal{less(a[1], m.x)})
		}
	case zed.BigUnion:
		downBigUnion(t.branch, m, a[0], d)
	case zed.BigInter:
		downBigInter(t.branch, m, a[0], d)
	case zed.Dom, zed.Ran:
		downSide(t.branch, m, op, a[0], d)
	case zed.Image:
		downImage(t.branch, m, a[0], a[1], d)
	case zed.Cross:
		if parts, e := t.parts(m.x); len(parts) == len(a) {
			var all []literal
			for i, p := range parts {
				all = append(all, in(p, a[i]))
			}
			t.both(m.in, d.or(e), all...)
		}
	case "comprehension":
		downComprehension(t.branch, m, n, d)
	default:
		switch {
		case toolkit.IsPower(op):
			downPower(t.branch, m, op, a[0], d)
		case toolkit.IsSequences(op):
			downSequences(t.branch, m, op, a[0], d)
		case toolkit.IsArrow(op):
			downArrow(t.branch, m, op, a[0], a[1], d)
		default:
			downRelation(t.branch, m, n, d)
		}
	}
}

// either says of a disjunction that it holds, or that it does not.
func (t *branch) either(holds bool, d deps, all ...literal) {
	if !holds {
		for _, l := range all {
			t.assume(l.not(), d)
		}
		return
	}
	var alternatives [][]literal
	for _, l := range all {
		alternatives = append(alternatives, []literal{l})
	}
	t.choose(d, alternatives...)
}

// both says of a conjunction that it holds, or that it does not.
func (t *branch) both(holds bool, d deps, all ...literal) {
	negated := make([]literal, len(all))
	for i, l := range all {
		negated[i] = l.not()
	}
	if holds {
		t.either(false, d, negated...)
	} else {
		t.either(true, d, negated...)
	}
}

// downExtension takes a membership in {a, b} or ⟨a, b⟩.
func downExtension(t *branch, m member, n int, d deps) {
	var all []literal
	for i, e := range t.nodes[n].args {
		if t.nodes[n].op == "⟨⟩" {
			e = t.couple(t.number(int64(i+1)), e)
		}
		all = append(all, literal{kind: equalTo, a: m.x, b: e})
	}
	t.either(m.in, d, all...)
}

// downLeaf takes a membership in a set that is a name.
func downLeaf(t *branch, m member, op string, d deps) {
	switch {
	case strings.HasPrefix(op, asRelation):
		if m.in {
			x, y, e := t.pair(m.x)
			t.merge(y, t.make(constructor+op[len(asRelation):], t.nodes[y].typ, x), d.or(e))
		}
	case op == "ℕ" || op == "ℕ₁":
		low := int64(0)
		if op == "ℕ₁" {
			low = 1
		}
		if m.in {
			t.order(t.number(low), m.x, 0, d)
		} else {
			t.order(m.x, t.number(low), 1, d)
		}
	case strings.HasPrefix(op, universe) && !m.in:
		t.clash(d)
	case strings.HasPrefix(op, "∅ ") && m.in:
		t.clash(d)
	}
}

// universe is the leaf for all of a type.
const universe = "carrier "

// isUniverse tells whether a set is known to be all of its type.
func (t *terms) isUniverse(s int) bool { return strings.HasPrefix(t.nodes[s].op, universe) }

func downPower(t *branch, m member, op zed.Operator, of int, d deps) {
	some := op == zed.PowerSet1 || op == zed.Finset1
	none := t.none(t.nodes[m.x].typ)
	switch {
	case m.in:
		t.include(m.x, of, false, d)
		if some {
			t.differ(m.x, none, d)
		}
	case op == zed.PowerSet:
		t.include(m.x, of, true, d)
	case op == zed.PowerSet1:
		t.choose(d, []literal{{kind: within, a: m.x, b: of, negated: true}}, []literal{{kind: equalTo, a: m.x, b: none}})
	}
}

func downBigUnion(t *branch, m member, of int, d deps) {
	if m.in {
		if s, ok := t.witness("⋃", t.nodes[m.s].typ, m.x, of); ok {
			t.in(s, of, d)
			t.in(m.x, s, d)
		}
		return
	}
	for _, g := range t.classes[t.find(of)].members {
		if o := t.members[g]; o.in {
			t.out(m.x, o.x, d.or(o.deps).or(t.explain(of, o.s)))
		}
	}
}

func downBigInter(t *branch, m member, of int, d deps) {
	if !m.in {
		if s, ok := t.witness("⋂", t.nodes[m.s].typ, m.x, of); ok {
			t.in(s, of, d)
			t.out(m.x, s, d)
		}
		return
	}
	for _, g := range t.classes[t.find(of)].members {
		if o := t.members[g]; o.in {
			t.in(m.x, o.x, d.or(o.deps).or(t.explain(of, o.s)))
		}
	}
}

// downSide takes a membership in dom r or ran r.
func downSide(t *branch, m member, op zed.Operator, r int, d deps) {
	p, ok := t.nodes[r].typ.(zed.PowerType)
	if !ok {
		return
	}
	pair, ok := p.Elem.(zed.ProductType)
	if !ok {
		return
	}
	if !m.in {
		for _, g := range t.classes[t.find(r)].members {
			if o := t.members[g]; o.in {
				x, y, e := t.pair(o.x)
				if op == zed.Ran {
					x = y
				}
				t.differ(x, m.x, d.or(o.deps).or(e).or(t.explain(r, o.s)))
			}
		}
		return
	}
	for _, g := range t.classes[t.find(r)].members {
		if o := &t.members[g]; o.in {
			x, y, _ := t.pair(o.x)
			if op == zed.Dom && t.find(x) == t.find(m.x) || op == zed.Ran && t.find(y) == t.find(m.x) {
				return
			}
		}
	}
	side := 1
	if op == zed.Ran {
		side = 0
	}
	w, ok := t.witness(string(op), pair.Elems[side], m.x, r)
	if !ok {
		return
	}
	x := t.couple(m.x, w)
	if op == zed.Ran {
		x = t.couple(w, m.x)
	}
	t.in(x, r, d)
}

// downImage takes a membership in r⦇s⦈.
func downImage(t *branch, m member, r, s int, d deps) {
	if m.in {
		if w, ok := t.witness("⦇", t.elem(s), m.x, r, s); ok {
			t.in(w, s, d)
			t.in(t.couple(w, m.x), r, d)
		}
		return
	}
	for _, g := range t.classes[t.find(r)].members {
		if o := t.members[g]; o.in {
			x, y, e := t.pair(o.x)
			if e2, ok := t.equal(y, m.x); ok {
				t.out(x, s, d.or(o.deps).or(e).or(e2).or(t.explain(r, o.s)))
			}
		}
	}
	for _, g := range t.classes[t.find(s)].members {
		if o := t.members[g]; o.in {
			t.out(t.couple(o.x, m.x), r, d.or(o.deps).or(t.explain(s, o.s)))
		}
	}
}

// elem returns the type of a set's elements.
func (t *terms) elem(s int) zed.Type {
	if p, ok := t.nodes[s].typ.(zed.PowerType); ok {
		return p.Elem
	}
	return zed.IntType{}
}

// downRelation takes the membership of a pair in a relation that is made from
// others.
func downRelation(t *branch, m member, n int, d deps) {
	op, a := zed.Operator(t.nodes[n].op), t.nodes[n].args
	switch op {
	case zed.Inverse, zed.Identity, zed.DomRes, zed.RanRes, zed.DomSub, zed.RanSub, zed.Override, zed.RelComp, zed.RelCirc,
		zed.TransClos, zed.ReflClos:
	default:
		downSequence(t, m, n, d)
		return
	}
	x, y, e := t.pair(m.x)
	d = d.or(e)
	in := func(x, s int) literal { return literal{kind: memberOf, a: x, b: s} }
	switch op {
	case zed.Inverse:
		t.put(t.couple(y, x), a[0], m.in, d)
	case zed.Identity:
		t.both(m.in, d, literal{kind: equalTo, a: x, b: y}, in(x, a[0]))
	case zed.DomRes:
		t.both(m.in, d, in(x, a[0]), in(m.x, a[1]))
	case zed.DomSub:
		t.both(m.in, d, in(x, a[0]).not(), in(m.x, a[1]))
	case zed.RanRes:
		t.both(m.in, d, in(y, a[1]), in(m.x, a[0]))
	case zed.RanSub:
		t.both(m.in, d, in(y, a[1]).not(), in(m.x, a[0]))
	case zed.Override:
		downOverride(t, m, a[0], a[1], x, d)
	case zed.RelComp:
		downComposition(t, m, a[0], a[1], x, y, d)
	case zed.RelCirc:
		downComposition(t, m, a[1], a[0], x, y, d)
	case zed.TransClos, zed.ReflClos:
		downClosure(t, m, op, a[0], n, x, y, d)
	}
}

func downOverride(t *branch, m member, f, g, x int, d deps) {
	dom := t.make(string(zed.Dom), zed.PowerType{Elem: t.nodes[x].typ}, g)
	in := func(x, s int) literal { return literal{kind: memberOf, a: x, b: s} }
	if m.in {
		t.choose(d, []literal{in(m.x, g)}, []literal{in(m.x, f), in(x, dom).not()})
		return
	}
	t.out(m.x, g, d)
	t.choose(d, []literal{in(m.x, f).not()}, []literal{in(x, dom)})
}

func downComposition(t *branch, m member, r, s, x, y int, d deps) {
	if m.in {
		for _, g := range t.classes[t.find(r)].members {
			if o := &t.members[g]; o.in {
				p, q, _ := t.pair(o.x)
				if t.find(p) != t.find(x) {
					continue
				}
				if in, known, _ := t.isIn(t.couple(q, y), s); known && in {
					return
				}
			}
		}
		if w, ok := t.witness("⨾", t.elem(r).(zed.ProductType).Elems[1], x, y, r, s); ok {
			t.in(t.couple(x, w), r, d)
			t.in(t.couple(w, y), s, d)
		}
		return
	}
	for _, g := range t.classes[t.find(r)].members {
		if o := t.members[g]; o.in {
			p, q, e := t.pair(o.x)
			if e2, ok := t.equal(p, x); ok {
				t.out(t.couple(q, y), s, d.or(o.deps).or(e).or(e2).or(t.explain(r, o.s)))
			}
		}
	}
	for _, g := range t.classes[t.find(s)].members {
		if o := t.members[g]; o.in {
			p, q, e := t.pair(o.x)
			if e2, ok := t.equal(q, y); ok {
				t.out(t.couple(x, p), r, d.or(o.deps).or(e).or(e2).or(t.explain(s, o.s)))
			}
		}
	}
}

// downClosure takes a pair of r⁺ or r*: one step of r, or a step and the rest.
func downClosure(t *branch, m member, op zed.Operator, r, n, x, y int, d deps) {
	in := func(x, s int) literal { return literal{kind: memberOf, a: x, b: s} }
	if op == zed.ReflClos {
		plus := t.make(string(zed.TransClos), t.nodes[n].typ, r)
		same := literal{kind: equalTo, a: x, b: y}
		t.either(m.in, d, same, in(m.x, plus))
		return
	}
	if m.in {
		joinClosure(t, n, x, y, d)
	} else {
		t.out(m.x, r, d)
		for _, g := range t.classes[t.find(r)].members {
			if o := t.members[g]; o.in {
				p, q, e := t.pair(o.x)
				base := d.or(o.deps).or(e).or(t.explain(r, o.s))
				if e2, ok := t.equal(p, x); ok {
					t.out(t.couple(q, y), n, base.or(e2))
				}
				if e2, ok := t.equal(q, y); ok {
					t.out(t.couple(x, p), n, base.or(e2))
				}
			}
		}
		return
	}
	if w, ok := t.witness("⁺", t.nodes[x].typ, x, y, r); ok {
		t.choose(d, []literal{in(m.x, r)}, []literal{in(t.couple(x, w), r), in(t.couple(w, y), n)})
	}
}

// joinClosure joins a pair of r⁺ with the others.
func joinClosure(t *branch, n, x, y int, d deps) {
	for _, g := range t.classes[t.find(n)].members {
		o := t.members[g]
		if !o.in {
			continue
		}
		p, q, e := t.pair(o.x)
		base := d.or(o.deps).or(e).or(t.explain(n, o.s))
		if e2, ok := t.equal(y, p); ok {
			t.in(t.couple(x, q), n, base.or(e2))
		}
		if e2, ok := t.equal(q, x); ok {
			t.in(t.couple(p, y), n, base.or(e2))
		}
	}
}
