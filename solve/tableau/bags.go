package tableau

import "github.com/ttf-int/ttf-int/zed"

// A bag is a function to positive numbers. What is known of it is known of its elements
// one by one: s ♯ x, which is a number for every x, is put together from the numbers of
// the bags that s is made of.

// counted is the property of terms that are bags; total is how many there are in a
// finite bag altogether.
const (
	counted = "counted"
	total   = "total"
)

// isCounted asserts that a term is a bag.
func isCounted(t *branch, s int, d deps) {
	t.terms.merge(t.terms.make(counted, zed.BoolType{}, s), t.terms.yes, d)
}

// notCounted returns the literal that a term is not a bag.
func notCounted(t *branch, s int) literal {
	return literal{kind: holds, a: t.terms.make(counted, zed.BoolType{}, s), negated: true}
}

// count returns s ♯ x.
func count(t *branch, s, x int) int { return t.terms.make(string(zed.BagCount), zed.IntType{}, s, x) }

// domain returns dom s, of a relation s.
func domain(t *branch, s int) int {
	return t.terms.make(string(zed.Dom), zed.PowerType{Elem: t.terms.elem(s).(zed.ProductType).Elems[0]}, s)
}

// writeBag returns the term for a bag extension: the sum of bags of one element each.
func writeBag(t *reader, typ zed.Type, args []int) (int, bool) {
	set, ok := typ.(zed.PowerType)
	if !ok || len(args) == 0 {
		return t.terms.none(typ), len(args) == 0
	}
	return bagOf(t.terms, set, args...), true
}

func bagOf(t *terms, typ zed.PowerType, args ...int) int {
	all := -1
	for _, x := range args {
		single := t.make("{}", typ, t.make("()", typ.Elem, x, t.number(1)))
		t.merge(t.make(counted, zed.BoolType{}, single), t.yes, deps{})
		if all < 0 {
			all = single
		} else {
			all = t.make(string(zed.BagUnion), typ, all, single)
		}
	}
	return all
}

// downBags derives from s ∈ bag X what follows for s.
func downBags(t *branch, m member, n int, d deps) {
	of := t.terms.nodes[n].args[0]
	if m.in {
		isCounted(t, m.x, d)
		t.include(domain(t, m.x), of, false, d)
		return
	}
	alternatives := [][]literal{one(notCounted(t, m.x))}
	if !t.terms.isUniverse(of) {
		alternatives = append(alternatives, one(literal{kind: within, a: domain(t, m.x), b: of, negated: true}))
	}
	t.splits.choose(d, alternatives...)
}

// growCounted derives what follows for a bag; for a relation that is not a bag, that it
// is not a function or has a number below one.
func growCounted(t *branch, i int) {
	s := t.terms.nodes[i].args[0]
	function := t.terms.make("function", zed.BoolType{}, s)
	if d, ok := t.terms.areEqual(i, t.terms.no); ok {
		ints := zed.PowerType{Elem: zed.IntType{}}
		ran := t.terms.make(string(zed.Ran), ints, s)
		t.splits.choose(d, one(literal{kind: holds, a: function, negated: true}),
			one(literal{kind: within, a: ran, b: t.terms.leaf("ℕ₁", ints, false), negated: true}))
		return
	}
	d, ok := t.terms.areEqual(i, t.terms.yes)
	if !ok {
		return
	}
	t.terms.merge(function, t.terms.yes, d)
	for _, g := range t.terms.classes[t.terms.find(s)].members {
		countPair(t, s, t.facts.members[g], d)
	}
	for _, u := range t.terms.classes[t.terms.find(s)].uses {
		switch zed.Operator(t.terms.nodes[u].op) {
		case zed.BagCount, zed.BagUnion, zed.BagMinus, zed.BagScale:
			t.agenda.add(task{kind: grown, a: u})
		}
	}
}

