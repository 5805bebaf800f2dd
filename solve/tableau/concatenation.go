package tableau

import (
	"math/big"

	"github.com/ttf-int/ttf-int/zed"
)

// cat returns s ⌢ … ⌢ u in normal form: flat, without ⟨⟩, and with elements of sequence
// extensions one by one.
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
		return t.make("⟨⟩", typ, reverse(n.args)...)
	case zed.Operator(n.op) == zed.Cat:
		parts := reverse(n.args)
		for i, p := range parts {
			parts[i] = rev(t, typ, p)
		}
		return cat(t, typ, parts...)
	}
	return t.make(string(zed.Rev), typ, s)
}

func reverse(list []int) []int {
	out := make([]int, len(list))
	for i, x := range list {
		out[len(list)-1-i] = x
	}
	return out
}

// growCat derives what s ⌢ u is, where it has a value, which it has where both are
// sequences.
func growCat(t *branch, i int) {
	if !t.terms.live[i] {
		if d, ok := sequences(t, t.terms.nodes[i].args); ok {
			// ⟨x⟩ is a sequence, but has no value where x has none.
			if e, ok := t.values.haveValues(t.terms.nodes[i].args...); ok {
				t.terms.enliven(i, d.or(e))
			}
		}
	}
	if t.terms.live[i] {
		concatenate(t, i, t.terms.alive[i])
	}
}

// concatenate derives what is known of s ⌢ u from its parts, which are sequences, and
// of the parts from it.
func concatenate(t *branch, i int, d deps) {
	typ := t.terms.nodes[i].typ
	parts := t.terms.nodes[i].args
	if e, ok := t.terms.isEmpty(i); ok {
		for _, p := range parts {
			t.terms.merge(p, t.terms.none(typ), d.or(e))
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
			sum = t.terms.size(p)
		} else {
			sum = t.terms.make(string(zed.Plus), zed.IntType{}, sum, t.terms.size(p))
		}
		if e, ok := t.terms.isEmpty(p); ok {
			why = why.or(e)
		} else {
			rest = append(rest, p)
		}
	}
	t.terms.merge(t.terms.size(i), sum, d)
	flatten(t, i, d)
	if len(rest) < len(parts) {
		whole := cat(t.terms, typ, rest...)
		t.terms.merge(i, whole, why)
		t.terms.enliven(whole, why)
	}
}

// flatten replaces a part of a concatenation by what that is a concatenation of.
func flatten(t *branch, i int, d deps) {
	parts := t.terms.nodes[i].args
	for k, p := range parts {
		if t.terms.nodes[p].op == "⟨⟩" {
			continue
		}
		for _, n := range t.terms.classes[t.terms.find(p)].terms {
			m := &t.terms.nodes[n]
			written := m.op == "⟨⟩"
			if !written && (zed.Operator(m.op) != zed.Cat || !t.terms.live[n]) || len(parts)+len(m.args) > maxParts {
				continue
			}
			e := d.or(t.terms.explain(p, n))
			if !written {
				e = e.or(t.terms.alive[n])
			}
			all := append(append(append([]int(nil), parts[:k]...), n), parts[k+1:]...)
			whole := cat(t.terms, t.terms.nodes[i].typ, all...)
			t.terms.merge(i, whole, e)
			t.terms.enliven(whole, e)
			return
		}
	}
}

// maxParts is the largest number of parts of a flat concatenation.
const maxParts = 6

// downCat derives what follows from a pair (i, x) in a concatenation for its parts.
func downCat(t *branch, m member, n int, d deps) {
	if !t.terms.live[n] || !m.in {
		return
	}
	parts, typ := t.terms.nodes[n].args, t.terms.nodes[n].typ
	i, x, e := t.terms.pair(m.x)
	d = d.or(e).or(t.terms.alive[n])
	first, rest := parts[0], cat(t.terms, typ, parts[1:]...)
	t.terms.enliven(rest, t.terms.alive[n])
	j, e, ok := shiftIndex(t, zed.Subtract, i, t.terms.size(first))
	if !ok {
		return
	}
	d = d.or(e)
	t.splits.choose(d, []literal{{kind: memberOf, a: m.x, b: first}},
		[]literal{{kind: memberOf, a: t.terms.couple(j, x), b: rest}, {kind: lessOrEq, a: t.terms.number(1), b: j}})
}

