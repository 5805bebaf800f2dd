package tableau

import (
	"math/big"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// grow does what a term says by itself.
func (t *rules) grow(i int) {
	n := &t.nodes[i]
	a := n.args
	switch op := zed.Operator(n.op); op {
	case "{}":
		for _, e := range a {
			t.in(e, i, deps{})
		}
	case "⟨⟩":
		for k, e := range a {
			t.in(t.couple(t.number(int64(k+1)), e), i, deps{})
		}
		t.merge(t.make("sequence", zed.BoolType{}, i), t.yes, deps{})
		t.merge(t.size(i), t.number(int64(len(a))), deps{})
	case zed.SubsetEq:
		growSubset(t.branch, i)
	case "function", "injection":
		functional(t.branch, i)
	case "sequence":
		growIsSequence(t.branch, i)
	case zed.Card:
		growSize(t.branch, i)
	case zed.Range:
		growRange(t.branch, i)
	case zed.Union, zed.Dom, zed.Ran:
		if d, ok := t.isEmpty(i); ok {
			for _, s := range a {
				t.merge(s, t.none(t.nodes[s].typ), d)
			}
		}
		if op == zed.Ran || op == zed.Dom {
			growSide(t.branch, i, op)
		}
	case zed.Minus:
		if d, ok := t.isEmpty(i); ok {
			t.include(a[0], a[1], false, d)
		}
	case "apply":
		applied(t.branch, i)
	case zed.PowerSet:
		t.in(a[0], i, deps{})
	case zed.Times:
		if len(a) == 2 && a[0] == a[1] {
			t.order(t.number(0), i, 0, deps{})
			t.order(a[0], i, 0, deps{})
		}
	case "comprehension":
		growComprehension(t.branch, i)
	case zed.Min, zed.Max:
		growBest(t.branch, i)
	case zed.Div, zed.Mod:
		growDivision(t.branch, i)
	case "if":
		growIf(t.branch, i)
	default:
		switch {
		case strings.HasPrefix(n.op, "."):
			growSelector(t.branch, i)
		case strings.HasPrefix(n.op, constructor), strings.HasPrefix(n.op, asRelation):
			growConstructor(t.branch, i)
		default:
			growSequence(t.branch, i)
		}
	}
}

// meet does what follows from two terms being equal that are written out.
func (t *rules) meet(i, j int) {
	m, n := &t.nodes[i], &t.nodes[j]
	constructed := strings.HasPrefix(m.op, constructor) && strings.HasPrefix(n.op, constructor)
	switch {
	case constructed && m.op != n.op:
		t.clash(t.explain(i, j))
	case zed.Operator(m.op) == zed.Range && zed.Operator(n.op) == zed.Range:
		ends(t.branch, i)
		ends(t.branch, j)
	case constructed, m.op == n.op && (m.op == "()" || m.op == "⦉⦊"), m.op == "⟨⟩" && n.op == "⟨⟩" && len(m.args) == len(n.args):
		d := t.explain(i, j)
		a, b := m.args, n.args
		for k := range a {
			t.merge(a[k], b[k], d)
		}
	default:
		meetSequences(t.branch, i, j)
	}
}

// enliven notes that a term has a value, and with it its parts. What a witness was made
// for is not a part of it.
func (t *terms) enliven(n int, d deps) {
	if t.live[n] {
		return
	}
	t.set(change{kind: nowLive, i: n})
	t.live[n] = true
	t.alive[n] = d
	if isWitness(t.nodes[n].op) {
		return
	}
	for _, a := range needed(&t.nodes[n]) {
		t.enliven(a, d)
	}
	if len(t.nodes[n].args) > 0 || t.nodes[n].bound != nil {
		t.add(task{kind: grown, a: n})
	}
}

// enlivenSet notes what has a value where it is known whether something is in a
// set: not each part of how the set is put together, some of which decide it. What
// a comprehension says of other elements may have none, and what sets and functions are
// made of is not asked where they are empty.
func (t *values) enlivenSet(n int, d deps) {
	m := &t.nodes[n]
	switch op := zed.Operator(m.op); op {
	case zed.Dom, zed.Ran, zed.Inverse, zed.Identity, zed.BigUnion, zed.TransClos, zed.ReflClos:
		t.enlivenSet(m.args[0], d)
	case "{}", "comprehension":
	default:
		if !isTotal(m.op) && !toolkit.IsSpace(op) {
			t.enliven(n, d)
		}
	}
}

func (t *terms) subset(a, b int) int {
	return t.make(string(zed.SubsetEq), zed.BoolType{}, a, b)
}

// include adds a ⊆ b, or that it is not so.
func (t *branch) include(a, b int, negated bool, d deps) {
	switch {
	case negated:
		t.merge(t.subset(a, b), t.no, d)
	case !t.isUniverse(b):
		t.merge(t.subset(a, b), t.yes, d)
	}
}

func growSubset(t *branch, i int) {
	a, b := t.nodes[i].args[0], t.nodes[i].args[1]
	if d, ok := t.equal(i, t.yes); ok {
		for _, g := range t.classes[t.find(a)].members {
			if o := t.members[g]; o.in {
				t.in(o.x, b, d.or(o.deps).or(t.explain(o.s, a)))
			}
		}
		for _, g := range t.classes[t.find(b)].members {
			if o := t.members[g]; !o.in {
				t.out(o.x, a, d.or(o.deps).or(t.explain(o.s, b)))
			}
		}
		if e, ok := t.isEmpty(b); ok {
			t.merge(a, t.none(t.nodes[a].typ), d.or(e))
		}
		bothWays(t, i, a, b, d)
		transitive(t, a, b, d)
		subsetSizes(t, a, b, d)
	} else if d, ok := t.equal(i, t.no); ok {
		if e, ok := t.equal(a, b); ok {
			t.clash(d.or(e))
		}
		if w, ok := t.witness("⊈", t.elem(a), a, b); ok {
			t.in(w, a, d)
			t.out(w, b, d)
		}
	}
}

// transitive says of r ⨾ r ⊆ r that r is its own transitive closure.
func transitive(t *branch, a, b int, d deps) {
	for _, n := range t.classes[t.find(a)].terms {
		m := &t.nodes[n]
		if zed.Operator(m.op) != zed.RelComp || t.find(m.args[0]) != t.find(b) || t.find(m.args[1]) != t.find(b) {
			continue
		}
		d = d.or(t.explain(a, n)).or(t.explain(m.args[0], b)).or(t.explain(m.args[1], b))
		t.merge(t.make(string(zed.TransClos), t.nodes[b].typ, b), b, d)
		return
	}
}

// bothWays merges sets that include each other.
func bothWays(t *branch, i, a, b int, d deps) {
	for _, u := range t.classes[t.find(a)].uses {
		o := &t.nodes[u]
		if zed.Operator(o.op) != zed.SubsetEq || t.find(o.args[0]) != t.find(b) || t.find(o.args[1]) != t.find(a) {
			continue
		}
		if e, ok := t.equal(u, t.yes); ok {
			t.merge(a, b, d.or(e).or(t.explain(o.args[0], b)).or(t.explain(o.args[1], a)))
			return
		}
	}
}

// functional joins the values that a function has for equal arguments, or, of
// an injection, the arguments that have equal values.
func functional(t *branch, i int) {
	f := t.nodes[i].args[0]
	d, ok := t.equal(i, t.yes)
	if !ok {
		if d, ok := t.equal(i, t.no); ok {
			notFunctional(t, i, f, d)
		}
		return
	}
	list := t.classes[t.find(f)].members
	for k, g := range list {
		joinValues(t, i, d, t.members[g], list[:k])
	}
}

// functionalAt does the same for one pair and all the others.
func functionalAt(t *branch, i int, m member) {
	if d, ok := t.equal(i, t.yes); ok {
		joinValues(t, i, d, m, t.classes[t.find(t.nodes[i].args[0])].members)
	}
}

func joinValues(t *branch, i int, d deps, p member, others []int) {
	if !p.in {
		return
	}
	f := t.nodes[i].args[0]
	inverse := t.nodes[i].op == "injection"
	x, y, e1 := t.pair(p.x)
	if inverse {
		x, y = y, x
	}
	for _, h := range others {
		q := t.members[h]
		if !q.in || t.broken {
			continue
		}
		v, w, e2 := t.pair(q.x)
		if inverse {
			v, w = w, v
		}
		same := t.find(x) == t.find(v)
		if same == (t.find(y) == t.find(w)) && (same || len(t.classes[t.find(y)].apart) == 0 && t.classes[t.find(y)].fixed == 0) {
			continue
		}
		e := d.or(p.deps).or(q.deps).or(e1).or(e2).or(t.explain(f, p.s)).or(t.explain(f, q.s))
		if same {
			t.merge(y, w, e.or(t.explain(x, v)))
		} else if same, known, e3 := t.areEqual(y, w); known && !same {
			t.differ(x, v, e.or(e3))
		}
	}
}

// notFunctional makes two pairs that a function cannot have.
func notFunctional(t *branch, i, f int, d deps) {
	typ := t.elem(f).(zed.ProductType)
	x, ok1 := t.witness(t.nodes[i].op+" 1", typ.Elems[0], f, i)
	y, ok2 := t.witness(t.nodes[i].op+" 2", typ.Elems[1], f, i)
	p, q := t.couple(x, y), 0
	if t.nodes[i].op == "injection" {
		z, ok := t.witness(t.nodes[i].op+" 3", typ.Elems[0], f, i)
		if !ok || !ok1 || !ok2 {
			return
		}
		q = t.couple(z, y)
		t.differ(x, z, d)
	} else {
		z, ok := t.witness(t.nodes[i].op+" 3", typ.Elems[1], f, i)
		if !ok || !ok1 || !ok2 {
			return
		}
		q = t.couple(x, z)
		t.differ(y, z, d)
	}
	t.in(p, f, d)
	t.in(q, f, d)
}

// applied says of f x, where it has a value, that it is the one value that f
// has for x.
func applied(t *branch, u int) {
	if !t.live[u] {
		return
	}
	f, x, d := t.nodes[u].args[0], t.nodes[u].args[1], t.alive[u]
	if p, ok := t.nodes[f].typ.(zed.PowerType); !ok || p.Elem == nil {
		return
	}
	t.in(t.couple(x, u), f, d)
	for _, g := range t.classes[t.find(f)].members {
		o := t.members[g]
		if !o.in || t.broken {
			continue
		}
		p, q, e := t.pair(o.x)
		if e2, ok := t.equal(p, x); ok {
			t.merge(q, u, d.or(o.deps).or(e).or(e2).or(t.explain(f, o.s)))
		}
	}
}

func growSelector(t *branch, i int) {
	k := 0
	for t.nodes[i].op != selector(k) {
		k++
	}
	for _, n := range t.classes[t.find(t.nodes[i].args[0])].terms {
		if m := &t.nodes[n]; m.op == "()" || m.op == "⦉⦊" {
			t.merge(i, m.args[k], t.explain(n, t.nodes[i].args[0]))
			return
		}
	}
}

// ends puts the ends of a range into it, unless it is empty.
func ends(t *branch, i int) {
	a := t.nodes[i].args
	t.choose(deps{}, []literal{less(a[1], a[0])},
		[]literal{{kind: memberOf, a: a[0], b: i}, {kind: memberOf, a: a[1], b: i}})
}

func growRange(t *branch, i int) {
	a := t.nodes[i].args
	if d, ok := t.isEmpty(i); ok {
		t.order(a[1], a[0], 1, d)
		return
	}
	low, d := t.valueOf(a[0])
	high, e := t.valueOf(a[1])
	if low == nil || high == nil || !low.IsInt64() || !high.IsInt64() || new(big.Int).Sub(high, low).Cmp(big.NewInt(maxWritten)) > 0 {
		return
	}
	for n := low.Int64(); n <= high.Int64(); n++ {
		t.in(t.number(n), i, d.or(e))
	}
}

// growSide gives the domain or range of a term that is written out.
func growSide(t *branch, i int, op zed.Operator) {
	r := t.nodes[i].args[0]
	for _, n := range t.classes[t.find(r)].terms {
		m := &t.nodes[n]
		d := t.explain(r, n)
		switch {
		case m.op == "{}":
			t.merge(i, sideOf(t, n, op, t.nodes[i].typ), d)
		case m.op == "⟨⟩" && op == zed.Ran:
			t.merge(i, t.make("{}", t.nodes[i].typ, m.args...), d)
		case zed.Operator(m.op) == zed.Cat && op == zed.Ran && t.live[n]:
			all := -1
			for _, p := range t.nodes[n].args {
				ran := t.make(string(zed.Ran), t.nodes[i].typ, p)
				if all < 0 {
					all = ran
				} else {
					all = t.make(string(zed.Union), t.nodes[i].typ, all, ran)
				}
			}
			t.merge(i, all, d.or(t.alive[n]))
		case zed.Operator(m.op) == zed.Rev && op == zed.Ran && t.live[n]:
			t.merge(i, t.make(string(zed.Ran), t.nodes[i].typ, m.args[0]), d.or(t.alive[n]))
		case zed.Operator(m.op) == zed.Filter && op == zed.Ran && t.live[n]:
			ran := t.make(string(zed.Ran), t.nodes[i].typ, m.args[0])
			t.merge(i, t.make(string(zed.Intersect), t.nodes[i].typ, ran, t.nodes[n].args[1]), d.or(t.alive[n]))
		}
	}
}

// sideOf returns the domain or range of {(a, b), (c, d)}.
func sideOf(t *branch, n int, op zed.Operator, typ zed.Type) int {
	k := 0
	if op == zed.Ran {
		k = 1
	}
	var all []int
	for _, p := range t.nodes[n].args {
		if x := t.selected(p, k, typ.(zed.PowerType).Elem); !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return t.make("{}", typ, all...)
}