func upCounted(t *branch, m member, u, _ int, _ deps) {
	if d, ok := t.terms.areEqual(u, t.terms.yes); ok {
		countPair(t, t.terms.nodes[u].args[0], m, d)
	}
}

// countPair derives, for a pair that is in a bag, that its number is how often its
// element occurs; for one that is not, that it is another number, or that the element
// does not occur.
func countPair(t *branch, s int, m member, d deps) {
	x, n, e := t.terms.pair(m.x)
	v, ok := t.values.haveValues(x, n)
	if !ok {
		return
	}
	d = d.or(e).or(v).or(m.deps).or(t.terms.explain(m.s, s))
	c := count(t, s, x)
	if m.in {
		t.bounds.order(t.terms.number(1), n, 0, d)
		t.terms.merge(c, n, d)
		return
	}
	t.splits.choose(d, one(literal{kind: equalTo, a: c, b: n, negated: true}),
		one(literal{kind: lessOrEq, a: n, b: t.terms.number(0)}))
}

func countApplies(t *values, n int) (deps, bool) {
	return t.terms.hasProperty(counted, t.terms.nodes[n].args[0])
}

// sumApplies tells whether the operands of ⊎ or ⩁ are known to be bags, and why.
func sumApplies(t *values, n int) (deps, bool) {
	a := t.terms.nodes[n].args
	d, ok := t.terms.hasProperty(counted, a[0])
	e, also := t.terms.hasProperty(counted, a[1])
	return d.or(e), ok && also
}

// scaleApplies tells whether the operands of ⊗ are known to be a natural number and a
// bag, and why.
func scaleApplies(t *values, n int) (deps, bool) {
	a := t.terms.nodes[n].args
	k, d := t.terms.valueOf(a[0])
	e, ok := t.terms.hasProperty(counted, a[1])
	return d.or(e), ok && k != nil && k.Sign() >= 0
}

// growCount derives s ♯ x from the terms that s is made of.
func growCount(t *branch, i int) {
	s, x := t.terms.nodes[i].args[0], t.terms.nodes[i].args[1]
	if t.terms.live[i] {
		isCounted(t, s, t.terms.alive[i])
	}
	d, ok := t.values.haveValues(i)
	if !ok {
		return
	}
	t.bounds.order(t.terms.number(0), i, 0, d)
	if e, ok := t.terms.isEmpty(s); ok {
		t.terms.merge(i, t.terms.number(0), d.or(e))
	}
	for _, n := range t.terms.classes[t.terms.find(s)].terms {
		if e, ok := t.values.haveValues(n); ok {
			countIn(t, i, n, x, d.or(e).or(t.terms.explain(s, n)))
		}
	}
	for _, u := range t.terms.classes[t.terms.find(s)].uses {
		switch op := zed.Operator(t.terms.nodes[u].op); op {
		case zed.BagUnion, zed.BagMinus, zed.BagScale:
			if _, ok := t.values.haveValues(u); ok {
				count(t, u, x)
			}
		case zed.SubBag:
			t.agenda.add(task{kind: grown, a: u})
		}
	}
}

// countIn derives, for i = n ♯ x, how often x occurs in the bags that n is made of.
func countIn(t *branch, i, n, x int, d deps) {
	a, integer := t.terms.nodes[n].args, zed.IntType{}
	switch zed.Operator(t.terms.nodes[n].op) {
	case zed.BagUnion:
		t.terms.merge(i, plus(t, count(t, a[0], x), count(t, a[1], x)), d)
	case zed.BagMinus:
		p, q := count(t, a[0], x), count(t, a[1], x)
		rest := t.terms.make(string(zed.Subtract), integer, p, q)
		t.splits.choose(d, []literal{{kind: lessOrEq, a: p, b: q}, {kind: equalTo, a: i, b: t.terms.number(0)}},
			[]literal{less(q, p), {kind: equalTo, a: i, b: rest}})
	case zed.BagScale:
		t.terms.merge(i, t.terms.make(string(zed.Times), integer, a[0], count(t, a[1], x)), d)
	}
}

