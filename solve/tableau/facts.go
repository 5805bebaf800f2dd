package tableau

import (
	"github.com/ttf-int/ttf-int/zed"
)

// member says x ∈ s, or x ∉ s where it is not in.
type member struct {
	x, s int
	in   bool
	deps deps
}

// inequation says a ≠ b.
type inequation struct {
	a, b int
	deps deps
}

// lessEq says a + gap ≤ b.
type lessEq struct {
	a, b int
	gap  int64
	deps deps
}

// facts are what is known of elements and sets, and which terms differ.
type facts struct {
	*terms
	splits
	bounds
	members []member
	apart   []inequation
}

// saturate works off the tasks until there are none, and derives what looks at
// everything; false where a limit is reached.
func (t *Tableau) saturate() bool {
	for {
		for len(t.queue) > 0 && !t.broken {
			next := t.queue[0]
			t.queue = t.queue[1:]
			if t.exhausted() {
				return false
			}
			t.rules.work(next)
		}
		if t.broken {
			t.queue = t.queue[:0]
			return true
		}
		if t.splitter.propagate() || t.broken || len(t.queue) > 0 {
			continue
		}
		if t.instantiation.instantiate() || t.broken || len(t.queue) > 0 {
			continue
		}
		if t.arithmetic.integers(); !t.broken && len(t.queue) == 0 {
			return true
		}
	}
}

// rules brings what holds of the operators to bear on the facts.
type rules struct{ *branch }

func (t *rules) work(k task) {
	switch k.kind {
	case grown:
		t.grow(k.a)
	case learnt, again:
		f := t.members[k.a]
		c := &t.classes[t.find(f.s)]
		if k.kind == again {
			t.compare(k.a)
		}
		for _, n := range c.terms {
			t.down(k.a, n)
		}
		for _, u := range c.uses {
			t.up(k.a, u)
		}
	case downward:
		t.down(k.a, k.b)
	case upward:
		t.up(k.a, k.b)
	case met:
		t.meet(k.a, k.b)
	case joined:
		t.join(k.left, k.right)
	}
}

// compare looks for another membership of an equal element in the same set.
func (t *facts) compare(f int) {
	m := t.members[f]
	root := t.find(m.x)
	for _, g := range t.classes[t.find(m.s)].members {
		if o := &t.members[g]; o.in != m.in && t.find(o.x) == root {
			t.clash(m.deps.or(o.deps).or(t.explain(m.x, o.x)).or(t.explain(m.s, o.s)))
			return
		}
	}
}

// join does what follows from two classes becoming one.
func (t *rules) join(left, right class) {
	for _, side := range [2][2]class{{left, right}, {right, left}} {
		a, b := side[0], side[1]
		for _, f := range a.members {
			t.compare(f)
			for _, n := range b.terms {
				t.add(task{kind: downward, a: f, b: n})
			}
			for _, u := range b.uses {
				t.add(task{kind: upward, a: f, b: u})
			}
		}
	}
	t.joinParts(left, right)
	smaller := left.elems
	if len(right.elems) < len(smaller) {
		smaller = right.elems
	}
	for _, f := range smaller {
		t.add(task{kind: again, a: f})
	}
	for _, i := range left.apart {
		t.apartEqual(i)
	}
	for _, i := range right.apart {
		t.apartEqual(i)
	}
	for _, p := range left.uses {
		for _, q := range right.uses {
			m, n := &t.nodes[p], &t.nodes[q]
			if p == q || m.op != n.op || len(m.args) != len(n.args) || m.bound != n.bound || m.env != n.env {
				continue
			}
			if t.congruent(m.args, n.args) {
				t.merge(p, q, t.explainAll(m.args, n.args))
			}
		}
	}
	for _, m := range left.terms {
		for _, n := range right.terms {
			if len(t.nodes[m].args) > 0 && len(t.nodes[n].args) > 0 {
				t.add(task{kind: met, a: m, b: n})
			}
		}
	}
	constructedAs(t.branch, left, right)
	// Terms whose value depends on how an argument is put together.
	for _, side := range [2]class{left, right} {
		for _, u := range side.uses {
			switch zed.Operator(t.nodes[u].op) {
			case zed.Rev, zed.Filter, zed.Ran, zed.Card, zed.Cat, zed.Prefix, zed.Suffix, zed.Infix:
				t.add(task{kind: grown, a: u})
			}
		}
	}
	// What is about the emptiness, the truth or the number of a term is looked
	// at again where it became known.
	for _, side := range [2][2]class{{left, right}, {right, left}} {
		if side[0].fixed > 0 || side[1].fixed == 0 {
			continue
		}
		for _, n := range side[0].terms {
			t.add(task{kind: grown, a: n})
		}
		for _, u := range side[0].uses {
			t.add(task{kind: grown, a: u})
		}
	}
}

