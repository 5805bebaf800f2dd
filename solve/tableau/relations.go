package tableau

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

func downInverse(t *branch, m member, n int, d deps) {
	x, y, e := t.terms.pair(m.x)
	t.facts.put(t.terms.couple(y, x), t.terms.nodes[n].args[0], m.in, d.or(e))
}

func upInverse(t *branch, m member, u, _ int, d deps) {
	x, y, e := t.terms.pair(m.x)
	t.facts.put(t.terms.couple(y, x), u, m.in, d.or(e))
}

func downIdentity(t *branch, m member, n int, d deps) {
	x, y, e := t.terms.pair(m.x)
	t.assertBoth(m.in, d.or(e), literal{kind: equalTo, a: x, b: y}, isIn(x, t.terms.nodes[n].args[0]))
}

func upIdentity(t *branch, m member, u, _ int, d deps) {
	if m.in {
		t.facts.addIn(t.terms.couple(m.x, m.x), u, d)
	}
}

// restriction says how an operator restricts a relation: by a set, on one side of its
// pairs, which must be in the set or outside it.
type restriction struct {
	relation, set int
	side          int
	wanted        bool
}

func (t *branch) restriction(n int) restriction {
	a := t.terms.nodes[n].args
	switch zed.Operator(t.terms.nodes[n].op) {
	case zed.DomRes:
		return restriction{a[1], a[0], 0, true}
	case zed.DomSub:
		return restriction{a[1], a[0], 0, false}
	case zed.RanRes:
		return restriction{a[0], a[1], 1, true}
	}
	return restriction{a[0], a[1], 1, false}
}

func downRestriction(t *branch, m member, n int, d deps) {
	x, y, e := t.terms.pair(m.x)
	r := t.restriction(n)
	if r.side == 1 {
		x = y
	}
	t.assertBoth(m.in, d.or(e), literal{kind: memberOf, a: x, b: r.set, negated: !r.wanted}, isIn(m.x, r.relation))
}

// eachPair calls f with the components of each pair that is known to be in a relation,
// and what that rests on.
func eachPair(t *branch, r int, f func(x, y int, why deps)) {
	for _, g := range t.terms.classes[t.terms.find(r)].members {
		if o := t.facts.members[g]; o.in {
			x, y, e := t.terms.pair(o.x)
			f(x, y, o.deps.or(e).or(t.terms.explain(r, o.s)))
		}
	}
}

// downSide takes a membership in dom r or ran r.
func downSide(t *branch, m member, n int, d deps) {
	op, r := zed.Operator(t.terms.nodes[n].op), t.terms.nodes[n].args[0]
	p, ok := t.terms.nodes[r].typ.(zed.PowerType)
	if !ok {
		return
	}
	pair, ok := p.Elem.(zed.ProductType)
	if !ok {
		return
	}
	if !m.in {
		eachPair(t, r, func(x, y int, why deps) {
			if op == zed.Ran {
				x = y
			}
			t.facts.differ(x, m.x, d.or(why))
		})
		return
	}
	for _, g := range t.terms.classes[t.terms.find(r)].members {
		if o := &t.facts.members[g]; o.in {
			x, y, _ := t.terms.pair(o.x)
			if op == zed.Dom && t.terms.find(x) == t.terms.find(m.x) || op == zed.Ran &&
				t.terms.find(y) == t.terms.find(m.x) {
				return
			}
		}
	}
	side := 1
	if op == zed.Ran {
		side = 0
	}
	w, ok := t.terms.witness(string(op), pair.Elems[side], m.x, r)
	if !ok {
		return
	}
	x := t.terms.couple(m.x, w)
	if op == zed.Ran {
		x = t.terms.couple(w, m.x)
	}
	t.facts.addIn(x, r, d)
}

