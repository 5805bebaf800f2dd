package tableau

import "github.com/ttf-int/ttf-int/zed"

// growWritten says what ⟨a, b⟩ has, that it is a sequence, and its length.
func growWritten(t *branch, i int) {
	a := t.nodes[i].args
	for k, e := range a {
		t.in(t.couple(t.number(int64(k+1)), e), i, deps{})
	}
	t.merge(t.make("sequence", zed.BoolType{}, i), t.yes, deps{})
	t.merge(t.size(i), t.number(int64(len(a))), deps{})
}

func growRev(t *branch, i int) {
	if !t.live[i] {
		return
	}
	s, d, typ := t.nodes[i].args[0], t.alive[i], t.nodes[i].typ
	isSequence(t, s, d)
	isSequence(t, i, d)
	t.merge(t.size(i), t.size(s), d)
	ifEmpty(t, i, s, d)
	for _, n := range t.classes[t.find(s)].terms {
		if m := &t.nodes[n]; zed.Operator(m.op) == zed.Cat || m.op == "⟨⟩" || zed.Operator(m.op) == zed.Rev {
			t.merge(i, rev(t.terms, typ, n), d.or(t.explain(s, n)))
		}
	}
}

func revApplies(t *values, n int) (deps, bool) { return t.known("sequence", t.nodes[n].args[0]) }

// growHead says of head s and tail s that s begins with the one and ends with the other.
func growHead(t *branch, i int) {
	if !t.live[i] {
		return
	}
	s := t.nodes[i].args[0]
	seq := t.nodes[s].typ
	head := t.make("⟨⟩", seq, t.make(string(zed.Head), seq.(zed.PowerType).Elem.(zed.ProductType).Elems[1], s))
	parted(t, s, head, t.make(string(zed.Tail), seq, s), t.alive[i])
}

func growLast(t *branch, i int) {
	if !t.live[i] {
		return
	}
	s := t.nodes[i].args[0]
	seq := t.nodes[s].typ
	last := t.make("⟨⟩", seq, t.make(string(zed.Last), seq.(zed.PowerType).Elem.(zed.ProductType).Elems[1], s))
	parted(t, s, t.make(string(zed.Front), seq, s), last, t.alive[i])
}

// endApplies tells whether a term is known to be a sequence that has an element.
func endApplies(t *values, n int) (why deps, ok bool) {
	s := t.nodes[n].args[0]
	if why, ok = t.known("sequence", s); !ok {
		return deps{}, false
	}
	for _, g := range t.classes[t.find(s)].members {
		if o := &t.members[g]; o.in {
			return why.or(o.deps).or(t.explain(o.s, s)), true
		}
	}
	return deps{}, false
}

// assertPart says that a sequence begins another, ends it, or is somewhere in it.
func assertPart(t *branch, e *zed.Op, args []int, negated bool, _ *Env, d deps) {
	op, s, whole := e.Op, args[0], args[1]
	typ := t.nodes[whole].typ
	if negated {
		differ := func(a, b int) literal { return literal{kind: equalTo, a: a, b: b, negated: true} }
		isSequence(t, t.none(typ), d)
		t.choose(d, []literal{noSequence(t, s)}, []literal{noSequence(t, whole)},
			[]literal{differ(s, whole), differ(s, t.none(typ))})
		t.merge(t.make(string(op), zed.BoolType{}, s, whole), t.no, d)
		return
	}
	parts := []int{s}
	other := func(name string) int {
		w, _ := t.witness(name, typ, s, whole)
		isSequence(t, w, d)
		return w
	}
	if max(t.nodes[s].gen, t.nodes[whole].gen) >= t.deepest {
		t.cut = true
		return
	}
	if op != zed.Prefix {
		parts = append([]int{other(string(op) + "<")}, parts...)
	}
	if op != zed.Suffix {
		parts = append(parts, other(string(op)+">"))
	}
	isSequence(t, s, d)
	isSequence(t, whole, d)
	cat := cat(t.terms, typ, parts...)
	t.enliven(cat, d)
	t.merge(whole, cat, d)
}

// downSequences takes s ∈ seq X.
func downSequences(t *branch, m member, n int, d deps) {
	op, of := zed.Operator(t.nodes[n].op), t.nodes[n].args[0]
	is := t.make("sequence", zed.BoolType{}, m.x)
	ran := t.make(string(zed.Ran), zed.PowerType{Elem: t.elem(of)}, m.x)
	if !m.in {
		if op == zed.Seq {
			alternatives := [][]literal{{{kind: holds, a: is, negated: true}}}
			if !t.isUniverse(of) {
				alternatives = append(alternatives, []literal{{kind: within, a: ran, b: of, negated: true}})
			}
			t.choose(d, alternatives...)
		}
		return
	}
	t.merge(is, t.yes, d)
	if !t.isUniverse(of) {
		t.include(ran, of, false, d)
	}
	switch op {
	case zed.Seq1:
		t.differ(m.x, t.none(t.nodes[m.x].typ), d)
	case zed.Iseq:
		t.merge(t.make("injection", zed.BoolType{}, m.x), t.yes, d)
	}
}