// growSum derives that the operands of ⊎, ⩁ and ⊗ are bags, and what their value is.
func growSum(t *branch, i int) {
	a := t.terms.nodes[i].args
	if !hasValue(t, i) {
		return
	}
	d := t.terms.alive[i]
	isCounted(t, i, d)
	bags := a
	if zed.Operator(t.terms.nodes[i].op) == zed.BagScale {
		bags = a[1:]
		t.bounds.order(t.terms.number(0), a[0], 0, d)
	}
	for _, s := range bags {
		isCounted(t, s, d)
	}
	for _, s := range append([]int{i}, bags...) {
		for _, u := range t.terms.classes[t.terms.find(s)].uses {
			if m := &t.terms.nodes[u]; zed.Operator(m.op) == zed.BagCount &&
				t.terms.find(m.args[0]) == t.terms.find(s) {
				count(t, i, m.args[1])
				t.agenda.add(task{kind: grown, a: u})
			}
		}
	}
}

// hasValue tells whether a term has a value, which it has where the terms in it have.
func hasValue(t *branch, i int) bool {
	if !t.terms.live[i] {
		if d, ok := t.values.haveValues(i); ok {
			t.terms.enliven(i, d)
		}
	}
	return t.terms.live[i]
}

// growItems says what the items of a sequence are.
func growItems(t *branch, i int) {
	if !hasValue(t, i) {
		return
	}
	s, d, typ := t.terms.nodes[i].args[0], t.terms.alive[i], t.terms.nodes[i].typ
	isSequence(t, s, d)
	isCounted(t, i, d)
	dom := domain(t, i)
	t.terms.merge(dom, t.terms.make(string(zed.Ran), t.terms.nodes[dom].typ, s), d)
	t.terms.merge(t.terms.make(total, zed.IntType{}, i), t.terms.size(s), d)
	assertEmptyTogether(t, i, s, d)
	for _, n := range t.terms.classes[t.terms.find(s)].terms {
		e := d.or(t.terms.explain(s, n))
		switch m := &t.terms.nodes[n]; {
		case m.op == "⟨⟩":
			if v, ok := t.values.haveValues(m.args...); ok && len(m.args) > 0 {
				t.makeAlike(i, bagOf(t.terms, typ.(zed.PowerType), m.args...), e.or(v))
			}
		case zed.Operator(m.op) == zed.Rev && t.terms.live[n]:
			t.makeAlike(i, t.terms.make(string(zed.Items), typ, m.args[0]), e.or(t.terms.alive[n]))
		case zed.Operator(m.op) == zed.Cat && t.terms.live[n]:
			all := -1
			for _, p := range append([]int(nil), m.args...) {
				part := t.terms.make(string(zed.Items), typ, p)
				if all < 0 {
					all = part
				} else {
					all = t.terms.make(string(zed.BagUnion), typ, all, part)
				}
			}
			t.makeAlike(i, all, e.or(t.terms.alive[n]))
		}
	}
}

// makeAlike makes a term equal to one that has a value, with its parts.
func (t *branch) makeAlike(i, n int, d deps) {
	t.terms.enliven(n, d)
	t.terms.merge(i, n, d)
}

func itemsApplies(t *values, n int) (deps, bool) {
	return t.terms.hasProperty("sequence", t.terms.nodes[n].args[0])
}

