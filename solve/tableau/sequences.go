package tableau

import (
	"math/big"

	"github.com/ttf-int/ttf-int/zed"
)

// downSequences takes s ∈ seq X.
func downSequences(t *branch, m member, op zed.Operator, of int, d deps) {
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

// cat returns s ⌢ … ⌢ u in its normal form: flat, without ⟨⟩, its elements
// one by one.
func cat(t *terms, typ zed.Type, parts ...int) int {
	var flat []int
	elements := true
	for _, p := range parts {
		switch n := &t.nodes[p]; {
		case zed.Operator(n.op) == zed.Cat:
			flat, elements = append(flat, n.args...), false
		case n.op == "⟨⟩":
			for _, e := range n.args {
				flat = append(flat, t.make("⟨⟩", typ, e))
			}
		case p == t.none(typ):
		default:
			flat, elements = append(flat, p), false
		}
	}
	switch {
	case len(flat) == 0:
		return t.none(typ)
	case len(flat) == 1:
		return flat[0]
	case elements:
		var all []int
		for _, p := range flat {
			all = append(all, t.nodes[p].args[0])
		}
		return t.make("⟨⟩", typ, all...)
	}
	return t.make(string(zed.Cat), typ, flat...)
}

// rev returns rev s in its normal form.
func rev(t *terms, typ zed.Type, s int) int {
	n := t.nodes[s]
	switch {
	case s == t.none(typ):
		return s
	case zed.Operator(n.op) == zed.Rev:
		return n.args[0]
	case n.op == "⟨⟩":
		return t.make("⟨⟩", typ, reversed(n.args)...)
	case zed.Operator(n.op) == zed.Cat:
		parts := reversed(n.args)
		for i, p := range parts {
			parts[i] = rev(t, typ, p)
		}
		return cat(t, typ, parts...)
	}
	return t.make(string(zed.Rev), typ, s)
}

func reversed(list []int) []int {
	out := make([]int, len(list))
	for i, x := range list {
		out[len(list)-1-i] = x
	}
	return out
}

// growSequence says what a term on sequences is, where it has a value.
func growSequence(t *branch, i int) {
	if zed.Operator(t.nodes[i].op) == zed.Cat && !t.live[i] {
		if d, ok := sequences(t, t.nodes[i].args); ok {
			// ⟨x⟩ is a sequence, but has no value where x has none.
			if e, ok := t.haveValues(t.nodes[i].args...); ok {
				t.enliven(i, d.or(e))
			}
		}
	}
	if zed.Operator(t.nodes[i].op) == zed.Prefix {
		noPart(t, i)
	}
	if !t.live[i] {
		return
	}
	a, d, typ := t.nodes[i].args, t.alive[i], t.nodes[i].typ
	switch op := zed.Operator(t.nodes[i].op); op {
	case zed.Cat:
		growCat(t, i, d)
	case zed.Rev:
		isSequence(t, a[0], d)
		isSequence(t, i, d)
		t.merge(t.size(i), t.size(a[0]), d)
		ifEmpty(t, i, a[0], d)
		for _, n := range t.classes[t.find(a[0])].terms {
			if m := &t.nodes[n]; zed.Operator(m.op) == zed.Cat || m.op == "⟨⟩" || zed.Operator(m.op) == zed.Rev {
				t.merge(i, rev(t.terms, typ, n), d.or(t.explain(a[0], n)))
			}
		}
	case zed.Head, zed.Tail:
		seq := t.nodes[a[0]].typ
		head := t.make("⟨⟩", seq, t.make(string(zed.Head), seq.(zed.PowerType).Elem.(zed.ProductType).Elems[1], a[0]))
		parted(t, a[0], head, t.make(string(zed.Tail), seq, a[0]), d)
	case zed.Last, zed.Front:
		seq := t.nodes[a[0]].typ
		last := t.make("⟨⟩", seq, t.make(string(zed.Last), seq.(zed.PowerType).Elem.(zed.ProductType).Elems[1], a[0]))
		parted(t, a[0], t.make(string(zed.Front), seq, a[0]), last, d)
	case zed.Filter, zed.Extract, zed.Squash:
		growPart(t, i, op, d)
	}
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

func growCat(t *branch, i int, d deps) {
	typ := t.nodes[i].typ
	parts := t.nodes[i].args
	if e, ok := t.isEmpty(i); ok {
		for _, p := range parts {
			t.merge(p, t.none(typ), d.or(e))
		}
		return
	}
	var sum int
	var rest []int
	why := d
	isSequence(t, i, d)
	for k, p := range parts {
		isSequence(t, p, d)
		if k == 0 {
			sum = t.size(p)
		} else {
			sum = t.make(string(zed.Plus), zed.IntType{}, sum, t.size(p))
		}
		if e, ok := t.isEmpty(p); ok {
			why = why.or(e)
		} else {
			rest = append(rest, p)
		}
	}
	t.merge(t.size(i), sum, d)
	flatten(t, i, d)
	if len(rest) < len(parts) {
		whole := cat(t.terms, typ, rest...)
		t.merge(i, whole, why)
		t.enliven(whole, why)
	}
}

// flatten puts what a part is put together from in its place.
func flatten(t *branch, i int, d deps) {
	parts := t.nodes[i].args
	for k, p := range parts {
		if t.nodes[p].op == "⟨⟩" {
			continue
		}
		for _, n := range t.classes[t.find(p)].terms {
			m := &t.nodes[n]
			written := m.op == "⟨⟩"
			if !written && (zed.Operator(m.op) != zed.Cat || !t.live[n]) || len(parts)+len(m.args) > maxParts {
				continue
			}
			e := d.or(t.explain(p, n))
			if !written {
				e = e.or(t.alive[n])
			}
			all := append(append(append([]int(nil), parts[:k]...), n), parts[k+1:]...)
			whole := cat(t.terms, t.nodes[i].typ, all...)
			t.merge(i, whole, e)
			t.enliven(whole, e)
			return
		}
	}
}

// maxParts is how many parts a sequence is flattened to.
const maxParts = 6

// noPart finds a prefix where there is none.
func noPart(t *branch, i int) {
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
func growPart(t *branch, i int, op zed.Operator, d deps) {
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

// meetSequences does what follows from two sequences being equal that are put
// together from others.
func meetSequences(t *branch, i, j int) {
	x, y := t.nodes[i], t.nodes[j]
	if zed.Operator(y.op) == zed.Cat {
		i, j, x, y = j, i, y, x
	}
	if zed.Operator(x.op) != zed.Cat || zed.Operator(y.op) != zed.Cat && y.op != "⟨⟩" || !t.live[i] {
		return
	}
	typ := x.typ
	left, right := x.args, y.args
	d := t.explain(i, j).or(t.alive[i])
	if y.op == "⟨⟩" {
		right = nil
		for _, e := range y.args {
			right = append(right, t.make("⟨⟩", typ, e))
		}
	} else if t.live[j] {
		d = d.or(t.alive[j])
	} else {
		return
	}
	all := len(left) + len(right)
	left, right, d = strip(t, left, right, d)
	left, right = reversed(left), reversed(right)
	left, right, d = strip(t, left, right, d)
	left, right = reversed(left), reversed(right)
	if len(left)+len(right) < all {
		a, b := cat(t.terms, typ, left...), cat(t.terms, typ, right...)
		t.enliven(a, d)
		t.enliven(b, d)
		t.merge(a, b, d)
		return
	}
	if y.op == "⟨⟩" && len(right) <= maxWritten {
		var alternatives [][]literal
		for k := range len(right) + 1 {
			first := literal{kind: equalTo, a: left[0], b: cat(t.terms, typ, right[:k]...)}
			rest := literal{kind: equalTo, a: cat(t.terms, typ, left[1:]...), b: cat(t.terms, typ, right[k:]...)}
			t.enliven(rest.a, d)
			alternatives = append(alternatives, []literal{first, rest})
		}
		t.choose(d, alternatives...)
	}
}

// strip drops what two sequences begin with in common, and makes equal what they
// begin with that has the same length.
func strip(t *branch, left, right []int, d deps) ([]int, []int, deps) {
	for len(left) > 0 && len(right) > 0 {
		a, b := left[0], right[0]
		if e, ok := t.equal(a, b); ok {
			d = d.or(e)
		} else if t.nodes[a].op == "⟨⟩" && t.nodes[b].op == "⟨⟩" && len(t.nodes[a].args) == 1 && len(t.nodes[b].args) == 1 {
			t.merge(t.nodes[a].args[0], t.nodes[b].args[0], d)
		} else if e, ok := t.equal(t.size(a), t.size(b)); ok {
			t.merge(a, b, d.or(e))
			d = d.or(e)
		} else {
			break
		}
		left, right = left[1:], right[1:]
	}
	return left, right, d
}

// downSequence takes the membership of a pair (i, x) in a sequence that is put
// together from others.
func downSequence(t *branch, m member, n int, d deps) {
	if zed.Operator(t.nodes[n].op) != zed.Cat || !t.live[n] || !m.in {
		return
	}
	parts, typ := t.nodes[n].args, t.nodes[n].typ
	i, x, e := t.pair(m.x)
	d = d.or(e).or(t.alive[n])
	first, rest := parts[0], cat(t.terms, typ, parts[1:]...)
	t.enliven(rest, t.alive[n])
	j, e, ok := shifted(t, zed.Subtract, i, t.size(first))
	if !ok {
		return
	}
	d = d.or(e)
	t.choose(d, []literal{{kind: memberOf, a: m.x, b: first}},
		[]literal{{kind: memberOf, a: t.couple(j, x), b: rest}, {kind: lessOrEq, a: t.number(1), b: j}})
}

// upSequence takes the membership of a pair (i, x) to what its sequence is a
// part of.
func upSequence(t *branch, m member, u, k int, d deps) {
	if zed.Operator(t.nodes[u].op) != zed.Cat || !t.live[u] || !m.in {
		return
	}
	i, x, e := t.pair(m.x)
	parts := t.nodes[u].args
	for _, p := range parts[:k] {
		next, shift, ok := shifted(t, zed.Plus, i, t.size(p))
		if !ok {
			return
		}
		i, e = next, e.or(shift)
	}
	t.in(t.couple(i, x), u, d.or(e).or(t.alive[u]))
}

// shifted returns an index moved by a length, and what that rests on; ok is false
// where it was moved too often.
func shifted(t *branch, op zed.Operator, i, by int) (int, deps, bool) {
	n, d := t.valueOf(by)
	if n != nil && n.IsInt64() {
		if n.Sign() == 0 {
			return i, d, true
		}
		if m, e := t.valueOf(i); m != nil {
			sum := new(big.Int).Add(m, n)
			if op == zed.Subtract {
				sum.Sub(m, n)
			}
			return t.bigNumber(sum), d.or(e), true
		}
	}
	back := zed.Plus
	if op == zed.Plus {
		back = zed.Subtract
	}
	if m := &t.nodes[i]; zed.Operator(m.op) == back && m.args[1] == by {
		return m.args[0], deps{}, true
	}
	gen := max(t.nodes[i].gen, t.nodes[by].gen)
	if gen >= t.deepest {
		t.cut = true
		return 0, deps{}, false
	}
	j := t.make(string(op), zed.IntType{}, i, by)
	t.nodes[j].gen = max(t.nodes[j].gen, gen+1)
	return j, deps{}, true
}
