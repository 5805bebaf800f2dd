package tableau

import (
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// writeTransClos returns r⁺ in normal form: that of a closure is the closure itself.
func writeTransClos(t *reader, typ zed.Type, args []int) (int, bool) {
	switch zed.Operator(t.terms.nodes[args[0]].op) {
	case zed.TransClos, zed.ReflClos:
		return args[0], true
	}
	return 0, false
}

// writeReflClos returns r* in normal form: that of a closure is the one of the relation
// below.
func writeReflClos(t *reader, typ zed.Type, args []int) (int, bool) {
	switch n := &t.terms.nodes[args[0]]; zed.Operator(n.op) {
	case zed.TransClos:
		return t.terms.make(string(zed.ReflClos), typ, n.args[0]), true
	case zed.ReflClos:
		return args[0], true
	}
	return 0, false
}

// writeInverse returns the inverse in normal form: that of a closure is the closure of
// the inverse, and that of an inverse is the relation below.
func writeInverse(t *reader, typ zed.Type, args []int) (int, bool) {
	switch n := &t.terms.nodes[args[0]]; zed.Operator(n.op) {
	case zed.TransClos, zed.ReflClos:
		op, of := n.op, n.args[0]
		back, ok := writeInverse(t, typ, []int{of})
		if !ok {
			back = t.terms.make(string(zed.Inverse), typ, of)
		}
		return t.terms.make(op, typ, back), true
	case zed.Inverse:
		return n.args[0], true
	}
	return 0, false
}

func downTransClos(t *branch, m member, n int, d deps) {
	r := t.terms.nodes[n].args[0]
	x, y, e := t.terms.pair(m.x)
	d = d.or(e)
	if !m.in {
		outOfClosure(t, m, r, n, d)
		return
	}
	joinClosure(t, n, x, y, d)
	for _, u := range t.terms.classes[t.terms.find(r)].uses {
		o := &t.terms.nodes[u]
		if t.terms.find(o.args[0]) != t.terms.find(r) {
			continue
		}
		switch e := d.or(t.terms.explain(r, o.args[0])); zed.Operator(o.op) {
		case zed.Dom:
			t.facts.addIn(x, u, e)
		case zed.Ran:
			t.facts.addIn(y, u, e)
		case zed.Image:
			staysIn(t, u, x, y, e)
		case zed.ReflClos:
			// The last step, where that is asked for.
			if w, ok := t.terms.witness("⁺ last", t.terms.nodes[x].typ, x, y, r); ok {
				t.facts.addIn(t.terms.couple(x, w), u, e)
				t.facts.addIn(t.terms.couple(w, y), r, d)
			}
		}
	}
	if w, ok := t.terms.witness("⁺", t.terms.nodes[x].typ, x, y, r); ok {
		t.splits.choose(d, []literal{isIn(m.x, r)}, []literal{isIn(t.terms.couple(x, w), r),
			isIn(t.terms.couple(w, y), n)})
	}
}

// staysIn derives that a pair of r⁺ that begins in a set ends in it, where r does not
// lead out of the set: u is the image of the set.
func staysIn(t *branch, u, x, y int, d deps) {
	set := t.terms.nodes[u].args[1]
	for _, v := range t.terms.classes[t.terms.find(u)].uses {
		o := &t.terms.nodes[v]
		if zed.Operator(o.op) != zed.SubsetEq || t.terms.find(o.args[0]) != t.terms.find(u) {
			continue
		}
		if e, ok := t.terms.areEqual(v, t.terms.yes); ok && t.terms.find(o.args[1]) == t.terms.find(set) {
			why := d.or(e).or(t.terms.explain(o.args[0], u)).or(t.terms.explain(o.args[1], set))
			t.splits.choose(why, one(notIn(x, set)), one(isIn(y, set)))
			return
		}
	}
}

// closedSets applies staysIn to the pairs of closures for a set that is found to
// contain its image: a, an image of b, is a subset of b.
func closedSets(t *branch, a, b int) {
	for _, u := range t.terms.classes[t.terms.find(a)].terms {
		m := &t.terms.nodes[u]
		if zed.Operator(m.op) != zed.Image || t.terms.find(m.args[1]) != t.terms.find(b) {
			continue
		}
		r := m.args[0]
		for _, n := range t.terms.classes[t.terms.find(r)].uses {
			if zed.Operator(t.terms.nodes[n].op) != zed.TransClos {
				continue
			}
			eachPair(t, n, func(x, y int, why deps) {
				staysIn(t, u, x, y, why.or(t.terms.explain(r, t.terms.nodes[n].args[0])))
			})
		}
	}
}

// outOfClosure derives that a pair outside r⁺ is not a path of steps of r.
func outOfClosure(t *branch, m member, r, n int, d deps) {
	x, y, _ := t.terms.pair(m.x)
	t.facts.addOut(m.x, r, d)
	eachPair(t, r, func(p, q int, why deps) {
		if e, ok := t.terms.areEqual(p, x); ok {
			t.facts.addOut(t.terms.couple(q, y), n, d.or(why).or(e))
		}
		if e, ok := t.terms.areEqual(q, y); ok {
			t.facts.addOut(t.terms.couple(x, p), n, d.or(why).or(e))
		}
	})
}

func downReflClos(t *branch, m member, n int, d deps) {
	x, y, e := t.terms.pair(m.x)
	plus := t.terms.make(string(zed.TransClos), t.terms.nodes[n].typ, t.terms.nodes[n].args[0])
	t.assertEither(m.in, d.or(e), literal{kind: equalTo, a: x, b: y}, isIn(m.x, plus))
}

func upTransClos(t *branch, m member, u, _ int, d deps) {
	if m.in {
		x, y, e := t.terms.pair(m.x)
		d = d.or(e)
		t.facts.addIn(m.x, u, d)
		joinClosure(t, u, x, y, d)
	}
}

func upReflClos(t *branch, m member, u, _ int, d deps) {
	if m.in {
		_, _, e := t.terms.pair(m.x)
		t.facts.addIn(m.x, u, d.or(e))
	}
}

// joinClosure joins a pair of r⁺ with the others.
func joinClosure(t *branch, n, x, y int, d deps) {
	eachPair(t, n, func(p, q int, why deps) {
		if e, ok := t.terms.areEqual(y, p); ok {
			t.facts.addIn(t.terms.couple(x, q), n, d.or(why).or(e))
		}
		if e, ok := t.terms.areEqual(q, x); ok {
			t.facts.addIn(t.terms.couple(p, y), n, d.or(why).or(e))
		}
	})
}

// closeTransitive derives from r ⨾ r ⊆ r that r is its own transitive closure.
func closeTransitive(t *branch, a, b int, d deps) {
	for _, n := range t.terms.classes[t.terms.find(a)].terms {
		m := &t.terms.nodes[n]
		if zed.Operator(m.op) != zed.RelComp ||
			t.terms.find(m.args[0]) != t.terms.find(b) || t.terms.find(m.args[1]) != t.terms.find(b) {
			continue
		}
		d = d.or(t.terms.explain(a, n)).or(t.terms.explain(m.args[0], b)).or(t.terms.explain(m.args[1], b))
		t.terms.merge(t.terms.make(string(zed.TransClos), t.terms.nodes[b].typ, b), b, d)
		return
	}
}

// closureOf returns a closure of a relation, if some term mentions it.
func closureOf(t *branch, op zed.Operator, r int) (n int, d deps, ok bool) {
	for _, u := range t.terms.classes[t.terms.find(r)].uses {
		if m := &t.terms.nodes[u]; zed.Operator(m.op) == op {
			return u, t.terms.explain(r, m.args[0]), true
		}
	}
	return 0, deps{}, false
}

// widen derives from a ⊆ b that the closures are subsets too, where terms mention them.
func widen(t *branch, a, b int, d deps) {
	for _, op := range [2]zed.Operator{zed.TransClos, zed.ReflClos} {
		m, e1, ok := closureOf(t, op, a)
		n, e2, also := closureOf(t, op, b)
		if ok && also && t.terms.find(m) != t.terms.find(n) {
			t.include(m, n, false, d.or(e1).or(e2))
		}
	}
}

// growClosure derives that a closure contains those of smaller relations, and that it
// is empty where its relation is.
func growClosure(t *branch, i int) {
	r := t.terms.nodes[i].args[0]
	if zed.Operator(t.terms.nodes[i].op) == zed.TransClos {
		assertEmptyTogether(t, i, r, deps{})
		for _, n := range t.terms.classes[t.terms.find(r)].terms {
			if op := zed.Operator(t.terms.nodes[n].op); op == zed.TransClos || op == zed.ReflClos {
				t.terms.merge(i, n, t.terms.explain(r, n))
				return
			}
		}
	}
	for _, u := range t.terms.classes[t.terms.find(r)].uses {
		if o := &t.terms.nodes[u]; zed.Operator(o.op) == zed.SubsetEq {
			if d, ok := t.terms.areEqual(u, t.terms.yes); ok {
				widen(t, o.args[0], o.args[1], d)
			}
		}
	}
}

// step is what a universal predicate states of each pair of a relation: how a term over
// its first component compares with the same term over its second.
type step struct {
	relation    int
	deps        deps // why it holds for all pairs of the relation
	op          zed.Operator
	left, right zed.Expr
}

// induce derives what holds for the pairs of a closure from what holds for each pair of
// the relation (induction on the length of a path). It returns whether it derived
// anything new.
func (t *instantiation) induce() bool {
	changed := false
	for u := 0; u < len(t.b.universals.list) && !t.b.agenda.broken; u++ {
		v := t.b.universals.list[u]
		s, ok := t.stepOf(v)
		if !ok {
			continue
		}
		n, d, ok := closureOf(t.b, zed.TransClos, s.relation)
		if !ok {
			continue
		}
		for _, g := range t.b.terms.classes[t.b.terms.find(n)].members {
			o := t.b.facts.members[g]
			key := "path " + strconv.Itoa(u) + " " + strconv.Itoa(g)
			if !o.in || t.b.universals.instances[key] || len(t.b.universals.instances) > maxInstances {
				continue
			}
			t.b.universals.make(key)
			changed = true
			x, y, e := t.b.terms.pair(o.x)
			t.comparePath(v, s, x, y, v.deps.or(d).or(s.deps).or(o.deps).or(e).or(t.b.terms.explain(n, o.s)))
		}
	}
	return changed
}

// stepOf returns what a universal predicate states of the pairs of a relation.
func (t *instantiation) stepOf(v universal) (step, bool) {
	if v.kind != bodyHolds || v.negated {
		return step{}, false
	}
	body, member := v.body, v.pred
	if l, ok := body.(*zed.Logic); ok && l.Op == zed.Implies && member == nil {
		member, body = l.Args[0], l.Args[1]
	}
	compared, ok := body.(*zed.Op)
	if !ok || !toolkit.IsTransitive(compared.Op) || ruleOf(string(compared.Op)).literals == nil {
		return step{}, false
	}
	s := step{op: compared.Op, left: compared.Args[0], right: compared.Args[1]}
	switch len(v.names) {
	case 1:
		s.relation = v.sets[0]
		pair, ok := t.b.terms.elem(s.relation).(zed.ProductType)
		return s, ok && member == nil && len(pair.Elems) == 2 && zed.SameType(pair.Elems[0], pair.Elems[1])
	case 2:
		s.relation, s.deps, ok = t.pairsOf(v, member)
		return s, ok
	}
	return step{}, false
}

// pairsOf returns the relation of whose pairs (a, b) a universal predicate over a and b
// speaks, if it speaks of all pairs.
func (t *instantiation) pairsOf(v universal, member zed.Expr) (relation int, d deps, ok bool) {
	in, ok := member.(*zed.Op)
	if !ok || in.Op != zed.In {
		return 0, deps{}, false
	}
	pair, ok := in.Args[0].(*zed.TupleExt)
	if !ok || len(pair.Elems) != 2 {
		return 0, deps{}, false
	}
	for i, e := range pair.Elems {
		if r, ok := e.(*zed.Ref); !ok || r.Name != v.names[i] {
			return 0, deps{}, false
		}
	}
	free := t.b.reader.names.NamesOf(in.Args[1])
	if slices.ContainsFunc(v.names, func(n string) bool { return slices.Contains(free, n) }) {
		return 0, deps{}, false
	}
	relation = t.b.reader.term(in.Args[1], v.env)
	for i, side := range [2]zed.Operator{zed.Dom, zed.Ran} {
		ends := t.b.terms.make(string(side), t.b.terms.nodes[v.sets[i]].typ, relation)
		e, ok := isWithin(t.b, ends, v.sets[i])
		if !ok {
			return 0, deps{}, false
		}
		d = d.or(e)
	}
	return relation, d, true
}

// comparePath derives for the ends of a path what a step states of each of its steps,
// where it compares the same term over both components.
func (t *instantiation) comparePath(v universal, s step, x, y int, d deps) {
	typ := t.b.terms.nodes[x].typ
	p, q := t.b.terms.push(node{op: "w", typ: typ}), t.b.terms.push(node{op: "w", typ: typ})
	read := func(e zed.Expr, x, y int) int {
		in := v.env.NewInner()
		if len(v.names) == 1 {
			in.names[v.names[0]] = t.b.terms.couple(x, y)
		} else {
			in.names[v.names[0]], in.names[v.names[1]] = x, y
		}
		return t.b.reader.term(e, in)
	}
	same := read(s.left, p, p)
	first, second := s.left, s.right // which part of the pair each is about
	if read(s.left, p, q) != same {
		first, second = s.right, s.left
	}
	if read(first, p, q) != same || read(second, q, p) != same || read(first, p, p) != same {
		return
	}
	a, b := read(s.left, x, y), read(s.right, x, y)
	t.b.terms.enliven(a, d)
	t.b.terms.enliven(b, d)
	for _, l := range ruleOf(string(s.op)).literals(a, b, false) {
		t.b.assume(l, d)
	}
}
