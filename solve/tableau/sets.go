package tableau

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// isIn returns the literal x ∈ s.
func isIn(x, s int) literal { return literal{kind: memberOf, a: x, b: s} }

func notIn(x, s int) literal { return literal{kind: memberOf, a: x, b: s, negated: true} }

func growExtension(t *branch, i int) {
	for _, e := range t.terms.nodes[i].args {
		t.facts.addIn(e, i, deps{})
	}
}

func downUnion(t *branch, m member, n int, d deps) {
	a := t.terms.nodes[n].args
	t.assertEither(m.in, d, isIn(m.x, a[0]), isIn(m.x, a[1]))
}

func upUnion(t *branch, m member, u, k int, d deps) {
	a := t.terms.nodes[u].args
	if m.in {
		t.facts.addIn(m.x, u, d)
	} else if in, known, e := t.facts.isIn(m.x, a[1-k]); known && !in {
		t.facts.addOut(m.x, u, d.or(e))
	} else if in, known, e := t.facts.isIn(m.x, u); known && in {
		t.facts.addIn(m.x, a[1-k], d.or(e))
	}
}

// emptyArguments says of a term that is empty that its arguments are empty.
func emptyArguments(t *branch, i int) {
	if d, ok := t.terms.isEmpty(i); ok {
		for _, s := range t.terms.nodes[i].args {
			t.terms.merge(s, t.terms.none(t.terms.nodes[s].typ), d)
		}
	}
}

func downIntersect(t *branch, m member, n int, d deps) {
	a := t.terms.nodes[n].args
	t.assertBoth(m.in, d, isIn(m.x, a[0]), isIn(m.x, a[1]))
}

func upIntersect(t *branch, m member, u, k int, d deps) {
	a := t.terms.nodes[u].args
	if !m.in {
		t.facts.addOut(m.x, u, d)
	} else if in, known, e := t.facts.isIn(m.x, a[1-k]); known && in {
		t.facts.addIn(m.x, u, d.or(e))
	} else if in, known, e := t.facts.isIn(m.x, u); known && !in {
		t.facts.addOut(m.x, a[1-k], d.or(e))
	}
}

func downMinus(t *branch, m member, n int, d deps) {
	a := t.terms.nodes[n].args
	t.assertBoth(m.in, d, isIn(m.x, a[0]), notIn(m.x, a[1]))
}

// growMinus says of s ∖ u that is empty that s is within u.
func growMinus(t *branch, i int) {
	if d, ok := t.terms.isEmpty(i); ok {
		a := t.terms.nodes[i].args
		t.include(a[0], a[1], false, d)
	}
}

func downSymDiff(t *branch, m member, n int, d deps) {
	a := t.terms.nodes[n].args
	if m.in {
		t.splits.choose(d, []literal{isIn(m.x, a[0]), notIn(m.x, a[1])}, []literal{notIn(m.x, a[0]), isIn(m.x, a[1])})
	} else {
		t.splits.choose(d, []literal{isIn(m.x, a[0]), isIn(m.x, a[1])}, []literal{notIn(m.x, a[0]), notIn(m.x, a[1])})
	}
}

func growPower(t *branch, i int) { t.facts.addIn(t.terms.nodes[i].args[0], i, deps{}) }

func downCross(t *branch, m member, n int, d deps) {
	a := t.terms.nodes[n].args
	if parts, e := t.terms.parts(m.x); len(parts) == len(a) {
		var all []literal
		for i, p := range parts {
			all = append(all, isIn(p, a[i]))
		}
		t.assertBoth(m.in, d.or(e), all...)
	}
}

// upCross pairs an element of one set with those of the other.
func upCross(t *branch, m member, u, k int, d deps) {
	a := t.terms.nodes[u].args
	if len(a) != 2 || !m.in {
		return
	}
	for _, g := range t.terms.classes[t.terms.find(a[1-k])].members {
		if o := t.facts.members[g]; o.in {
			p, q := m.x, o.x
			if k == 1 {
				p, q = q, p
			}
			t.facts.addIn(t.terms.couple(p, q), u, d.or(o.deps).or(t.terms.explain(o.s, a[1-k])))
		}
	}
}

// family asserts that the sets in a sequence extension are disjoint, and that another
// set is their union.
func family(t *branch, e *zed.Op, args []int, negated bool, in *Env, d deps) {
	ext, ok := e.Args[0].(*zed.SeqExt)
	if !ok || len(ext.Elems) == 0 {
		t.proposition(e, negated, in, d)
		return
	}
	sets := t.terms.nodes[args[0]].args
	typ := t.terms.nodes[sets[0]].typ
	var apart [][]literal
	union := sets[0]
	for i, a := range sets {
		for _, b := range sets[i+1:] {
			both := t.terms.make(string(zed.Intersect), typ, a, b)
			apart = append(apart, []literal{{kind: equalTo, a: both, b: t.terms.none(typ), negated: negated}})
		}
		if i > 0 {
			union = t.terms.make(string(zed.Union), typ, union, a)
		}
	}
	if e.Op == zed.Partitions {
		apart = append(apart, []literal{{kind: equalTo, a: union, b: args[1], negated: negated}})
	}
	if negated {
		t.splits.choose(d, apart...)
		return
	}
	for _, l := range apart {
		t.assume(l[0], d)
	}
}