// downImage takes a membership in r⦇s⦈.
func downImage(t *branch, m member, n int, d deps) {
	r, s := t.terms.nodes[n].args[0], t.terms.nodes[n].args[1]
	if m.in {
		if w, ok := t.terms.witness("⦇", t.terms.elem(s), m.x, r, s); ok {
			t.facts.addIn(w, s, d)
			t.facts.addIn(t.terms.couple(w, m.x), r, d)
		}
		return
	}
	for _, g := range t.terms.classes[t.terms.find(r)].members {
		if o := t.facts.members[g]; o.in {
			x, y, e := t.terms.pair(o.x)
			if e2, ok := t.terms.areEqual(y, m.x); ok {
				t.facts.addOut(x, s, d.or(o.deps).or(e).or(e2).or(t.terms.explain(r, o.s)))
			}
		}
	}
	for _, g := range t.terms.classes[t.terms.find(s)].members {
		if o := t.facts.members[g]; o.in {
			t.facts.addOut(t.terms.couple(o.x, m.x), r, d.or(o.deps).or(t.terms.explain(s, o.s)))
		}
	}
}

func downOverride(t *branch, m member, n int, d deps) {
	f, g := t.terms.nodes[n].args[0], t.terms.nodes[n].args[1]
	x, _, e := t.terms.pair(m.x)
	d = d.or(e)
	dom := t.terms.make(string(zed.Dom), zed.PowerType{Elem: t.terms.nodes[x].typ}, g)
	if m.in {
		t.splits.choose(d, []literal{isIn(m.x, g)}, []literal{isIn(m.x, f), notIn(x, dom)})
		return
	}
	t.facts.addOut(m.x, g, d)
	t.splits.choose(d, []literal{notIn(m.x, f)}, []literal{isIn(x, dom)})
}

// downComposition takes a pair of r ⨾ s.
func downComposition(t *branch, m member, n int, d deps) {
	r, s := t.terms.nodes[n].args[0], t.terms.nodes[n].args[1]
	x, y, e := t.terms.pair(m.x)
	d = d.or(e)
	if m.in {
		for _, g := range t.terms.classes[t.terms.find(r)].members {
			if o := &t.facts.members[g]; o.in {
				p, q, _ := t.terms.pair(o.x)
				if t.terms.find(p) != t.terms.find(x) {
					continue
				}
				if in, known, _ := t.facts.isIn(t.terms.couple(q, y), s); known && in {
					return
				}
			}
		}
		if w, ok := t.terms.witness("⨾", t.terms.elem(r).(zed.ProductType).Elems[1], x, y, r, s); ok {
			t.facts.addIn(t.terms.couple(x, w), r, d)
			t.facts.addIn(t.terms.couple(w, y), s, d)
		}
		return
	}
	for _, g := range t.terms.classes[t.terms.find(r)].members {
		if o := t.facts.members[g]; o.in {
			p, q, e := t.terms.pair(o.x)
			if e2, ok := t.terms.areEqual(p, x); ok {
				t.facts.addOut(t.terms.couple(q, y), s, d.or(o.deps).or(e).or(e2).or(t.terms.explain(r, o.s)))
			}
		}
	}
	for _, g := range t.terms.classes[t.terms.find(s)].members {
		if o := t.facts.members[g]; o.in {
			p, q, e := t.terms.pair(o.x)
			if e2, ok := t.terms.areEqual(q, y); ok {
				t.facts.addOut(t.terms.couple(x, p), r, d.or(o.deps).or(e).or(e2).or(t.terms.explain(s, o.s)))
			}
		}
	}
}

