package tableau

import "github.com/ttf-int/ttf-int/zed"

// assertDifferentParts asserts that two tuples differ in some component.
func (t *facts) assertDifferentParts(a, b int, d deps) {
	x, d1 := t.terms.parts(a)
	y, d2 := t.terms.parts(b)
	if len(x) != len(y) {
		return
	}
	var all [][]literal
	for k := range x {
		all = append(all, []literal{{kind: equalTo, a: x[k], b: y[k], negated: true}})
	}
	t.splits.choose(d.or(d1).or(d2), all...)
}

// parts returns the components of a tuple or binding, making them where it is not
// written as one.
func (t *terms) parts(x int) ([]int, deps) {
	for _, n := range t.classes[t.find(x)].terms {
		if m := &t.nodes[n]; m.op == "()" || m.op == "⦉⦊" {
			return m.args, t.explain(x, n)
		}
	}
	var args []int
	op := "()"
	switch typ := t.nodes[x].typ.(type) {
	case zed.ProductType:
		for i, e := range typ.Elems {
			args = append(args, t.make(selector(i), e, x))
		}
	case zed.SchemaType:
		op = "⦉⦊"
		for i, f := range typ.Fields {
			args = append(args, t.make(selector(i), f.Type, x))
		}
	}
	if len(args) == 0 {
		return nil, deps{}
	}
	t.merge(t.make(op, t.nodes[x].typ, args...), x, deps{})
	return args, deps{}
}

func selector(i int) string { return "." + string(rune('a'+i%26)) + string(rune('a'+i/26)) }

// pair returns the components of a pair.
func (t *terms) pair(x int) (a, b int, d deps) {
	p, d := t.parts(x)
	return p[0], p[1], d
}

// couple returns the pair of two terms.
func (t *terms) couple(a, b int) int {
	return t.make("()", zed.ProductType{Elems: []zed.Type{t.nodes[a].typ, t.nodes[b].typ}}, a, b)
}

func growSelector(t *branch, i int) {
	k := 0
	for t.terms.nodes[i].op != selector(k) {
		k++
	}
	for _, n := range t.terms.classes[t.terms.find(t.terms.nodes[i].args[0])].terms {
		if m := &t.terms.nodes[n]; m.op == "()" || m.op == "⦉⦊" {
			t.terms.merge(i, m.args[k], t.terms.explain(n, t.terms.nodes[i].args[0]))
			return
		}
	}
}

func (t *terms) selectPart(x, i int, typ zed.Type) int {
	if n := &t.nodes[x]; n.op == "()" || n.op == "⦉⦊" {
		return n.args[i]
	}
	return t.make(selector(i), typ, x)
}

// writeSide returns a component of a pair; not where the type is not one of pairs.
func writeSide(t *reader, typ zed.Type, pair, side int) (int, bool) {
	if _, ok := t.terms.nodes[pair].typ.(zed.ProductType); !ok {
		return 0, false
	}
	return t.terms.selectPart(pair, side, typ), true
}