// isSequence says that a term is a sequence.
func isSequence(t *branch, s int, d deps) {
	t.merge(t.make("sequence", zed.BoolType{}, s), t.yes, d)
}

// noSequence says that a term is not a sequence.
func noSequence(t *branch, s int) literal {
	return literal{kind: holds, a: t.make("sequence", zed.BoolType{}, s), negated: true}
}

// growIsSequence says what a sequence is: a function from 1..n.
func growIsSequence(t *branch, i int) {
	d, ok := t.equal(i, t.yes)
	if !ok {
		return
	}
	s := t.nodes[i].args[0]
	t.merge(t.make("function", zed.BoolType{}, s), t.yes, d)
	ints := zed.PowerType{Elem: zed.IntType{}}
	t.merge(t.make(string(zed.Dom), ints, s), t.make(string(zed.Range), ints, t.number(1), t.size(s)), d)
	for _, u := range t.classes[t.find(s)].uses {
		if op := zed.Operator(t.nodes[u].op); op == zed.Cat || op == zed.Squash {
			t.add(task{kind: grown, a: u})
		}
	}
}

// sequences tells whether terms are known to be sequences.
func sequences(t *branch, parts []int) (d deps, ok bool) {
	for _, p := range parts {
		e, ok := t.equal(t.make("sequence", zed.BoolType{}, p), t.yes)
		if !ok {
			return deps{}, false
		}
		d = d.or(e)
	}
	return d, true
}

// parted says that a sequence is put together from two.
func parted(t *branch, s, left, right int, d deps) {
	isSequence(t, s, d)
	isSequence(t, left, d)
	isSequence(t, right, d)
	whole := cat(t.terms, t.nodes[s].typ, left, right)
	t.merge(s, whole, d)
	t.enliven(whole, d)
}

// ifEmpty says that two terms are empty together.
func ifEmpty(t *branch, a, b int, d deps) {
	if e, ok := t.isEmpty(a); ok {
		t.merge(b, t.none(t.nodes[b].typ), d.or(e))
	} else if e, ok := t.isEmpty(b); ok {
		t.merge(a, t.none(t.nodes[a].typ), d.or(e))
	}
}

// growPrefix finds a prefix where there is none.
func growPrefix(t *branch, i int) {
	d, ok := t.equal(i, t.no)
	if !ok {
		return
	}
	s, whole := t.nodes[i].args[0], t.nodes[i].args[1]
	for _, n := range t.classes[t.find(whole)].terms {
		m := &t.nodes[n]
		if zed.Operator(m.op) != zed.Cat || !t.live[n] {
			continue
		}
		if e, ok := t.equal(m.args[0], s); ok {
			t.clash(d.or(e).or(t.alive[n]).or(t.explain(n, whole)))
			return
		}
	}
}

// growPart says what a sequence has that is a part of another.
func growPart(t *branch, i int) {
	if !t.live[i] {
		return
	}
	op, d := zed.Operator(t.nodes[i].op), t.alive[i]
	a, typ := t.nodes[i].args, t.nodes[i].typ
	s := a[0]
	if op == zed.Extract {
		s = a[1]
	}
	isSequence(t, i, d)
	t.order(t.size(i), t.size(s), 0, d)
	ran := func(s int) int {
		return t.make(string(zed.Ran), zed.PowerType{Elem: t.elem(i).(zed.ProductType).Elems[1]}, s)
	}
	if e, ok := t.isEmpty(s); ok {
		t.merge(i, t.none(typ), d.or(e))
		return
	}
	switch op {
	case zed.Squash:
		if e, ok := sequences(t, a); ok {
			t.merge(i, s, d.or(e))
			return
		}
		t.merge(ran(i), ran(s), d)
		t.merge(t.size(i), t.size(s), d)
	case zed.Extract:
		isSequence(t, s, d)
		t.include(ran(i), ran(s), false, d)
	default:
		isSequence(t, s, d)
		t.merge(ran(i), t.make(string(zed.Intersect), t.nodes[ran(i)].typ, ran(s), a[1]), d)
		for _, n := range t.classes[t.find(s)].terms {
			filtered(t, i, n, a[1], d.or(t.explain(n, s)))
		}
	}
}

// filtered takes a filter through the structure of its sequence.
func filtered(t *branch, i, n, set int, d deps) {
	typ := t.nodes[i].typ
	switch m := &t.nodes[n]; {
	case m.op == "⟨⟩" && len(m.args) == 1:
		x := m.args[0]
		t.choose(d, []literal{{kind: memberOf, a: x, b: set}, {kind: equalTo, a: i, b: n}},
			[]literal{{kind: memberOf, a: x, b: set, negated: true}, {kind: equalTo, a: i, b: t.none(typ)}})
	case zed.Operator(m.op) == zed.Cat, m.op == "⟨⟩":
		var parts []int
		for _, p := range append([]int(nil), m.args...) {
			if t.nodes[n].op == "⟨⟩" {
				p = t.make("⟨⟩", typ, p)
			}
			part := t.make(string(zed.Filter), typ, p, set)
			t.enliven(part, d)
			parts = append(parts, part)
		}
		whole := cat(t.terms, typ, parts...)
		t.merge(i, whole, d)
		t.enliven(whole, d)
	}
}