// growSide gives the domain or range of a term that is written out.
func growSide(t *branch, i int) {
	emptyArguments(t, i)
	op := zed.Operator(t.terms.nodes[i].op)
	r := t.terms.nodes[i].args[0]
	for _, n := range t.terms.classes[t.terms.find(r)].terms {
		m := &t.terms.nodes[n]
		d := t.terms.explain(r, n)
		switch {
		case m.op == "{}":
			t.terms.merge(i, sideOf(t, n, op, t.terms.nodes[i].typ), d)
		case zed.Operator(m.op) == zed.TransClos:
			t.terms.merge(i, t.terms.make(string(op), t.terms.nodes[i].typ, m.args[0]), d)
		case m.op == "⟨⟩" && op == zed.Ran:
			t.terms.merge(i, t.terms.make("{}", t.terms.nodes[i].typ, m.args...), d)
		case zed.Operator(m.op) == zed.Cat && op == zed.Ran && t.terms.live[n]:
			all := -1
			for _, p := range t.terms.nodes[n].args {
				ran := t.terms.make(string(zed.Ran), t.terms.nodes[i].typ, p)
				if all < 0 {
					all = ran
				} else {
					all = t.terms.make(string(zed.Union), t.terms.nodes[i].typ, all, ran)
				}
			}
			t.terms.merge(i, all, d.or(t.terms.alive[n]))
		case zed.Operator(m.op) == zed.Rev && op == zed.Ran && t.terms.live[n]:
			t.terms.merge(i, t.terms.make(string(zed.Ran), t.terms.nodes[i].typ, m.args[0]), d.or(t.terms.alive[n]))
		case zed.Operator(m.op) == zed.Filter && op == zed.Ran && t.terms.live[n]:
			ran := t.terms.make(string(zed.Ran), t.terms.nodes[i].typ, m.args[0])
			both := t.terms.make(string(zed.Intersect), t.terms.nodes[i].typ, ran, t.terms.nodes[n].args[1])
			t.terms.merge(i, both, d.or(t.terms.alive[n]))
		}
	}
}

