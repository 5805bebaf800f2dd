package tableau

import (
	"math/big"

	"github.com/ttf-int/ttf-int/zed"
)

// truth tells whether a literal is known to be true or false, and why.
func (t *facts) truth(l literal) (holds, known bool, d deps) {
	switch l.kind {
	case memberOf:
		holds, known, d = t.isIn(l.a, l.b)
	case equalTo:
		holds, known, d = t.areEqual(l.a, l.b)
	case lessOrEq:
		a, d1 := t.terms.valueOf(l.a)
		b, d2 := t.terms.valueOf(l.b)
		if a != nil && b != nil {
			return isAtMost(a, l.gap, b), true, d1.or(d2)
		}
		return false, false, deps{}
	case predicate:
		return false, false, deps{}
	default:
		n := l.a
		if l.kind == within {
			n = t.terms.subset(l.a, l.b)
		}
		if e, ok := t.terms.areEqual(n, t.terms.yes); ok {
			holds, known, d = true, true, e
		} else if e, ok := t.terms.areEqual(n, t.terms.no); ok {
			holds, known, d = false, true, e
		}
	}
	return holds != l.negated, known, d
}

// isAtMost tells whether a + gap ≤ b.
func isAtMost(a *big.Int, gap int64, b *big.Int) bool {
	return new(big.Int).Sub(b, a).Cmp(big.NewInt(gap)) >= 0
}

// areEqual tells whether two terms are known to be equal, or known to differ, and why.
func (t *facts) areEqual(a, b int) (same, known bool, d deps) {
	if d, ok := t.terms.areEqual(a, b); ok {
		return true, true, d
	}
	ra, rb := t.terms.find(a), t.terms.find(b)
	if fa, fb := t.terms.classes[ra].fixed, t.terms.classes[rb].fixed; fa > 0 && fb > 0 {
		return false, true, t.terms.explain(a, fa-1).or(t.terms.explain(b, fb-1))
	}
	for _, i := range t.terms.classes[ra].apart {
		o := &t.apart[i]
		switch {
		case t.terms.find(o.a) == ra && t.terms.find(o.b) == rb:
			return false, true, o.deps.or(t.terms.explain(a, o.a)).or(t.terms.explain(b, o.b))
		case t.terms.find(o.a) == rb && t.terms.find(o.b) == ra:
			return false, true, o.deps.or(t.terms.explain(a, o.b)).or(t.terms.explain(b, o.a))
		}
	}
	return false, false, deps{}
}

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

// facts are what is known about elements and sets, and about which terms differ.
type facts struct {
	agenda  *agenda
	terms   *terms
	splits  *splits
	members []member
	apart   []inequation
}

// undo goes back to the state with the given numbers of memberships and inequations.
func (t *facts) undo(members, apart int) {
	t.members, t.apart = t.members[:members], t.apart[:apart]
}

// compare looks for another membership of an equal element in the same set, and for a
// contradiction between the two.
func (t *facts) compare(f int) {
	m := t.members[f]
	root := t.terms.find(m.x)
	for _, g := range t.terms.classes[t.terms.find(m.s)].members {
		if o := &t.members[g]; o.in != m.in && t.terms.find(o.x) == root {
			t.agenda.clash(m.deps.or(o.deps).or(t.terms.explain(m.x, o.x)).or(t.terms.explain(m.s, o.s)))
			return
		}
	}
}

// put adds x ∈ s, or x ∉ s.
func (t *facts) put(x, s int, in bool, d deps) {
	if t.agenda.broken {
		return
	}
	root := t.terms.find(x)
	for _, g := range t.terms.classes[t.terms.find(s)].members {
		o := &t.members[g]
		if t.terms.find(o.x) != root {
			continue
		}
		if o.in == in {
			return
		}
		t.agenda.clash(d.or(o.deps).or(t.terms.explain(x, o.x)).or(t.terms.explain(s, o.s)))
		return
	}
	i := len(t.members)
	t.members = append(t.members, member{x, s, in, d})
	c := t.terms.changeClass(t.terms.find(s))
	c.members = append(c.members, i)
	t.element(i, x)
	t.agenda.add(task{kind: learnt, a: i})
}

// element records that a membership is about an element and its parts.
func (t *facts) element(f, x int) {
	c := t.terms.changeClass(t.terms.find(x))
	c.elems = append(c.elems, f)
	for _, n := range t.terms.classes[t.terms.find(x)].terms {
		if m := &t.terms.nodes[n]; m.op == "()" || m.op == "⦉⦊" {
			for _, a := range m.args {
				t.element(f, a)
			}
			return
		}
	}
}

// addIn and addOut add memberships.
func (t *facts) addIn(x, s int, d deps) { t.put(x, s, true, d) }

func (t *facts) addOut(x, s int, d deps) { t.put(x, s, false, d) }

// isIn tells whether x ∈ s or x ∉ s is known, and why.
func (t *facts) isIn(x, s int) (in, known bool, d deps) {
	root := t.terms.find(x)
	for _, g := range t.terms.classes[t.terms.find(s)].members {
		if o := &t.members[g]; t.terms.find(o.x) == root {
			return o.in, true, o.deps.or(t.terms.explain(x, o.x)).or(t.terms.explain(s, o.s))
		}
	}
	if d, ok := t.terms.isEmpty(s); ok {
		return false, true, d
	}
	return false, false, deps{}
}