// joinParts notes that memberships of elements that are tuples now are about
// their parts.
func (t *rules) joinParts(left, right class) {
	for _, side := range [2][2]class{{left, right}, {right, left}} {
		for _, n := range side[0].terms {
			if m := &t.nodes[n]; m.op == "()" || m.op == "⦉⦊" {
				for _, f := range side[1].elems {
					for _, a := range m.args {
						t.element(f, a)
						t.add(task{kind: again, a: f})
					}
				}
				for _, u := range side[1].uses {
					t.add(task{kind: grown, a: u})
				}
				break
			}
		}
	}
}

// put adds x ∈ s, or x ∉ s.
func (t *facts) put(x, s int, in bool, d deps) {
	if t.broken {
		return
	}
	root := t.find(x)
	for _, g := range t.classes[t.find(s)].members {
		o := &t.members[g]
		if t.find(o.x) != root {
			continue
		}
		if o.in == in {
			return
		}
		t.clash(d.or(o.deps).or(t.explain(x, o.x)).or(t.explain(s, o.s)))
		return
	}
	i := len(t.members)
	t.members = append(t.members, member{x, s, in, d})
	c := t.changeClass(t.find(s))
	c.members = append(c.members, i)
	t.element(i, x)
	t.add(task{kind: learnt, a: i})
}

// element notes that a membership is about an element, and about its parts.
func (t *facts) element(f, x int) {
	c := t.changeClass(t.find(x))
	c.elems = append(c.elems, f)
	for _, n := range t.classes[t.find(x)].terms {
		if m := &t.nodes[n]; m.op == "()" || m.op == "⦉⦊" {
			for _, a := range m.args {
				t.element(f, a)
			}
			return
		}
	}
}

// in and out add memberships.
func (t *facts) in(x, s int, d deps)  { t.put(x, s, true, d) }
func (t *facts) out(x, s int, d deps) { t.put(x, s, false, d) }

// isIn tells whether x ∈ s, or x ∉ s, is known.
func (t *facts) isIn(x, s int) (in, known bool, d deps) {
	root := t.find(x)
	for _, g := range t.classes[t.find(s)].members {
		if o := &t.members[g]; t.find(o.x) == root {
			return o.in, true, o.deps.or(t.explain(x, o.x)).or(t.explain(s, o.s))
		}
	}
	if d, ok := t.isEmpty(s); ok {
		return false, true, d
	}
	return false, false, deps{}
}

