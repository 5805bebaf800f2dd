package tableau

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

func downInverse(t *branch, m member, n int, d deps) {
	x, y, e := t.pair(m.x)
	t.put(t.couple(y, x), t.nodes[n].args[0], m.in, d.or(e))
}

func upInverse(t *branch, m member, u, _ int, d deps) {
	x, y, e := t.pair(m.x)
	t.put(t.couple(y, x), u, m.in, d.or(e))
}

func downIdentity(t *branch, m member, n int, d deps) {
	x, y, e := t.pair(m.x)
	t.both(m.in, d.or(e), literal{kind: equalTo, a: x, b: y}, isIn(x, t.nodes[n].args[0]))
}

func upIdentity(t *branch, m member, u, _ int, d deps) {
	if m.in {
		t.in(t.couple(m.x, m.x), u, d)
	}
}

// restriction is how a relation is restricted: by a set, on a side of its pairs, which
// is in the set where that is wanted.
type restriction struct {
	relation, set int
	side          int
	wanted        bool
}

func (t *branch) restriction(n int) restriction {
	a := t.nodes[n].args
	switch zed.Operator(t.nodes[n].op) {
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
	x, y, e := t.pair(m.x)
	r := t.restriction(n)
	if r.side == 1 {
		x = y
	}
	t.both(m.in, d.or(e), literal{kind: memberOf, a: x, b: r.set, negated: !r.wanted}, isIn(m.x, r.relation))
}

func downTransClos(t *branch, m member, n int, d deps) {
	r := t.nodes[n].args[0]
	x, y, e := t.pair(m.x)
	d = d.or(e)
	if !m.in {
		outOfClosure(t, m, r, n, d)
		return
	}
	joinClosure(t, n, x, y, d)
	if w, ok := t.witness("⁺", t.nodes[x].typ, x, y, r); ok {
		t.choose(d, []literal{isIn(m.x, r)}, []literal{isIn(t.couple(x, w), r), isIn(t.couple(w, y), n)})
	}
}

// outOfClosure says of a pair that is not in r⁺ that no step of r leads on the way.
func outOfClosure(t *branch, m member, r, n int, d deps) {
	x, y, _ := t.pair(m.x)
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
}

func downReflClos(t *branch, m member, n int, d deps) {
	x, y, e := t.pair(m.x)
	plus := t.make(string(zed.TransClos), t.nodes[n].typ, t.nodes[n].args[0])
	t.either(m.in, d.or(e), literal{kind: equalTo, a: x, b: y}, isIn(m.x, plus))
}

func upTransClos(t *branch, m member, u, _ int, d deps) {
	if m.in {
		x, y, e := t.pair(m.x)
		d = d.or(e)
		t.in(m.x, u, d)
		joinClosure(t, u, x, y, d)
	}
}

func upReflClos(t *branch, m member, u, _ int, d deps) {
	if m.in {
		_, _, e := t.pair(m.x)
		t.in(m.x, u, d.or(e))
	}
}

// downSide takes a membership in dom r or ran r.
func downSide(t *branch, m member, n int, d deps) {
	op, r := zed.Operator(t.nodes[n].op), t.nodes[n].args[0]
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
func downImage(t *branch, m member, n int, d deps) {
	r, s := t.nodes[n].args[0], t.nodes[n].args[1]
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

func downOverride(t *branch, m member, n int, d deps) {
	f, g := t.nodes[n].args[0], t.nodes[n].args[1]
	x, _, e := t.pair(m.x)
	d = d.or(e)
	dom := t.make(string(zed.Dom), zed.PowerType{Elem: t.nodes[x].typ}, g)
	if m.in {
		t.choose(d, []literal{isIn(m.x, g)}, []literal{isIn(m.x, f), notIn(x, dom)})
		return
	}
	t.out(m.x, g, d)
	t.choose(d, []literal{notIn(m.x, f)}, []literal{isIn(x, dom)})
}

// downComposition takes a pair of r ⨾ s.
func downComposition(t *branch, m member, n int, d deps) {
	r, s := t.nodes[n].args[0], t.nodes[n].args[1]
	x, y, e := t.pair(m.x)
	d = d.or(e)
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

// transitive says of r ⨾ r ⊆ r that r is its own transitive closure.
func transitive(t *branch, a, b int, d deps) {
	for _, n := range t.classes[t.find(a)].terms {
		m := &t.nodes[n]
		if zed.Operator(m.op) != zed.RelComp || t.find(m.args[0]) != t.find(b) || t.find(m.args[1]) != t.find(b) {
			continue
		}
		d = d.or(t.explain(a, n)).or(t.explain(m.args[0], b)).or(t.explain(m.args[1], b))
		t.merge(t.make(string(zed.TransClos), t.nodes[b].typ, b), b, d)
		return
	}
}

// growSide gives the domain or range of a term that is written out.
func growSide(t *branch, i int) {
	emptied(t, i)
	op := zed.Operator(t.nodes[i].op)
	r := t.nodes[i].args[0]
	for _, n := range t.classes[t.find(r)].terms {
		m := &t.nodes[n]
		d := t.explain(r, n)
		switch {
		case m.op == "{}":
			t.merge(i, sideOf(t, n, op, t.nodes[i].typ), d)
		case m.op == "⟨⟩" && op == zed.Ran:
			t.merge(i, t.make("{}", t.nodes[i].typ, m.args...), d)
		case zed.Operator(m.op) == zed.Cat && op == zed.Ran && t.live[n]:
			all := -1
			for _, p := range t.nodes[n].args {
				ran := t.make(string(zed.Ran), t.nodes[i].typ, p)
				if all < 0 {
					all = ran
				} else {
					all = t.make(string(zed.Union), t.nodes[i].typ, all, ran)
				}
			}
			t.merge(i, all, d.or(t.alive[n]))
		case zed.Operator(m.op) == zed.Rev && op == zed.Ran && t.live[n]:
			t.merge(i, t.make(string(zed.Ran), t.nodes[i].typ, m.args[0]), d.or(t.alive[n]))
		case zed.Operator(m.op) == zed.Filter && op == zed.Ran && t.live[n]:
			ran := t.make(string(zed.Ran), t.nodes[i].typ, m.args[0])
			t.merge(i, t.make(string(zed.Intersect), t.nodes[i].typ, ran, t.nodes[n].args[1]), d.or(t.alive[n]))
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
	for _, p := range t.nodes[n].args {
		if x := t.selected(p, k, typ.(zed.PowerType).Elem); !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return t.make("{}", typ, all...)
}

func upSide(t *branch, m member, u, _ int, d deps) {
	if _, ok := t.elem(m.s).(zed.ProductType); !ok || !m.in {
		return
	}
	x, y, e := t.pair(m.x)
	if zed.Operator(t.nodes[u].op) == zed.Ran {
		x = y
	}
	t.in(x, u, d.or(e))
}

// upImage joins a pair of r and an element of s in r⦇s⦈.
func upImage(t *branch, m member, u, k int, d deps) {
	a := t.nodes[u].args
	if k == 0 && m.in {
		x, y, e := t.pair(m.x)
		if in, known, e2 := t.isIn(x, a[1]); known && in {
			t.in(y, u, d.or(e).or(e2))
		} else if in, known, e2 := t.isIn(y, u); known && !in {
			t.out(x, a[1], d.or(e).or(e2))
		}
		return
	}
	if k == 1 && m.in {
		for _, g := range t.classes[t.find(a[0])].members {
			o := t.members[g]
			x, y, e := t.pair(o.x)
			if e2, ok := t.equal(x, m.x); ok && o.in {
				t.in(y, u, d.or(o.deps).or(e).or(e2).or(t.explain(a[0], o.s)))
			}
		}
		for _, g := range t.classes[t.find(u)].members {
			if o := t.members[g]; !o.in {
				t.out(t.couple(m.x, o.x), a[0], d.or(o.deps).or(t.explain(u, o.s)))
			}
		}
	}
}

func upOverride(t *branch, m member, u, k int, d deps) {
	a := t.nodes[u].args
	x, _, e := t.pair(m.x)
	d = d.or(e)
	if k == 1 {
		if m.in {
			t.in(m.x, u, d)
		}
		return
	}
	dom := t.make(string(zed.Dom), zed.PowerType{Elem: t.nodes[x].typ}, a[1])
	in, known, e := t.isIn(x, dom)
	switch {
	case !m.in:
	case known && !in:
		t.in(m.x, u, d.or(e))
	default:
		if in, known, e := t.isIn(m.x, u); known && !in {
			t.in(x, dom, d.or(e))
		}
	}
}

// upComposition joins pairs of two relations in their composition.
func upComposition(t *branch, m member, u, k int, d deps) {
	r, s := t.nodes[u].args[0], t.nodes[u].args[1]
	x, y, e := t.pair(m.x)
	d = d.or(e)
	if !m.in {
		return
	}
	other := s
	if k == 1 {
		other = r
	}
	for _, g := range t.classes[t.find(other)].members {
		o := t.members[g]
		if !o.in {
			continue
		}
		p, q, e := t.pair(o.x)
		base := d.or(o.deps).or(e).or(t.explain(other, o.s))
		if k == 0 {
			if e2, ok := t.equal(y, p); ok {
				t.in(t.couple(x, q), u, base.or(e2))
			}
		} else if e2, ok := t.equal(q, x); ok {
			t.in(t.couple(p, y), u, base.or(e2))
		}
	}
	for _, g := range t.classes[t.find(u)].members {
		o := t.members[g]
		if o.in {
			continue
		}
		p, q, e := t.pair(o.x)
		base := d.or(o.deps).or(e).or(t.explain(u, o.s))
		if k == 0 {
			if e2, ok := t.equal(x, p); ok {
				t.out(t.couple(y, q), s, base.or(e2))
			}
		} else if e2, ok := t.equal(y, q); ok {
			t.out(t.couple(p, x), r, base.or(e2))
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
			t.out(m.x, u, d)
			return
		}
		x, y, e := t.pair(m.x)
		if side == 1 {
			x = y
		}
		if in, known, e2 := t.isIn(x, set); known {
			t.put(m.x, u, in == wanted, d.or(e).or(e2))
		} else if in, known, e2 := t.isIn(m.x, u); known {
			t.put(x, set, in == wanted, d.or(e).or(e2))
		}
		return
	}
	for _, g := range t.classes[t.find(rel)].members {
		o := t.members[g]
		if !o.in {
			continue
		}
		x, y, e := t.pair(o.x)
		if side == 1 {
			x = y
		}
		if e2, ok := t.equal(x, m.x); ok {
			t.put(o.x, u, m.in == wanted, d.or(o.deps).or(e).or(e2).or(t.explain(rel, o.s)))
		}
	}
	for _, g := range t.classes[t.find(u)].members {
		o := t.members[g]
		if o.in || m.in != wanted {
			continue
		}
		x, y, e := t.pair(o.x)
		if side == 1 {
			x = y
		}
		if e2, ok := t.equal(x, m.x); ok {
			t.out(o.x, rel, d.or(o.deps).or(e).or(e2).or(t.explain(u, o.s)))
		}
	}
}

func writeBackwards(t *reader, typ zed.Type, args []int) (int, bool) {
	return t.make(string(zed.RelComp), typ, args[1], args[0]), true
}
