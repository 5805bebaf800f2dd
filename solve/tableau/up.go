package tableau

import (
	"github.com/ttf-int/ttf-int/zed"
)

// up takes a membership to a term that has its set as an argument.
func (t *rules) up(f, u int) {
	if t.broken {
		return
	}
	n := &t.nodes[u]
	root := t.find(t.members[f].s)
	for k := range n.args {
		if t.find(n.args[k]) == root && !t.broken {
			t.upAt(f, u, k)
			n = &t.nodes[u]
		}
	}
}

// upAt takes a membership in the k-th argument of a term.
func (t *rules) upAt(f, u, k int) {
	m := t.members[f]
	a := t.nodes[u].args
	d := m.deps.or(t.explain(m.s, a[k]))
	switch op := zed.Operator(t.nodes[u].op); op {
	case zed.Union:
		if m.in {
			t.in(m.x, u, d)
		} else if in, known, e := t.isIn(m.x, a[1-k]); known && !in {
			t.out(m.x, u, d.or(e))
		} else if in, known, e := t.isIn(m.x, u); known && in {
			t.in(m.x, a[1-k], d.or(e))
		}
	case zed.Intersect:
		if !m.in {
			t.out(m.x, u, d)
		} else if in, known, e := t.isIn(m.x, a[1-k]); known && in {
			t.in(m.x, u, d.or(e))
		} else if in, known, e := t.isIn(m.x, u); known && !in {
			t.out(m.x, a[1-k], d.or(e))
		}
	case zed.Minus:
		upMinus(t.branch, m, u, k, d)
	case zed.SubsetEq:
		upSubset(t.branch, m, u, k, d)
	case zed.Card:
		upSize(t.branch, m, u, d)
	case zed.Dom, zed.Ran:
		upSide(t.branch, m, u, op, d)
	case zed.BigUnion, zed.BigInter:
		upFamily(t.branch, m, u, op, d)
	case zed.Min, zed.Max:
		upBest(t.branch, m, u, d)
	case "function", "injection":
		functionalAt(t.branch, u, m)
	case "apply":
		if k == 0 {
			applied(t.branch, u)
		}
	case zed.Image:
		upImage(t.branch, m, u, k, d)
	case "comprehension":
	default:
		upRelation(t.branch, m, u, k, d)
	}
	upMember(t.branch, m, u)
}

// upMember takes what is known of a set's elements to the sets that it is an
// element of, where these are joined or met.
func upMember(t *branch, m member, u int) {
	if len(t.classes[t.find(m.s)].elems) == 0 {
		return
	}
	for _, g := range t.classes[t.find(m.s)].elems {
		if o := t.members[g]; t.find(o.x) == t.find(m.s) {
			for _, v := range t.classes[t.find(o.s)].uses {
				if op := zed.Operator(t.nodes[v].op); op == zed.BigUnion || op == zed.BigInter {
					upFamily(t, o, v, op, o.deps.or(t.explain(o.s, t.nodes[v].args[0])))
				}
			}
		}
	}
}

func upMinus(t *branch, m member, u, k int, d deps) {
	a := t.nodes[u].args
	switch {
	case k == 0 && !m.in, k == 1 && m.in:
		t.out(m.x, u, d)
	default:
		// x ∈ s, or x ∉ t
		if in, known, e := t.isIn(m.x, a[1-k]); known && in == (k == 1) {
			t.in(m.x, u, d.or(e))
		} else if in, known, e := t.isIn(m.x, u); known && !in {
			t.put(m.x, a[1-k], k == 0, d.or(e))
		}
	}
}

// upSubset takes a membership through S ⊆ T, where that is true.
func upSubset(t *branch, m member, u, k int, d deps) {
	if e, ok := t.equal(u, t.yes); ok && (k == 0) == m.in {
		t.put(m.x, t.nodes[u].args[1-k], m.in, d.or(e))
	}
}