// differ adds a ≠ b.
func (t *facts) differ(a, b int, d deps) {
	if t.agenda.broken {
		return
	}
	if e, ok := t.terms.areEqual(a, b); ok {
		t.agenda.clash(d.or(e))
		return
	}
	fa, fb := t.terms.classes[t.terms.find(a)].fixed, t.terms.classes[t.terms.find(b)].fixed
	if fa > 0 && fb > 0 {
		return
	}
	for _, i := range t.terms.classes[t.terms.find(a)].apart {
		o := &t.apart[i]
		if t.terms.find(o.a) == t.terms.find(b) || t.terms.find(o.b) == t.terms.find(b) {
			return
		}
	}
	i := len(t.apart)
	t.apart = append(t.apart, inequation{a: a, b: b, deps: d})
	t.terms.changeClass(t.terms.find(a)).apart = append(t.terms.classes[t.terms.find(a)].apart, i)
	t.terms.changeClass(t.terms.find(b)).apart = append(t.terms.classes[t.terms.find(b)].apart, i)
	switch t.terms.nodes[a].typ.(type) {
	case zed.PowerType:
		t.separateSets(a, b, d)
	case zed.IntType:
		t.splits.choose(d, []literal{less(a, b)}, []literal{less(b, a)})
	case zed.ProductType, zed.SchemaType:
		t.assertDifferentParts(a, b, d)
	}
}

// separateSets makes a witness for the difference of two sets.
func (t *facts) separateSets(a, b int, d deps) {
	for _, side := range [2][2]int{{a, b}, {b, a}} {
		if e, ok := t.terms.isEmpty(side[0]); ok {
			t.inhabit(side[1], d.or(e))
			return
		}
	}
	w, ok := t.terms.witness("≠", t.terms.nodes[a].typ.(zed.PowerType).Elem, a, b)
	if !ok {
		return
	}
	t.splits.choose(d,
		[]literal{{kind: memberOf, a: w, b: a}, {kind: memberOf, a: w, b: b, negated: true}},
		[]literal{{kind: memberOf, a: w, b: a, negated: true}, {kind: memberOf, a: w, b: b}})
}

// inhabit gives a set an element.
func (t *facts) inhabit(s int, d deps) {
	if t.isInhabited(s) {
		return
	}
	if e, ok := t.terms.isEmpty(s); ok {
		t.agenda.clash(d.or(e))
		return
	}
	if w, ok := t.terms.witness("∈", t.terms.nodes[s].typ.(zed.PowerType).Elem, s); ok {
		t.addIn(w, s, d)
	}
}

// inhabitTypes gives each given type without a known element one, since that is all
// that is known of given types. It returns whether there was any.
func (t *facts) inhabitTypes() bool {
	some := false
	for i := range t.terms.nodes {
		named, given := t.terms.elem(i).(zed.NamedType)
		if given && !named.Free && t.terms.isUniverse(i) && !t.isInhabited(i) {
			t.inhabit(i, deps{})
			some = some || t.agenda.broken || t.isInhabited(i)
		}
	}
	return some
}

// recheckInequation examines an inequation again: whether it has become false, or more follows
// from it.
func (t *facts) recheckInequation(i int) {
	o := t.apart[i]
	if e, ok := t.terms.areEqual(o.a, o.b); ok {
		t.agenda.clash(o.deps.or(e))
		return
	}
	if _, ok := t.terms.nodes[o.a].typ.(zed.PowerType); !ok {
		return
	}
	for _, side := range [2][2]int{{o.a, o.b}, {o.b, o.a}} {
		if e, ok := t.terms.isEmpty(side[0]); ok {
			t.inhabit(side[1], o.deps.or(e))
		}
	}
}

// witness returns the element that stands for a reason, the same one each time; ok is
// false where witnesses nest too deeply.
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

// bounds are what is known about how integers compare.
type bounds struct {
	agenda *agenda
	terms  *terms
	orders []lessEq
}

// undo goes back to the state with the given number of comparisons.
func (t *bounds) undo(orders int) { t.orders = t.orders[:orders] }

// order adds a + gap ≤ b.
func (t *bounds) order(a, b int, gap int64, d deps) {
	if t.agenda.broken {
		return
	}
	if x, e1 := t.terms.valueOf(a); x != nil {
		if y, e2 := t.terms.valueOf(b); y != nil {
			if !isAtMost(x, gap, y) {
				t.agenda.clash(d.or(e1).or(e2))
			}
			return
		}
	}
	for _, o := range t.orders {
		if o.a == a && o.b == b && o.gap >= gap {
			return
		}
	}
	t.orders = append(t.orders, lessEq{a, b, gap, d})
	t.terms.version++
}

// isInhabited tells whether an element of a set is known.
func (t *facts) isInhabited(s int) bool {
	for _, g := range t.terms.classes[t.terms.find(s)].members {
		if t.members[g].in {
			return true
		}
	}
	return false
}