// differ adds a ≠ b.
func (t *facts) differ(a, b int, d deps) {
	if t.broken {
		return
	}
	if e, ok := t.equal(a, b); ok {
		t.clash(d.or(e))
		return
	}
	fa, fb := t.classes[t.find(a)].fixed, t.classes[t.find(b)].fixed
	if fa > 0 && fb > 0 {
		return
	}
	for _, i := range t.classes[t.find(a)].apart {
		o := &t.apart[i]
		if t.find(o.a) == t.find(b) || t.find(o.b) == t.find(b) {
			return
		}
	}
	i := len(t.apart)
	t.apart = append(t.apart, inequation{a: a, b: b, deps: d})
	t.changeClass(t.find(a)).apart = append(t.classes[t.find(a)].apart, i)
	t.changeClass(t.find(b)).apart = append(t.classes[t.find(b)].apart, i)
	switch t.nodes[a].typ.(type) {
	case zed.PowerType:
		t.differentSets(a, b, d)
	case zed.IntType:
		t.choose(d, []literal{less(a, b)}, []literal{less(b, a)})
	case zed.ProductType, zed.SchemaType:
		t.differentParts(a, b, d)
	}
}

// differentParts says that some part of two tuples differs.
func (t *facts) differentParts(a, b int, d deps) {
	x, d1 := t.parts(a)
	y, d2 := t.parts(b)
	if len(x) != len(y) {
		return
	}
	var all [][]literal
	for k := range x {
		all = append(all, []literal{{kind: equalTo, a: x[k], b: y[k], negated: true}})
	}
	t.choose(d.or(d1).or(d2), all...)
}

// differentSets makes a witness for two sets that differ.
func (t *facts) differentSets(a, b int, d deps) {
	for _, side := range [2][2]int{{a, b}, {b, a}} {
		if e, ok := t.isEmpty(side[0]); ok {
			t.inhabit(side[1], d.or(e))
			return
		}
	}
	w, ok := t.witness("≠", t.nodes[a].typ.(zed.PowerType).Elem, a, b)
	if !ok {
		return
	}
	t.choose(d,
		[]literal{{kind: memberOf, a: w, b: a}, {kind: memberOf, a: w, b: b, negated: true}},
		[]literal{{kind: memberOf, a: w, b: a, negated: true}, {kind: memberOf, a: w, b: b}})
}

// inhabit says that a set has an element.
func (t *facts) inhabit(s int, d deps) {
	if t.inhabited(s) {
		return
	}
	if e, ok := t.isEmpty(s); ok {
		t.clash(d.or(e))
		return
	}
	if w, ok := t.witness("∈", t.nodes[s].typ.(zed.PowerType).Elem, s); ok {
		t.in(w, s, d)
	}
}

// inhabitTypes says of each given type of which no element is known that it has one,
// and tells whether there was any. It is all that is known of a given type.
func (t *facts) inhabitTypes() bool {
	some := false
	for i := range t.nodes {
		named, given := t.elem(i).(zed.NamedType)
		if given && !named.Free && t.isUniverse(i) && !t.inhabited(i) {
			t.inhabit(i, deps{})
			some = some || t.broken || t.inhabited(i)
		}
	}
	return some
}

// apartEqual looks whether an inequation became false, or says more now.
func (t *facts) apartEqual(i int) {
	o := t.apart[i]
	if e, ok := t.equal(o.a, o.b); ok {
		t.clash(o.deps.or(e))
		return
	}
	if _, ok := t.nodes[o.a].typ.(zed.PowerType); !ok {
		return
	}
	for _, side := range [2][2]int{{o.a, o.b}, {o.b, o.a}} {
		if e, ok := t.isEmpty(side[0]); ok {
			t.inhabit(side[1], o.deps.or(e))
		}
	}
}

// witness returns the element that is made for a reason, the same each time; ok
// is false where witnesses are too deep in each other.
func (t *terms) witness(why string, typ zed.Type, of ...int) (int, bool) {
	gen := 0
	for _, n := range of {
		gen = max(gen, t.nodes[n].gen)
	}
	if gen >= t.deepest {
		t.cut = true
		return 0, false
	}
	n := t.make("w"+why, typ, of...)
	if t.nodes[n].gen <= gen {
		t.nodes[n].gen = gen + 1
	}
	return n, true
}

// parts returns the components of a tuple or binding, which are made where it
// is not written as one.
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