// downExtension takes a membership in {a, b} or ⟨a, b⟩.
func downExtension(t *branch, m member, n int, d deps) {
	var all []literal
	for i, e := range t.terms.nodes[n].args {
		if t.terms.nodes[n].op == "⟨⟩" {
			e = t.terms.couple(t.terms.number(int64(i+1)), e)
		}
		all = append(all, literal{kind: equalTo, a: m.x, b: e})
	}
	t.assertEither(m.in, d, all...)
}

// downLeaf takes a membership in a set that is a name.
func downLeaf(t *branch, m member, op string, d deps) {
	switch {
	case strings.HasPrefix(op, asRelation):
		if m.in {
			x, y, e := t.terms.pair(m.x)
			t.terms.merge(y, t.terms.make(constructor+op[len(asRelation):], t.terms.nodes[y].typ, x), d.or(e))
		}
	case op == "ℕ" || op == "ℕ₁":
		low := int64(0)
		if op == "ℕ₁" {
			low = 1
		}
		if m.in {
			t.bounds.order(t.terms.number(low), m.x, 0, d)
		} else {
			t.bounds.order(m.x, t.terms.number(low), 1, d)
		}
	case strings.HasPrefix(op, universe) && !m.in:
		t.agenda.clash(d)
	case strings.HasPrefix(op, "∅ ") && m.in:
		t.agenda.clash(d)
	}
}

// universe is the leaf for the set of all values of a type.
const universe = "carrier "

func downPower(t *branch, m member, n int, d deps) {
	op, of := zed.Operator(t.terms.nodes[n].op), t.terms.nodes[n].args[0]
	demanded, _ := toolkit.MembersOf(op)
	none := t.terms.none(t.terms.nodes[m.x].typ)
	switch {
	case m.in:
		t.include(m.x, of, false, d)
		if demanded.Filled {
			t.facts.differ(m.x, none, d)
		}
	case demanded.Finite: // what is not a member may be infinite
	case !demanded.Filled:
		t.include(m.x, of, true, d)
	default:
		t.splits.choose(d,
			[]literal{{kind: within, a: m.x, b: of, negated: true}}, []literal{{kind: equalTo, a: m.x, b: none}})
	}
}

func downBigUnion(t *branch, m member, n int, d deps) {
	of := t.terms.nodes[n].args[0]
	if m.in {
		if s, ok := t.terms.witness("⋃", t.terms.nodes[m.s].typ, m.x, of); ok {
			t.facts.addIn(s, of, d)
			t.facts.addIn(m.x, s, d)
		}
		return
	}
	for _, g := range t.terms.classes[t.terms.find(of)].members {
		if o := t.facts.members[g]; o.in {
			t.facts.addOut(m.x, o.x, d.or(o.deps).or(t.terms.explain(of, o.s)))
		}
	}
}