// growTotal derives how many elements a finite bag has in all; this is made for the
// bags of sequences.
func growTotal(t *branch, i int) {
	s := t.terms.nodes[i].args[0]
	for _, n := range t.terms.classes[t.terms.find(s)].terms {
		m := &t.terms.nodes[n]
		switch e := t.terms.explain(s, n); {
		case m.op == "{}" && len(m.args) == 1:
			_, k, e2 := t.terms.pair(m.args[0])
			t.terms.merge(i, k, e.or(e2))
		case zed.Operator(m.op) == zed.BagUnion && t.terms.live[n]:
			a := m.args
			sum := plus(t, t.terms.make(total, zed.IntType{}, a[0]), t.terms.make(total, zed.IntType{}, a[1]))
			t.terms.merge(i, sum, e.or(t.terms.alive[n]))
		}
	}
}

// upTotal derives that a finite bag has at least as many elements in all as it has of
// one.
func upTotal(t *branch, m member, u, _ int, d deps) {
	if m.in {
		_, n, e := t.terms.pair(m.x)
		t.bounds.order(n, u, 0, d.or(e))
	}
}

// assertInBag asserts that something occurs in a bag; negated, that it does not, or
// that the term is not a bag.
func assertInBag(t *branch, _ *zed.Op, args []int, negated bool, _ *Env, d deps) {
	x, s := args[0], args[1]
	if negated {
		t.splits.choose(d, one(notCounted(t, s)), one(notIn(x, domain(t, s))))
		return
	}
	isCounted(t, s, d)
	t.facts.addIn(x, domain(t, s), d)
}

// assertSubBag asserts that a bag has at most as many of each element as another;
// negated, that it has more of one, or that one of the terms is not a bag.
func assertSubBag(t *branch, _ *zed.Op, args []int, negated bool, _ *Env, d deps) {
	part := t.terms.make(string(zed.SubBag), zed.BoolType{}, args[0], args[1])
	if negated {
		t.splits.choose(d, one(notCounted(t, args[0])), one(notCounted(t, args[1])),
			one(literal{kind: holds, a: part, negated: true}))
		return
	}
	isCounted(t, args[0], d)
	isCounted(t, args[1], d)
	t.terms.merge(part, t.terms.yes, d)
}

// growSubBag compares how often elements occur in two bags.
func growSubBag(t *branch, i int) {
	a, b := t.terms.nodes[i].args[0], t.terms.nodes[i].args[1]
	if d, ok := t.terms.areEqual(i, t.terms.no); ok {
		w, ok := t.terms.witness("⋢", t.terms.elem(a).(zed.ProductType).Elems[0], a, b)
		if !ok {
			return
		}
		t.facts.addIn(t.terms.couple(w, count(t, a, w)), a, d)
		t.bounds.order(count(t, b, w), count(t, a, w), 1, d)
		return
	}
	d, ok := t.terms.areEqual(i, t.terms.yes)
	if !ok {
		return
	}
	for _, s := range [2]int{a, b} {
		for _, u := range t.terms.classes[t.terms.find(s)].uses {
			m := &t.terms.nodes[u]
			if zed.Operator(m.op) != zed.BagCount || t.terms.find(m.args[0]) != t.terms.find(s) {
				continue
			}
			x := m.args[1]
			if e, ok := t.values.haveValues(x); ok {
				t.bounds.order(count(t, a, x), count(t, b, x), 0, d.or(e))
			}
		}
	}
}

// occur splits on whether an element is in a bag, where its number of occurrences is
// asked for.
func (t *splitter) occur() (int, bool) {
	for i := range len(t.b.terms.nodes) {
		if zed.Operator(t.b.terms.nodes[i].op) != zed.BagCount {
			continue
		}
		s, x := t.b.terms.nodes[i].args[0], t.b.terms.nodes[i].args[1]
		pair := t.b.terms.couple(x, i)
		if _, known, _ := t.b.facts.isIn(pair, s); known {
			continue
		}
		if d, ok := t.b.values.haveValues(i); ok {
			none := []literal{notIn(pair, s), notIn(x, domain(t.b, s)), {kind: equalTo, a: i, b: t.b.terms.number(0)}}
			return t.b.splits.addLate(d, one(isIn(pair, s)), none), true
		}
	}
	return 0, false
}