func upSide(t *branch, m member, u int, op zed.Operator, d deps) {
	if _, ok := t.elem(m.s).(zed.ProductType); !ok || !m.in {
		return
	}
	x, y, e := t.pair(m.x)
	if op == zed.Ran {
		x = y
	}
	t.in(x, u, d.or(e))
}

func upFamily(t *branch, m member, u int, op zed.Operator, d deps) {
	if !m.in {
		return
	}
	for _, g := range t.classes[t.find(m.x)].members {
		o := t.members[g]
		e := d.or(o.deps).or(t.explain(m.x, o.s))
		if op == zed.BigUnion && o.in {
			t.in(o.x, u, e)
		} else if op == zed.BigInter && !o.in {
			t.out(o.x, u, e)
		}
	}
	for _, g := range t.classes[t.find(u)].members {
		o := t.members[g]
		e := d.or(o.deps).or(t.explain(u, o.s))
		if op == zed.BigUnion && !o.in {
			t.out(o.x, m.x, e)
		} else if op == zed.BigInter && o.in {
			t.in(o.x, m.x, e)
		}
	}
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

// upRelation takes the membership of a pair to a relation that is made from the
// one that it is in.
func upRelation(t *branch, m member, u, k int, d deps) {
	op, a := zed.Operator(t.nodes[u].op), t.nodes[u].args
	switch op {
	case zed.DomRes, zed.DomSub, zed.RanRes, zed.RanSub:
		upRestriction(t, m, u, k, op, d)
		return
	case zed.Identity:
		if m.in {
			t.in(t.couple(m.x, m.x), u, d)
		}
		return
	case zed.Inverse, zed.RelComp, zed.RelCirc, zed.TransClos, zed.ReflClos, zed.Override:
	case zed.Cross:
		if len(a) == 2 && m.in {
			for _, g := range t.classes[t.find(a[1-k])].members {
				if o := t.members[g]; o.in {
					p, q := m.x, o.x
					if k == 1 {
						p, q = q, p
					}
					t.in(t.couple(p, q), u, d.or(o.deps).or(t.explain(o.s, a[1-k])))
				}
			}
		}
		return
	default:
		upSequence(t, m, u, k, d)
		return
	}
	x, y, e := t.pair(m.x)
	d = d.or(e)
	switch op {
	case zed.Inverse:
		t.put(t.couple(y, x), u, m.in, d)
	case zed.Override:
		upOverride(t, m, u, k, x, d)
	case zed.RelComp, zed.RelCirc:
		if op == zed.RelCirc {
			k = 1 - k
		}
		if m.in {
			upComposition(t, u, k, a, op == zed.RelCirc, x, y, d)
		}
	case zed.TransClos:
		if m.in {
			t.in(m.x, u, d)
			for _, g := range t.classes[t.find(u)].members {
				o := t.members[g]
				p, q, e := t.pair(o.x)
				base := d.or(o.deps).or(e).or(t.explain(u, o.s))
				if e2, ok := t.equal(y, p); ok && o.in {
					t.in(t.couple(x, q), u, base.or(e2))
				}
				if e2, ok := t.equal(q, x); ok && o.in {
					t.in(t.couple(p, y), u, base.or(e2))
				}
			}
		}
	case zed.ReflClos:
		if m.in {
			t.in(m.x, u, d)
		}
	}
}

func upOverride(t *branch, m member, u, k, x int, d deps) {
	a := t.nodes[u].args
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
func upComposition(t *branch, u, k int, a []int, swapped bool, x, y int, d deps) {
	r, s := a[0], a[1]
	if swapped {
		r, s = s, r
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
func upRestriction(t *branch, m member, u, k int, op zed.Operator, d deps) {
	a := t.nodes[u].args
	rel, set, side := a[1], a[0], 0
	if op == zed.RanRes || op == zed.RanSub {
		rel, set, side = a[0], a[1], 1
	}
	wanted := op == zed.DomRes || op == zed.RanRes
	ofSet := k == 0 && side == 0 || k == 1 && side == 1
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