func downBigInter(t *branch, m member, n int, d deps) {
	of := t.terms.nodes[n].args[0]
	if !m.in {
		if s, ok := t.terms.witness("⋂", t.terms.nodes[m.s].typ, m.x, of); ok {
			t.facts.addIn(s, of, d)
			t.facts.addOut(m.x, s, d)
		}
		return
	}
	for _, g := range t.terms.classes[t.terms.find(of)].members {
		if o := t.facts.members[g]; o.in {
			t.facts.addIn(m.x, o.x, d.or(o.deps).or(t.terms.explain(of, o.s)))
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
		t.terms.merge(t.terms.subset(a, b), t.terms.no, d)
	case !t.terms.isUniverse(b):
		t.terms.merge(t.terms.subset(a, b), t.terms.yes, d)
	}
}

func growSubset(t *branch, i int) {
	a, b := t.terms.nodes[i].args[0], t.terms.nodes[i].args[1]
	if d, ok := t.terms.areEqual(i, t.terms.yes); ok {
		for _, g := range t.terms.classes[t.terms.find(a)].members {
			if o := t.facts.members[g]; o.in {
				t.facts.addIn(o.x, b, d.or(o.deps).or(t.terms.explain(o.s, a)))
			}
		}
		for _, g := range t.terms.classes[t.terms.find(b)].members {
			if o := t.facts.members[g]; !o.in {
				t.facts.addOut(o.x, a, d.or(o.deps).or(t.terms.explain(o.s, b)))
			}
		}
		if e, ok := t.terms.isEmpty(b); ok {
			t.terms.merge(a, t.terms.none(t.terms.nodes[a].typ), d.or(e))
		}
		mergeIncluded(t, i, a, b, d)
		closeTransitive(t, a, b, d)
		widen(t, a, b, d)
		closedSets(t, a, b)
		subsetSizes(t, a, b, d)
	} else if d, ok := t.terms.areEqual(i, t.terms.no); ok {
		if e, ok := t.terms.areEqual(a, b); ok {
			t.agenda.clash(d.or(e))
		}
		if w, ok := t.terms.witness("⊈", t.terms.elem(a), a, b); ok {
			t.facts.addIn(w, a, d)
			t.facts.addOut(w, b, d)
		}
	}
}

// mergeIncluded merges sets that include each other.
func mergeIncluded(t *branch, i, a, b int, d deps) {
	for _, u := range t.terms.classes[t.terms.find(a)].uses {
		o := &t.terms.nodes[u]
		if zed.Operator(o.op) != zed.SubsetEq ||
			t.terms.find(o.args[0]) != t.terms.find(b) || t.terms.find(o.args[1]) != t.terms.find(a) {
			continue
		}
		if e, ok := t.terms.areEqual(u, t.terms.yes); ok {
			t.terms.merge(a, b, d.or(e).or(t.terms.explain(o.args[0], b)).or(t.terms.explain(o.args[1], a)))
			return
		}
	}
}

// upMember derives what follows from memberships in a set for the sets of which it is
// an element.
func upMember(t *branch, m member, u int) {
	if len(t.terms.classes[t.terms.find(m.s)].elems) == 0 {
		return
	}
	for _, g := range t.terms.classes[t.terms.find(m.s)].elems {
		if o := t.facts.members[g]; t.terms.find(o.x) == t.terms.find(m.s) {
			for _, v := range t.terms.classes[t.terms.find(o.s)].uses {
				if op := zed.Operator(t.terms.nodes[v].op); op == zed.BigUnion || op == zed.BigInter {
					upFamily(t, o, v, 0, o.deps.or(t.terms.explain(o.s, t.terms.nodes[v].args[0])))
				}
			}
		}
	}
}

func upMinus(t *branch, m member, u, k int, d deps) {
	a := t.terms.nodes[u].args
	switch {
	case k == 0 && !m.in, k == 1 && m.in:
		t.facts.addOut(m.x, u, d)
	default:
		// x ∈ s, or x ∉ t
		if in, known, e := t.facts.isIn(m.x, a[1-k]); known && in == (k == 1) {
			t.facts.addIn(m.x, u, d.or(e))
		} else if in, known, e := t.facts.isIn(m.x, u); known && !in {
			t.facts.put(m.x, a[1-k], k == 0, d.or(e))
		}
	}
}

// upSubset takes a membership through S ⊆ T, where that is true.
func upSubset(t *branch, m member, u, k int, d deps) {
	if e, ok := t.terms.areEqual(u, t.terms.yes); ok && (k == 0) == m.in {
		t.facts.put(m.x, t.terms.nodes[u].args[1-k], m.in, d.or(e))
	}
}

// upFamily takes an element of F, which is a set, to ⋃ F or ⋂ F.
func upFamily(t *branch, m member, u, _ int, d deps) {
	if !m.in {
		return
	}
	op := zed.Operator(t.terms.nodes[u].op)
	for _, g := range t.terms.classes[t.terms.find(m.x)].members {
		o := t.facts.members[g]
		e := d.or(o.deps).or(t.terms.explain(m.x, o.s))
		if op == zed.BigUnion && o.in {
			t.facts.addIn(o.x, u, e)
		} else if op == zed.BigInter && !o.in {
			t.facts.addOut(o.x, u, e)
		}
	}
	for _, g := range t.terms.classes[t.terms.find(u)].members {
		o := t.facts.members[g]
		e := d.or(o.deps).or(t.terms.explain(u, o.s))
		if op == zed.BigUnion && !o.in {
			t.facts.addOut(o.x, m.x, e)
		} else if op == zed.BigInter && o.in {
			t.facts.addIn(o.x, m.x, e)
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
	t.splits.choose(d, []literal{{kind: within, a: a, b: b, negated: true}}, []literal{{kind: equalTo, a: a, b: b}})
}

// writeUniverse returns all of a type for a set that is made of all of others.
func writeUniverse(t *reader, typ zed.Type, args []int) (int, bool) {
	if slices.ContainsFunc(args, func(a int) bool { return !t.terms.isUniverse(a) }) {
		return 0, false
	}
	return t.terms.leaf(universe+typeKey(typ), typ, false), true
}