// sideOf returns the domain or range of {(a, b), (c, d)}.
func sideOf(t *branch, n int, op zed.Operator, typ zed.Type) int {
	k := 0
	if op == zed.Ran {
		k = 1
	}
	var all []int
	for _, p := range t.terms.nodes[n].args {
		if x := t.terms.selectPart(p, k, typ.(zed.PowerType).Elem); !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return t.terms.make("{}", typ, all...)
}

func upSide(t *branch, m member, u, _ int, d deps) {
	if _, ok := t.terms.elem(m.s).(zed.ProductType); !ok || !m.in {
		return
	}
	x, y, e := t.terms.pair(m.x)
	if zed.Operator(t.terms.nodes[u].op) == zed.Ran {
		x = y
	}
	t.facts.addIn(x, u, d.or(e))
}

// upImage joins a pair of r and an element of s in r⦇s⦈.
func upImage(t *branch, m member, u, k int, d deps) {
	a := t.terms.nodes[u].args
	if k == 0 && m.in {
		x, y, e := t.terms.pair(m.x)
		if in, known, e2 := t.facts.isIn(x, a[1]); known && in {
			t.facts.addIn(y, u, d.or(e).or(e2))
		} else if in, known, e2 := t.facts.isIn(y, u); known && !in {
			t.facts.addOut(x, a[1], d.or(e).or(e2))
		}
		return
	}
	if k == 1 && m.in {
		for _, g := range t.terms.classes[t.terms.find(a[0])].members {
			o := t.facts.members[g]
			x, y, e := t.terms.pair(o.x)
			if e2, ok := t.terms.areEqual(x, m.x); ok && o.in {
				t.facts.addIn(y, u, d.or(o.deps).or(e).or(e2).or(t.terms.explain(a[0], o.s)))
			}
		}
		for _, g := range t.terms.classes[t.terms.find(u)].members {
			if o := t.facts.members[g]; !o.in {
				t.facts.addOut(t.terms.couple(m.x, o.x), a[0], d.or(o.deps).or(t.terms.explain(u, o.s)))
			}
		}
	}
}

func upOverride(t *branch, m member, u, k int, d deps) {
	a := t.terms.nodes[u].args
	x, _, e := t.terms.pair(m.x)
	d = d.or(e)
	if k == 1 {
		if m.in {
			t.facts.addIn(m.x, u, d)
		}
		return
	}
	dom := t.terms.make(string(zed.Dom), zed.PowerType{Elem: t.terms.nodes[x].typ}, a[1])
	in, known, e := t.facts.isIn(x, dom)
	switch {
	case !m.in:
	case known && !in:
		t.facts.addIn(m.x, u, d.or(e))
	default:
		if in, known, e := t.facts.isIn(m.x, u); known && !in {
			t.facts.addIn(x, dom, d.or(e))
		}
	}
}

// upComposition joins pairs of two relations in their composition.
func upComposition(t *branch, m member, u, k int, d deps) {
	r, s := t.terms.nodes[u].args[0], t.terms.nodes[u].args[1]
	x, y, e := t.terms.pair(m.x)
	d = d.or(e)
	if !m.in {
		return
	}
	other := s
	if k == 1 {
		other = r
	}
	eachPair(t, other, func(p, q int, why deps) {
		if k == 0 {
			if e, ok := t.terms.areEqual(y, p); ok {
				t.facts.addIn(t.terms.couple(x, q), u, d.or(why).or(e))
			}
		} else if e, ok := t.terms.areEqual(q, x); ok {
			t.facts.addIn(t.terms.couple(p, y), u, d.or(why).or(e))
		}
	})
	for _, g := range t.terms.classes[t.terms.find(u)].members {
		o := t.facts.members[g]
		if o.in {
			continue
		}
		p, q, e := t.terms.pair(o.x)
		base := d.or(o.deps).or(e).or(t.terms.explain(u, o.s))
		if k == 0 {
			if e2, ok := t.terms.areEqual(x, p); ok {
				t.facts.addOut(t.terms.couple(y, q), s, base.or(e2))
			}
		} else if e2, ok := t.terms.areEqual(y, q); ok {
			t.facts.addOut(t.terms.couple(p, x), r, base.or(e2))
		}
	}
}

// upRestriction takes the pairs of a relation, and the elements of what
// restricts it, to the restriction.
func upRestriction(t *branch, m member, u, k int, d deps) {
	r := t.restriction(u)
	rel, set, side, wanted := r.relation, r.set, r.side, r.wanted
	ofSet := k == side
	if !ofSet {
		if !m.in {
			t.facts.addOut(m.x, u, d)
			return
		}
		x, y, e := t.terms.pair(m.x)
		if side == 1 {
			x = y
		}
		if in, known, e2 := t.facts.isIn(x, set); known {
			t.facts.put(m.x, u, in == wanted, d.or(e).or(e2))
		} else if in, known, e2 := t.facts.isIn(m.x, u); known {
			t.facts.put(x, set, in == wanted, d.or(e).or(e2))
		}
		return
	}
	for _, g := range t.terms.classes[t.terms.find(rel)].members {
		o := t.facts.members[g]
		if !o.in {
			continue
		}
		x, y, e := t.terms.pair(o.x)
		if side == 1 {
			x = y
		}
		if e2, ok := t.terms.areEqual(x, m.x); ok {
			t.facts.put(o.x, u, m.in == wanted, d.or(o.deps).or(e).or(e2).or(t.terms.explain(rel, o.s)))
		}
	}
	for _, g := range t.terms.classes[t.terms.find(u)].members {
		o := t.facts.members[g]
		if o.in || m.in != wanted {
			continue
		}
		x, y, e := t.terms.pair(o.x)
		if side == 1 {
			x = y
		}
		if e2, ok := t.terms.areEqual(x, m.x); ok {
			t.facts.addOut(o.x, rel, d.or(o.deps).or(e).or(e2).or(t.terms.explain(u, o.s)))
		}
	}
}

func writeBackwards(t *reader, typ zed.Type, args []int) (int, bool) {
	return t.terms.make(string(zed.RelComp), typ, args[1], args[0]), true
}
