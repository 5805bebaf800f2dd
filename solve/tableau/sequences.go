package tableau

import "github.com/ttf-int/ttf-int/zed"

// growWritten says what ⟨a, b⟩ has, that it is a sequence, and its length.
func growWritten(t *branch, i int) {
	a := t.terms.nodes[i].args
	for k, e := range a {
		t.facts.addIn(t.terms.couple(t.terms.number(int64(k+1)), e), i, deps{})
	}
	t.terms.merge(t.terms.make("sequence", zed.BoolType{}, i), t.terms.yes, deps{})
	t.terms.merge(t.terms.size(i), t.terms.number(int64(len(a))), deps{})
}

func growRev(t *branch, i int) {
	if !t.terms.live[i] {
		return
	}
	s, d, typ := t.terms.nodes[i].args[0], t.terms.alive[i], t.terms.nodes[i].typ
	isSequence(t, s, d)
	isSequence(t, i, d)
	t.terms.merge(t.terms.size(i), t.terms.size(s), d)
	assertEmptyTogether(t, i, s, d)
	for _, n := range t.terms.classes[t.terms.find(s)].terms {
		if isPutTogether(&t.terms.nodes[n]) {
			t.terms.merge(i, rev(t.terms, typ, n), d.or(t.terms.explain(s, n)))
		}
	}
	for _, n := range t.terms.classes[t.terms.find(i)].terms {
		if n != i && t.terms.live[n] && isPutTogether(&t.terms.nodes[n]) {
			t.makeAlike(s, rev(t.terms, typ, n), d.or(t.terms.alive[n]).or(t.terms.explain(i, n)))
		}
	}
}

// isPutTogether tells whether a term is composed of sequences whose reverses compose
// its reverse.
func isPutTogether(n *node) bool {
	op := zed.Operator(n.op)
	return op == zed.Cat || op == zed.Rev || n.op == "⟨⟩"
}

func revApplies(t *values, n int) (deps, bool) {
	return t.terms.hasProperty("sequence", t.terms.nodes[n].args[0])
}

// growHead says of head s and tail s that s begins with the one and ends with the other.
func growHead(t *branch, i int) {
	if !t.terms.live[i] {
		return
	}
	s := t.terms.nodes[i].args[0]
	seq := t.terms.nodes[s].typ
	head := t.terms.make("⟨⟩", seq,
		t.terms.make(string(zed.Head), seq.(zed.PowerType).Elem.(zed.ProductType).Elems[1], s))
	assertParted(t, s, head, t.terms.make(string(zed.Tail), seq, s), t.terms.alive[i])
}

func growLast(t *branch, i int) {
	if !t.terms.live[i] {
		return
	}
	s := t.terms.nodes[i].args[0]
	seq := t.terms.nodes[s].typ
	last := t.terms.make("⟨⟩", seq,
		t.terms.make(string(zed.Last), seq.(zed.PowerType).Elem.(zed.ProductType).Elems[1], s))
	assertParted(t, s, t.terms.make(string(zed.Front), seq, s), last, t.terms.alive[i])
}

// endApplies tells whether a term is known to be a sequence that has an element.
func endApplies(t *values, n int) (why deps, ok bool) {
	s := t.terms.nodes[n].args[0]
	if why, ok = t.terms.hasProperty("sequence", s); !ok {
		return deps{}, false
	}
	for _, g := range t.terms.classes[t.terms.find(s)].members {
		if o := &t.facts.members[g]; o.in {
			return why.or(o.deps).or(t.terms.explain(o.s, s)), true
		}
	}
	return deps{}, false
}

