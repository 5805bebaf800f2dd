package tableau

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// isIn and notIn are the literals of memberships.
func isIn(x, s int) literal { return literal{kind: memberOf, a: x, b: s} }

func notIn(x, s int) literal { return literal{kind: memberOf, a: x, b: s, negated: true} }

func growExtension(t *branch, i int) {
	for _, e := range t.nodes[i].args {
		t.in(e, i, deps{})
	}
}

func downUnion(t *branch, m member, n int, d deps) {
	a := t.nodes[n].args
	t.either(m.in, d, isIn(m.x, a[0]), isIn(m.x, a[1]))
}

func upUnion(t *branch, m member, u, k int, d deps) {
	a := t.nodes[u].args
	if m.in {
		t.in(m.x, u, d)
	} else if in, known, e := t.isIn(m.x, a[1-k]); known && !in {
		t.out(m.x, u, d.or(e))
	} else if in, known, e := t.isIn(m.x, u); known && in {
		t.in(m.x, a[1-k], d.or(e))
	}
}

// emptied says of a term that is empty that its arguments are empty.
func emptied(t *branch, i int) {
	if d, ok := t.isEmpty(i); ok {
		for _, s := range t.nodes[i].args {
			t.merge(s, t.none(t.nodes[s].typ), d)
		}
	}
}

func downIntersect(t *branch, m member, n int, d deps) {
	a := t.nodes[n].args
	t.both(m.in, d, isIn(m.x, a[0]), isIn(m.x, a[1]))
}

func upIntersect(t *branch, m member, u, k int, d deps) {
	a := t.nodes[u].args
	if !m.in {
		t.out(m.x, u, d)
	} else if in, known, e := t.isIn(m.x, a[1-k]); known && in {
		t.in(m.x, u, d.or(e))
	} else if in, known, e := t.isIn(m.x, u); known && !in {
		t.out(m.x, a[1-k], d.or(e))
	}
}

func downMinus(t *branch, m member, n int, d deps) {
	a := t.nodes[n].args
	t.both(m.in, d, isIn(m.x, a[0]), notIn(m.x, a[1]))
}

// growMinus says of s ∖ u that is empty that s is within u.
func growMinus(t *branch, i int) {
	if d, ok := t.isEmpty(i); ok {
		a := t.nodes[i].args
		t.include(a[0], a[1], false, d)
	}
}

func downSymDiff(t *branch, m member, n int, d deps) {
	a := t.nodes[n].args
	if m.in {
		t.choose(d, []literal{isIn(m.x, a[0]), notIn(m.x, a[1])}, []literal{notIn(m.x, a[0]), isIn(m.x, a[1])})
	} else {
		t.choose(d, []literal{isIn(m.x, a[0]), isIn(m.x, a[1])}, []literal{notIn(m.x, a[0]), notIn(m.x, a[1])})
	}
}

func growPower(t *branch, i int) { t.in(t.nodes[i].args[0], i, deps{}) }

func downCross(t *branch, m member, n int, d deps) {
	a := t.nodes[n].args
	if parts, e := t.parts(m.x); len(parts) == len(a) {
		var all []literal
		for i, p := range parts {
			all = append(all, isIn(p, a[i]))
		}
		t.both(m.in, d.or(e), all...)
	}
}

// upCross pairs an element of one set with those of the other.
func upCross(t *branch, m member, u, k int, d deps) {
	a := t.nodes[u].args
	if len(a) != 2 || !m.in {
		return
	}
	for _, g := range t.classes[t.find(a[1-k])].members {
		if o := t.members[g]; o.in {
			p, q := m.x, o.x
			if k == 1 {
				p, q = q, p
			}
			t.in(t.couple(p, q), u, d.or(o.deps).or(t.explain(o.s, a[1-k])))
		}
	}
}

