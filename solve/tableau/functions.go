package tableau

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// upFunctional derives equalities between the value in one pair of a function and those
// in others.
func upFunctional(t *branch, m member, u, _ int, _ deps) {
	if d, ok := t.terms.areEqual(u, t.terms.yes); ok {
		joinValues(t, u, d, m, t.terms.classes[t.terms.find(t.terms.nodes[u].args[0])].members)
	}
}

func upApply(t *branch, _ member, u, k int, _ deps) {
	if k == 0 {
		deriveApplied(t, u)
	}
}

// applyApplies tells whether a relation is known to be a function with a value for an
// argument, and why.
func applyApplies(t *values, n int) (why deps, ok bool) {
	f, x := t.terms.nodes[n].args[0], t.terms.nodes[n].args[1]
	if why, ok = t.terms.hasProperty("function", f); !ok {
		return deps{}, false
	}
	for _, u := range t.terms.classes[t.terms.find(f)].uses {
		if m := &t.terms.nodes[u]; zed.Operator(m.op) == zed.Dom {
			if in, known, d := t.facts.isIn(x, u); known && in {
				return why.or(d).or(t.terms.explain(f, m.args[0])), true
			}
		}
	}
	return deps{}, false
}

// downArrow derives what follows from f ∈ X ⇸ Y, and from memberships in sets of other
// arrows.
func downArrow(t *branch, m member, n int, d deps) {
	k, _ := toolkit.MembersOf(zed.Operator(t.terms.nodes[n].op))
	from, to := t.terms.nodes[n].args[0], t.terms.nodes[n].args[1]
	if !m.in && k.Finite {
		return
	}
	dom := t.terms.make(string(zed.Dom), t.terms.nodes[from].typ, m.x)
	ran := t.terms.make(string(zed.Ran), t.terms.nodes[to].typ, m.x)
	var all []literal
	side := func(s, of int, every bool) {
		switch {
		case every && m.in:
			all = append(all, literal{kind: equalTo, a: s, b: of})
		case every:
			all = append(all, literal{kind: within, a: of, b: s})
			fallthrough
		case !t.terms.isUniverse(of):
			all = append(all, literal{kind: within, a: s, b: of})
		}
	}
	side(dom, from, k.Total)
	side(ran, to, k.Surjective)
	if k.Function {
		all = append(all, literal{kind: holds, a: t.terms.make("function", zed.BoolType{}, m.x)})
	}
	if k.Injective {
		all = append(all, literal{kind: holds, a: t.terms.make("injection", zed.BoolType{}, m.x)})
	}
	t.assertBoth(m.in, d, all...)
}

// growFunctional makes the values of a function for equal arguments equal and, for an
// injection, the arguments with equal values.
func growFunctional(t *branch, i int) {
	f := t.terms.nodes[i].args[0]
	d, ok := t.terms.areEqual(i, t.terms.yes)
	if !ok {
		if d, ok := t.terms.areEqual(i, t.terms.no); ok {
			witnessNotFunctional(t, i, f, d)
		}
		return
	}
	list := t.terms.classes[t.terms.find(f)].members
	for k, g := range list {
		joinValues(t, i, d, t.facts.members[g], list[:k])
	}
	if t.terms.nodes[i].op == "injection" {
		deriveInjectiveParts(t, f, d)
	}
}

// deriveInjectiveParts derives that the parts of a sequence without repetitions, and its
// reverse, have none.
func deriveInjectiveParts(t *branch, f int, d deps) {
	none := func(s int, d deps) {
		t.terms.merge(t.terms.make("injection", zed.BoolType{}, s), t.terms.yes, d)
	}
	for _, n := range t.terms.classes[t.terms.find(f)].terms {
		m := &t.terms.nodes[n]
		if op := zed.Operator(m.op); t.terms.live[n] && (op == zed.Cat || op == zed.Rev) {
			for _, p := range append([]int(nil), m.args...) {
				none(p, d.or(t.terms.alive[n]).or(t.terms.explain(f, n)))
			}
		}
	}
	for _, u := range t.terms.classes[t.terms.find(f)].uses {
		if m := &t.terms.nodes[u]; zed.Operator(m.op) == zed.Rev && t.terms.live[u] {
			none(u, d.or(t.terms.alive[u]).or(t.terms.explain(f, m.args[0])))
		}
	}
}