// upCat derives what follows from a pair (i, x) in a part for the concatenation.
func upCat(t *branch, m member, u, k int, d deps) {
	if !t.terms.live[u] || !m.in {
		return
	}
	i, x, e := t.terms.pair(m.x)
	parts := t.terms.nodes[u].args
	for _, p := range parts[:k] {
		next, shift, ok := shiftIndex(t, zed.Plus, i, t.terms.size(p))
		if !ok {
			return
		}
		i, e = next, e.or(shift)
	}
	t.facts.addIn(t.terms.couple(i, x), u, d.or(e).or(t.terms.alive[u]))
}

// shiftIndex returns an index moved by a length, with what that rests on; ok is false
// where it was moved too often.
func shiftIndex(t *branch, op zed.Operator, i, by int) (int, deps, bool) {
	n, d := t.terms.valueOf(by)
	if n != nil && n.IsInt64() {
		if n.Sign() == 0 {
			return i, d, true
		}
		if m, e := t.terms.valueOf(i); m != nil {
			sum := new(big.Int).Add(m, n)
			if op == zed.Subtract {
				sum.Sub(m, n)
			}
			return t.terms.bigNumber(sum), d.or(e), true
		}
	}
	back := zed.Plus
	if op == zed.Plus {
		back = zed.Subtract
	}
	if m := &t.terms.nodes[i]; zed.Operator(m.op) == back && m.args[1] == by {
		return m.args[0], deps{}, true
	}
	gen := max(t.terms.nodes[i].gen, t.terms.nodes[by].gen)
	if gen >= t.terms.deepest {
		t.terms.cut = true
		return 0, deps{}, false
	}
	j := t.terms.make(string(op), zed.IntType{}, i, by)
	t.terms.nodes[j].gen = max(t.terms.nodes[j].gen, gen+1)
	return j, deps{}, true
}

// meetSequences derives what follows from the equality of two concatenations.
func meetSequences(t *branch, i, j int) {
	x, y := t.terms.nodes[i], t.terms.nodes[j]
	if zed.Operator(y.op) == zed.Cat {
		i, j, x, y = j, i, y, x
	}
	if zed.Operator(x.op) != zed.Cat || zed.Operator(y.op) != zed.Cat && y.op != "⟨⟩" || !t.terms.live[i] {
		return
	}
	typ := x.typ
	left, right := x.args, y.args
	d := t.terms.explain(i, j).or(t.terms.alive[i])
	if y.op == "⟨⟩" {
		right = nil
		for _, e := range y.args {
			right = append(right, t.terms.make("⟨⟩", typ, e))
		}
	} else if t.terms.live[j] {
		d = d.or(t.terms.alive[j])
	} else {
		return
	}
	all := len(left) + len(right)
	left, right, d = strip(t, left, right, d)
	left, right = reverse(left), reverse(right)
	left, right, d = strip(t, left, right, d)
	left, right = reverse(left), reverse(right)
	if len(left)+len(right) < all {
		a, b := cat(t.terms, typ, left...), cat(t.terms, typ, right...)
		t.terms.enliven(a, d)
		t.terms.enliven(b, d)
		t.terms.merge(a, b, d)
		return
	}
	if y.op == "⟨⟩" && len(right) <= maxWritten {
		var alternatives [][]literal
		for k := range len(right) + 1 {
			first := literal{kind: equalTo, a: left[0], b: cat(t.terms, typ, right[:k]...)}
			rest := literal{kind: equalTo, a: cat(t.terms, typ, left[1:]...), b: cat(t.terms, typ, right[k:]...)}
			t.terms.enliven(rest.a, d)
			alternatives = append(alternatives, []literal{first, rest})
		}
		t.splits.choose(d, alternatives...)
	}
}

// strip removes what two sequences begin with in common, and makes beginnings of the
// same length equal.
func strip(t *branch, left, right []int, d deps) ([]int, []int, deps) {
	for len(left) > 0 && len(right) > 0 {
		a, b := left[0], right[0]
		if e, ok := t.terms.areEqual(a, b); ok {
			d = d.or(e)
		} else if x, y := &t.terms.nodes[a], &t.terms.nodes[b]; x.op == "⟨⟩" && y.op == "⟨⟩" &&
			len(x.args) == 1 && len(y.args) == 1 {
			t.terms.merge(x.args[0], y.args[0], d)
		} else if e, ok := t.terms.areEqual(t.terms.size(a), t.terms.size(b)); ok {
			t.terms.merge(a, b, d.or(e))
			d = d.or(e)
		} else {
			break
		}
		left, right = left[1:], right[1:]
	}
	return left, right, d
}

func writeCat(t *reader, typ zed.Type, args []int) (int, bool) {
	return cat(t.terms, typ, args...), true
}

func writeRev(t *reader, typ zed.Type, args []int) (int, bool) {
	return rev(t.terms, typ, args[0]), true
}