// family says that sets that are written out as a sequence are disjoint, and
// that they make up another.
func family(t *branch, e *zed.Op, args []int, negated bool, in *Env, d deps) {
	ext, ok := e.Args[0].(*zed.SeqExt)
	if !ok || len(ext.Elems) == 0 {
		t.proposition(e, negated, in, d)
		return
	}
	sets := t.nodes[args[0]].args
	typ := t.nodes[sets[0]].typ
	var apart [][]literal
	union := sets[0]
	for i, a := range sets {
		for _, b := range sets[i+1:] {
			both := t.make(string(zed.Intersect), typ, a, b)
			apart = append(apart, []literal{{kind: equalTo, a: both, b: t.none(typ), negated: negated}})
		}
		if i > 0 {
			union = t.make(string(zed.Union), typ, union, a)
		}
	}
	if e.Op == zed.Partitions {
		apart = append(apart, []literal{{kind: equalTo, a: union, b: args[1], negated: negated}})
	}
	if negated {
		t.choose(d, apart...)
		return
	}
	for _, l := range apart {
		t.assume(l[0], d)
	}
}

// downExtension takes a membership in {a, b} or ⟨a, b⟩.
func downExtension(t *branch, m member, n int, d deps) {
	var all []literal
	for i, e := range t.nodes[n].args {
		if t.nodes[n].op == "⟨⟩" {
			e = t.couple(t.number(int64(i+1)), e)
		}
		all = append(all, literal{kind: equalTo, a: m.x, b: e})
	}
	t.either(m.in, d, all...)
}

// downLeaf takes a membership in a set that is a name.
func downLeaf(t *branch, m member, op string, d deps) {
	switch {
	case strings.HasPrefix(op, asRelation):
		if m.in {
			x, y, e := t.pair(m.x)
			t.merge(y, t.make(constructor+op[len(asRelation):], t.nodes[y].typ, x), d.or(e))
		}
	case op == "ℕ" || op == "ℕ₁":
		low := int64(0)
		if op == "ℕ₁" {
			low = 1
		}
		if m.in {
			t.order(t.number(low), m.x, 0, d)
		} else {
			t.order(m.x, t.number(low), 1, d)
		}
	case strings.HasPrefix(op, universe) && !m.in:
		t.clash(d)
	case strings.HasPrefix(op, "∅ ") && m.in:
		t.clash(d)
	}
}

// universe is the leaf for all of a type.
const universe = "carrier "

func downPower(t *branch, m member, n int, d deps) {
	op, of := zed.Operator(t.nodes[n].op), t.nodes[n].args[0]
	some := op == zed.PowerSet1 || op == zed.Finset1
	none := t.none(t.nodes[m.x].typ)
	switch {
	case m.in:
		t.include(m.x, of, false, d)
		if some {
			t.differ(m.x, none, d)
		}
	case op == zed.PowerSet:
		t.include(m.x, of, true, d)
	case op == zed.PowerSet1:
		t.choose(d, []literal{{kind: within, a: m.x, b: of, negated: true}}, []literal{{kind: equalTo, a: m.x, b: none}})
	}
}

func downBigUnion(t *branch, m member, n int, d deps) {
	of := t.nodes[n].args[0]
	if m.in {
		if s, ok := t.witness("⋃", t.nodes[m.s].typ, m.x, of); ok {
			t.in(s, of, d)
			t.in(m.x, s, d)
		}
		return
	}
	for _, g := range t.classes[t.find(of)].members {
		if o := t.members[g]; o.in {
			t.out(m.x, o.x, d.or(o.deps).or(t.explain(of, o.s)))
		}
	}
}

