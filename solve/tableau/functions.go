package tableau

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// upFunctional joins the value of one pair with those of all the others.
func upFunctional(t *branch, m member, u, _ int, _ deps) {
	if d, ok := t.equal(u, t.yes); ok {
		joinValues(t, u, d, m, t.classes[t.find(t.nodes[u].args[0])].members)
	}
}

func upApply(t *branch, _ member, u, k int, _ deps) {
	if k == 0 {
		applied(t, u)
	}
}

// applyApplies tells whether a relation is known to be a function that has a value for
// an argument.
func applyApplies(t *values, n int) (why deps, ok bool) {
	f, x := t.nodes[n].args[0], t.nodes[n].args[1]
	if why, ok = t.known("function", f); !ok {
		return deps{}, false
	}
	for _, u := range t.classes[t.find(f)].uses {
		if m := &t.nodes[u]; zed.Operator(m.op) == zed.Dom {
			if in, known, d := t.isIn(x, u); known && in {
				return why.or(d).or(t.explain(f, m.args[0])), true
			}
		}
	}
	return deps{}, false
}

// downArrow takes f ∈ X ⇸ Y, and the memberships in the other arrows.
func downArrow(t *branch, m member, n int, d deps) {
	k, _ := toolkit.MembersOf(zed.Operator(t.nodes[n].op))
	from, to := t.nodes[n].args[0], t.nodes[n].args[1]
	if !m.in && k.Finite {
		return
	}
	dom := t.make(string(zed.Dom), t.nodes[from].typ, m.x)
	ran := t.make(string(zed.Ran), t.nodes[to].typ, m.x)
	var all []literal
	side := func(s, of int, every bool) {
		switch {
		case every && m.in:
			all = append(all, literal{kind: equalTo, a: s, b: of})
		case every:
			all = append(all, literal{kind: within, a: of, b: s})
			fallthrough
		case !t.isUniverse(of):
			all = append(all, literal{kind: within, a: s, b: of})
		}
	}
	side(dom, from, k.Total)
	side(ran, to, k.Surjective)
	if k.Function {
		all = append(all, literal{kind: holds, a: t.make("function", zed.BoolType{}, m.x)})
	}
	if k.Injective {
		all = append(all, literal{kind: holds, a: t.make("injection", zed.BoolType{}, m.x)})
	}
	t.both(m.in, d, all...)
}

// growFunctional joins the values that a function has for equal arguments, or, of
// an injection, the arguments that have equal values.
func growFunctional(t *branch, i int) {
	f := t.nodes[i].args[0]
	d, ok := t.equal(i, t.yes)
	if !ok {
		if d, ok := t.equal(i, t.no); ok {
			notFunctional(t, i, f, d)
		}
		return
	}
	list := t.classes[t.find(f)].members
	for k, g := range list {
		joinValues(t, i, d, t.members[g], list[:k])
	}
}

func joinValues(t *branch, i int, d deps, p member, others []int) {
	if !p.in {
		return
	}
	f := t.nodes[i].args[0]
	inverse := t.nodes[i].op == "injection"
	x, y, e1 := t.pair(p.x)
	if inverse {
		x, y = y, x
	}
	for _, h := range others {
		q := t.members[h]
		if !q.in || t.broken {
			continue
		}
		v, w, e2 := t.pair(q.x)
		if inverse {
			v, w = w, v
		}
		same := t.find(x) == t.find(v)
		value := &t.classes[t.find(y)]
		if same == (t.find(y) == t.find(w)) && (same || len(value.apart) == 0 && value.fixed == 0) {
			continue
		}
		why := func(e deps) deps {
			return e.or(d).or(p.deps).or(q.deps).or(e1).or(e2).or(t.explain(f, p.s)).or(t.explain(f, q.s))
		}
		if same {
			t.merge(y, w, why(t.explain(x, v)))
		} else if same, known, e3 := t.areEqual(y, w); known && !same {
			t.differ(x, v, why(e3))
		}
	}
}

// notFunctional makes two pairs that a function cannot have.
func notFunctional(t *branch, i, f int, d deps) {
	typ := t.elem(f).(zed.ProductType)
	x, ok1 := t.witness(t.nodes[i].op+" 1", typ.Elems[0], f, i)
	y, ok2 := t.witness(t.nodes[i].op+" 2", typ.Elems[1], f, i)
	p, q := t.couple(x, y), 0
	if t.nodes[i].op == "injection" {
		z, ok := t.witness(t.nodes[i].op+" 3", typ.Elems[0], f, i)
		if !ok || !ok1 || !ok2 {
			return
		}
		q = t.couple(z, y)
		t.differ(x, z, d)
	} else {
		z, ok := t.witness(t.nodes[i].op+" 3", typ.Elems[1], f, i)
		if !ok || !ok1 || !ok2 {
			return
		}
		q = t.couple(x, z)
		t.differ(y, z, d)
	}
	t.in(p, f, d)
	t.in(q, f, d)
}

// applied says of f x, where it has a value, that it is the one value that f
// has for x.
func applied(t *branch, u int) {
	if !t.live[u] {
		return
	}
	f, x, d := t.nodes[u].args[0], t.nodes[u].args[1], t.alive[u]
	if p, ok := t.nodes[f].typ.(zed.PowerType); !ok || p.Elem == nil {
		return
	}
	t.in(t.couple(x, u), f, d)
	for _, g := range t.classes[t.find(f)].members {
		o := t.members[g]
		if !o.in || t.broken {
			continue
		}
		p, q, e := t.pair(o.x)
		if e2, ok := t.equal(p, x); ok {
			t.merge(q, u, d.or(o.deps).or(e).or(e2).or(t.explain(f, o.s)))
		}
	}
}