func joinValues(t *branch, i int, d deps, p member, others []int) {
	if !p.in {
		return
	}
	f := t.terms.nodes[i].args[0]
	inverse := t.terms.nodes[i].op == "injection"
	x, y, e1 := t.terms.pair(p.x)
	if inverse {
		x, y = y, x
	}
	for _, h := range others {
		q := t.facts.members[h]
		if !q.in || t.agenda.broken {
			continue
		}
		v, w, e2 := t.terms.pair(q.x)
		if inverse {
			v, w = w, v
		}
		same := t.terms.find(x) == t.terms.find(v)
		value := &t.terms.classes[t.terms.find(y)]
		if same == (t.terms.find(y) == t.terms.find(w)) && (same || len(value.apart) == 0 && value.fixed == 0) {
			continue
		}
		why := func(e deps) deps {
			return e.or(d).or(p.deps).or(q.deps).or(e1).or(e2).or(t.terms.explain(f, p.s)).or(t.terms.explain(f, q.s))
		}
		if same {
			t.terms.merge(y, w, why(t.terms.explain(x, v)))
		} else if same, known, e3 := t.facts.areEqual(y, w); known && !same {
			t.facts.differ(x, v, why(e3))
		}
	}
}

// witnessNotFunctional makes two pairs that show that a relation is not a function.
func witnessNotFunctional(t *branch, i, f int, d deps) {
	typ := t.terms.elem(f).(zed.ProductType)
	x, ok1 := t.terms.witness(t.terms.nodes[i].op+" 1", typ.Elems[0], f, i)
	y, ok2 := t.terms.witness(t.terms.nodes[i].op+" 2", typ.Elems[1], f, i)
	p, q := t.terms.couple(x, y), 0
	if t.terms.nodes[i].op == "injection" {
		z, ok := t.terms.witness(t.terms.nodes[i].op+" 3", typ.Elems[0], f, i)
		if !ok || !ok1 || !ok2 {
			return
		}
		q = t.terms.couple(z, y)
		t.facts.differ(x, z, d)
	} else {
		z, ok := t.terms.witness(t.terms.nodes[i].op+" 3", typ.Elems[1], f, i)
		if !ok || !ok1 || !ok2 {
			return
		}
		q = t.terms.couple(x, z)
		t.facts.differ(y, z, d)
	}
	t.facts.addIn(p, f, d)
	t.facts.addIn(q, f, d)
	// Of two pairs one end counts once, in a finite relation.
	side := zed.Dom
	if t.terms.nodes[i].op == "injection" {
		side = zed.Ran
	}
	for _, u := range t.terms.classes[t.terms.find(f)].uses {
		if zed.Operator(t.terms.nodes[u].op) != side {
			continue
		}
		if e, ok := isBounded(t, f); ok {
			t.bounds.order(t.terms.size(u), t.terms.size(f), 1, d.or(e))
		}
	}
}

// deriveApplied derives, for f x with a value, that it is the only value of f at x.
func deriveApplied(t *branch, u int) {
	if !t.terms.live[u] {
		return
	}
	f, x, d := t.terms.nodes[u].args[0], t.terms.nodes[u].args[1], t.terms.alive[u]
	if p, ok := t.terms.nodes[f].typ.(zed.PowerType); !ok || p.Elem == nil {
		return
	}
	t.facts.addIn(t.terms.couple(x, u), f, d)
	for _, g := range t.terms.classes[t.terms.find(f)].members {
		o := t.facts.members[g]
		if !o.in || t.agenda.broken {
			continue
		}
		p, q, e := t.terms.pair(o.x)
		if e2, ok := t.terms.areEqual(p, x); ok {
			t.terms.merge(q, u, d.or(o.deps).or(e).or(e2).or(t.terms.explain(f, o.s)))
		}
	}
	unfold(t, u)
}