func downBigInter(t *branch, m member, n int, d deps) {
	of := t.nodes[n].args[0]
	if !m.in {
		if s, ok := t.witness("⋂", t.nodes[m.s].typ, m.x, of); ok {
			t.in(s, of, d)
			t.out(m.x, s, d)
		}
		return
	}
	for _, g := range t.classes[t.find(of)].members {
		if o := t.members[g]; o.in {
			t.in(m.x, o.x, d.or(o.deps).or(t.explain(of, o.s)))
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

// upMember takes what is known of a set's elements to the sets that it is an
// element of, where these are joined or met.
func upMember(t *branch, m member, u int) {
	if len(t.classes[t.find(m.s)].elems) == 0 {
		return
	}
	for _, g := range t.classes[t.find(m.s)].elems {
		if o := t.members[g]; t.find(o.x) == t.find(m.s) {
			for _, v := range t.classes[t.find(o.s)].uses {
				if op := zed.Operator(t.nodes[v].op); op == zed.BigUnion || op == zed.BigInter {
					upFamily(t, o, v, 0, o.deps.or(t.explain(o.s, t.nodes[v].args[0])))
				}
			}
		}
	}
}

func upMinus(t *branch, m member, u, k int, d deps) {
	a := t.nodes[u].args
	switch {
	case k == 0 && !m.in, k == 1 && m.in:
		t.out(m.x, u, d)
	default:
		// x ∈ s, or x ∉ t
		if in, known, e := t.isIn(m.x, a[1-k]); known && in == (k == 1) {
			t.in(m.x, u, d.or(e))
		} else if in, known, e := t.isIn(m.x, u); known && !in {
			t.put(m.x, a[1-k], k == 0, d.or(e))
		}
	}
}

// upSubset takes a membership through S ⊆ T, where that is true.
func upSubset(t *branch, m member, u, k int, d deps) {
	if e, ok := t.equal(u, t.yes); ok && (k == 0) == m.in {
		t.put(m.x, t.nodes[u].args[1-k], m.in, d.or(e))
	}
}

// upFamily takes an element of F, which is a set, to ⋃ F or ⋂ F.
func upFamily(t *branch, m member, u, _ int, d deps) {
	if !m.in {
		return
	}
	op := zed.Operator(t.nodes[u].op)
	for _, g := range t.classes[t.find(m.x)].members {
		o := t.members[g]
		e := d.or(o.deps).or(t.explain(m.x, o.s))
		if op == zed.BigUnion && o.in {
			t.in(o.x, u, e)
		} else if op == zed.BigInter && !o.in {
			t.out(o.x, u, e)
		}
	}
	for _, g := range t.classes[t.find(u)].members {
		o := t.members[g]
		e := d.or(o.deps).or(t.explain(u, o.s))
		if op == zed.BigUnion && !o.in {
			t.out(o.x, m.x, e)
		} else if op == zed.BigInter && o.in {
			t.in(o.x, m.x, e)
		}
	}
}

func literalsOfSubset(a, b int, negated bool) []literal {
	if negated {
		return nil
	}
	return []literal{{kind: within, a: a, b: b}, {kind: equalTo, a: a, b: b, negated: true}}
}

// assertSubset says of a ⊂ b that it is not so.
func assertSubset(t *branch, _ *zed.Op, args []int, _ bool, _ *Env, d deps) {
	a, b := args[0], args[1]
	t.choose(d, []literal{{kind: within, a: a, b: b, negated: true}}, []literal{{kind: equalTo, a: a, b: b}})
}

// writeUniverse returns all of a type for a set that is made of all of others.
func writeUniverse(t *reader, typ zed.Type, args []int) (int, bool) {
	if slices.ContainsFunc(args, func(a int) bool { return !t.isUniverse(a) }) {
		return 0, false
	}
	return t.leaf(universe+typeKey(typ), typ, false), true
}

// writeBag returns a bag of at most one element.
func writeBag(t *reader, typ zed.Type, args []int) (int, bool) {
	if set, ok := typ.(zed.PowerType); ok && len(args) == 1 {
		return t.make("{}", typ, t.make("()", set.Elem, args[0], t.number(1))), true
	}
	return t.none(typ), len(args) == 0
}