// assertPart says that a sequence begins another, ends it, or is somewhere in it.
func assertPart(t *branch, e *zed.Op, args []int, negated bool, _ *Env, d deps) {
	op, s, whole := e.Op, args[0], args[1]
	typ := t.terms.nodes[whole].typ
	if negated {
		differ := func(a, b int) literal { return literal{kind: equalTo, a: a, b: b, negated: true} }
		isSequence(t, t.terms.none(typ), d)
		t.splits.choose(d, []literal{noSequence(t, s)}, []literal{noSequence(t, whole)},
			[]literal{differ(s, whole), differ(s, t.terms.none(typ))})
		t.terms.merge(t.terms.make(string(op), zed.BoolType{}, s, whole), t.terms.no, d)
		return
	}
	parts := []int{s}
	other := func(name string) int {
		w, _ := t.terms.witness(name, typ, s, whole)
		isSequence(t, w, d)
		return w
	}
	if max(t.terms.nodes[s].gen, t.terms.nodes[whole].gen) >= t.terms.deepest {
		t.terms.cut = true
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
	t.terms.enliven(cat, d)
	t.terms.merge(whole, cat, d)
}

// downSequences takes s ∈ seq X.
func downSequences(t *branch, m member, n int, d deps) {
	op, of := zed.Operator(t.terms.nodes[n].op), t.terms.nodes[n].args[0]
	is := t.terms.make("sequence", zed.BoolType{}, m.x)
	ran := t.terms.make(string(zed.Ran), zed.PowerType{Elem: t.terms.elem(of)}, m.x)
	if !m.in {
		alternatives := [][]literal{{{kind: holds, a: is, negated: true}}}
		if !t.terms.isUniverse(of) {
			alternatives = append(alternatives, []literal{{kind: within, a: ran, b: of, negated: true}})
		}
		switch op {
		case zed.Seq1:
			alternatives = append(alternatives,
				one(literal{kind: equalTo, a: m.x, b: t.terms.none(t.terms.nodes[m.x].typ)}))
		case zed.Iseq:
			injection := t.terms.make("injection", zed.BoolType{}, m.x)
			alternatives = append(alternatives, one(literal{kind: holds, a: injection, negated: true}))
		}
		t.splits.choose(d, alternatives...)
		return
	}
	t.terms.merge(is, t.terms.yes, d)
	if !t.terms.isUniverse(of) {
		t.include(ran, of, false, d)
	}
	switch op {
	case zed.Seq1:
		t.facts.differ(m.x, t.terms.none(t.terms.nodes[m.x].typ), d)
	case zed.Iseq:
		t.terms.merge(t.terms.make("injection", zed.BoolType{}, m.x), t.terms.yes, d)
	}
}

// isSequence asserts that a term is a sequence.
func isSequence(t *branch, s int, d deps) {
	t.terms.merge(t.terms.make("sequence", zed.BoolType{}, s), t.terms.yes, d)
}

// noSequence returns the literal that a term is not a sequence.
func noSequence(t *branch, s int) literal {
	return literal{kind: holds, a: t.terms.make("sequence", zed.BoolType{}, s), negated: true}
}

// growIsSequence says what a sequence is: a function from 1..n.
func growIsSequence(t *branch, i int) {
	d, ok := t.terms.areEqual(i, t.terms.yes)
	if !ok {
		return
	}
	s := t.terms.nodes[i].args[0]
	t.terms.merge(t.terms.make("function", zed.BoolType{}, s), t.terms.yes, d)
	ints := zed.PowerType{Elem: zed.IntType{}}
	dom := t.terms.make(string(zed.Dom), ints, s)
	t.terms.merge(dom, t.terms.make(string(zed.Range), ints, t.terms.number(1), t.terms.size(s)), d)
	for _, u := range t.terms.classes[t.terms.find(s)].uses {
		if op := zed.Operator(t.terms.nodes[u].op); op == zed.Cat || op == zed.Squash {
			t.agenda.add(task{kind: grown, a: u})
		}
	}
}

// sequences tells whether terms are known to be sequences, and why.
func sequences(t *branch, parts []int) (d deps, ok bool) {
	for _, p := range parts {
		e, ok := t.terms.areEqual(t.terms.make("sequence", zed.BoolType{}, p), t.terms.yes)
		if !ok {
			return deps{}, false
		}
		d = d.or(e)
	}
	return d, true
}

// assertParted asserts that a sequence is the concatenation of two others.
func assertParted(t *branch, s, left, right int, d deps) {
	isSequence(t, s, d)
	isSequence(t, left, d)
	isSequence(t, right, d)
	whole := cat(t.terms, t.terms.nodes[s].typ, left, right)
	t.terms.merge(s, whole, d)
	t.terms.enliven(whole, d)
}

// assertEmptyTogether asserts that one of two terms is empty exactly where the other is.
func assertEmptyTogether(t *branch, a, b int, d deps) {
	if e, ok := t.terms.isEmpty(a); ok {
		t.terms.merge(b, t.terms.none(t.terms.nodes[b].typ), d.or(e))
	} else if e, ok := t.terms.isEmpty(b); ok {
		t.terms.merge(a, t.terms.none(t.terms.nodes[a].typ), d.or(e))
	}
}

// growPlace finds a sequence at its place in another, where it is said not to be there.
func growPlace(t *branch, i int) {
	d, ok := t.terms.areEqual(i, t.terms.no)
	if !ok {
		return
	}
	op, s, whole := zed.Operator(t.terms.nodes[i].op), t.terms.nodes[i].args[0], t.terms.nodes[i].args[1]
	for _, n := range t.terms.classes[t.terms.find(whole)].terms {
		m := &t.terms.nodes[n]
		if zed.Operator(m.op) != zed.Cat || !t.terms.live[n] {
			continue
		}
		places := m.args
		switch op {
		case zed.Prefix:
			places = places[:1]
		case zed.Suffix:
			places = places[len(places)-1:]
		}
		for _, p := range places {
			if e, ok := t.terms.areEqual(p, s); ok {
				t.agenda.clash(d.or(e).or(t.terms.alive[n]).or(t.terms.explain(n, whole)))
				return
			}
		}
	}
}

// growPart says what a sequence has that is a part of another.
func growPart(t *branch, i int) {
	if !t.terms.live[i] {
		return
	}
	op, d := zed.Operator(t.terms.nodes[i].op), t.terms.alive[i]
	a, typ := t.terms.nodes[i].args, t.terms.nodes[i].typ
	s := a[0]
	if op == zed.Extract {
		s = a[1]
	}
	isSequence(t, i, d)
	t.bounds.order(t.terms.size(i), t.terms.size(s), 0, d)
	ran := func(s int) int {
		return t.terms.make(string(zed.Ran), zed.PowerType{Elem: t.terms.elem(i).(zed.ProductType).Elems[1]}, s)
	}
	if e, ok := t.terms.isEmpty(s); ok {
		t.terms.merge(i, t.terms.none(typ), d.or(e))
		return
	}
	switch op {
	case zed.Squash:
		if e, ok := sequences(t, a); ok {
			t.terms.merge(i, s, d.or(e))
			return
		}
		t.terms.merge(ran(i), ran(s), d)
		t.terms.merge(t.terms.size(i), t.terms.size(s), d)
	case zed.Extract:
		isSequence(t, s, d)
		t.include(ran(i), ran(s), false, d)
	default:
		isSequence(t, s, d)
		t.terms.merge(ran(i), t.terms.make(string(zed.Intersect), t.terms.nodes[ran(i)].typ, ran(s), a[1]), d)
		for _, n := range t.terms.classes[t.terms.find(s)].terms {
			deriveFiltered(t, i, n, a[1], d.or(t.terms.explain(n, s)))
		}
	}
}

// deriveFiltered takes a filter through the structure of its sequence.
func deriveFiltered(t *branch, i, n, set int, d deps) {
	typ := t.terms.nodes[i].typ
	switch m := &t.terms.nodes[n]; {
	case m.op == "⟨⟩" && len(m.args) == 1:
		x := m.args[0]
		t.splits.choose(d, []literal{{kind: memberOf, a: x, b: set}, {kind: equalTo, a: i, b: n}},
			[]literal{{kind: memberOf, a: x, b: set, negated: true}, {kind: equalTo, a: i, b: t.terms.none(typ)}})
	case zed.Operator(m.op) == zed.Cat, m.op == "⟨⟩":
		var parts []int
		for _, p := range append([]int(nil), m.args...) {
			if t.terms.nodes[n].op == "⟨⟩" {
				p = t.terms.make("⟨⟩", typ, p)
			}
			part := t.terms.make(string(zed.Filter), typ, p, set)
			t.terms.enliven(part, d)
			parts = append(parts, part)
		}
		whole := cat(t.terms, typ, parts...)
		t.terms.merge(i, whole, d)
		t.terms.enliven(whole, d)
	}
}
