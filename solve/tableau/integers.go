package tableau

import (
	"math/big"

	"github.com/ttf-int/ttf-int/zed"
)

func downRange(t *branch, m member, n int, d deps) {
	a := t.terms.nodes[n].args
	if m.in {
		t.assume(literal{kind: lessOrEq, a: a[0], b: m.x}, d)
		t.assume(literal{kind: lessOrEq, a: m.x, b: a[1]}, d)
	} else {
		t.splits.choose(d, []literal{less(m.x, a[0])}, []literal{less(a[1], m.x)})
	}
}

// growTimes derives that a square is not negative and not less than what is squared.
func growTimes(t *branch, i int) {
	if a := t.terms.nodes[i].args; len(a) == 2 && a[0] == a[1] {
		t.bounds.order(t.terms.number(0), i, 0, deps{})
		t.bounds.order(a[0], i, 0, deps{})
	}
}

func divisionApplies(t *values, n int) (deps, bool) {
	k, d := t.terms.valueOf(t.terms.nodes[n].args[1])
	return d, k != nil && k.Sign() != 0
}

func linearPlus(t *arithmetic, r *row, a []int) bool { return t.addBoth(r, a, 1) }

func linearSubtract(t *arithmetic, r *row, a []int) bool { return t.addBoth(r, a, -1) }

func linearNegate(t *arithmetic, r *row, a []int) bool {
	t.addTerm(r, a[0], -1)
	return true
}

// linearTimes adds a product with a factor that is a number to a row.
func linearTimes(t *arithmetic, r *row, a []int) bool {
	return t.addProduct(r, a[0], a[1]) || t.addProduct(r, a[1], a[0])
}

// addEnds puts the ends of a range into the range, unless it is empty.
func addEnds(t *branch, i int) {
	a := t.terms.nodes[i].args
	t.splits.choose(deps{}, []literal{less(a[1], a[0])},
		[]literal{{kind: memberOf, a: a[0], b: i}, {kind: memberOf, a: a[1], b: i}})
}

func growRange(t *branch, i int) {
	a := t.terms.nodes[i].args
	if d, ok := t.terms.isEmpty(i); ok {
		t.bounds.order(a[1], a[0], 1, d)
		return
	}
	low, d := t.terms.valueOf(a[0])
	high, e := t.terms.valueOf(a[1])
	if low == nil || high == nil || !low.IsInt64() || !high.IsInt64() {
		return
	}
	if new(big.Int).Sub(high, low).Cmp(big.NewInt(maxWritten)) > 0 {
		return
	}
	for n := low.Int64(); n <= high.Int64(); n++ {
		t.facts.addIn(t.terms.number(n), i, d.or(e))
	}
}

// growBest derives that min s or max s, where it has a value, is in s.
func growBest(t *branch, i int) {
	if len(t.terms.nodes[i].args) != 1 || !t.terms.live[i] {
		return
	}
	s, d := t.terms.nodes[i].args[0], t.terms.alive[i]
	t.facts.addIn(i, s, d)
	for _, g := range t.terms.classes[t.terms.find(s)].members {
		if o := t.facts.members[g]; o.in {
			upBest(t, o, i, 0, o.deps.or(t.terms.explain(o.s, s)))
		}
	}
}

// upBest compares an element of s with min s or max s.
func upBest(t *branch, m member, u, _ int, d deps) {
	if !m.in || !t.terms.live[u] {
		return
	}
	d = d.or(t.terms.alive[u])
	if zed.Operator(t.terms.nodes[u].op) == zed.Min {
		t.bounds.order(u, m.x, 0, d)
	} else {
		t.bounds.order(m.x, u, 0, d)
	}
}

// growDivision relates a div k and a mod k for a number k: a = k * (a div k) + a mod k,
// where a mod k has the sign of k and is smaller.
func growDivision(t *branch, i int) {
	if !t.terms.live[i] {
		return
	}
	a, d := t.terms.nodes[i].args, t.terms.alive[i]
	k, e := t.terms.valueOf(a[1])
	if k == nil || !k.IsInt64() || k.Sign() == 0 {
		if k != nil && k.Sign() == 0 {
			t.agenda.clash(d.or(e))
		}
		return
	}
	d = d.or(e)
	integer := zed.IntType{}
	div := t.terms.make(string(zed.Div), integer, a[0], a[1])
	mod := t.terms.make(string(zed.Mod), integer, a[0], a[1])
	product := t.terms.make(string(zed.Times), integer, a[1], div)
	t.terms.merge(a[0], t.terms.make(string(zed.Plus), integer, product, mod), d)
	if k.Sign() > 0 {
		t.bounds.order(t.terms.number(0), mod, 0, d)
		t.bounds.order(mod, a[1], 1, d)
	} else {
		t.bounds.order(mod, t.terms.number(0), 0, d)
		t.bounds.order(a[1], mod, 1, d)
	}
}
