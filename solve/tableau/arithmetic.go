package tableau

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/solve/linear"
	"github.com/ttf-int/ttf-int/zed"
)

// row is a linear constraint on classes of terms, with what it rests on.
type row = linear.Row[deps]

// maxCoefficient is the largest number that may be a factor in a row.
const maxCoefficient = 1 << 30

// arithmetic derives what follows for integers and for sizes of sets.
type arithmetic struct {
	b          *branch
	consistent int // the version that was last found to be consistent
}

// integers looks for a contradiction in what is known about integers, and makes
// integers equal that must be.
func (t *arithmetic) integers() {
	if t.consistent == t.b.terms.version && t.consistent > 0 {
		return
	}
	if !isAcyclic(t.b.terms) {
		return
	}
	t.crowds()
	if t.b.agenda.broken || t.b.agenda.isPending() {
		return
	}
	rows, ok := t.system()
	if !ok {
		return
	}
	if d, unsat := t.infeasible(rows); unsat {
		t.b.agenda.clash(d)
		return
	}
	t.mergeForced(rows)
	t.consistent = t.b.terms.version
}

// crowds bounds the sizes of sets from below by the number of elements that are known
// to differ.
func (t *arithmetic) crowds() {
	for i := range t.b.terms.nodes {
		if zed.Operator(t.b.terms.nodes[i].op) != zed.Card {
			continue
		}
		s := t.b.terms.nodes[i].args[0]
		t.boundExtension(i, s)
		var some []member
		var d deps
		for _, g := range t.b.terms.classes[t.b.terms.find(s)].members {
			o := t.b.facts.members[g]
			if !o.in {
				continue
			}
			all, why := true, deps{}
			for _, p := range some {
				same, known, e := t.b.facts.areEqual(o.x, p.x)
				if !known || same {
					all = false
					break
				}
				why = why.or(e)
			}
			if all {
				some = append(some, o)
				d = d.or(why).or(o.deps).or(t.b.terms.explain(o.s, s))
			}
		}
		if len(some) > 1 {
			t.b.bounds.order(t.b.terms.number(int64(len(some))), i, 0, d)
		}
	}
}

// boundExtension bounds the size of a set extension by the number of its elements, where equal
// ones count once.
func (t *arithmetic) boundExtension(i, s int) {
	for _, n := range t.b.terms.classes[t.b.terms.find(s)].terms {
		if t.b.terms.nodes[n].op != "{}" {
			continue
		}
		d := t.b.terms.explain(s, n)
		var different []int
		for _, a := range t.b.terms.nodes[n].args {
			same := slices.IndexFunc(different, func(b int) bool { return t.b.terms.find(a) == t.b.terms.find(b) })
			if same < 0 {
				different = append(different, a)
			} else {
				d = d.or(t.b.terms.explain(a, different[same]))
			}
		}
		if len(different) < len(t.b.terms.nodes[n].args) {
			t.b.bounds.order(i, t.b.terms.number(int64(len(different))), 0, d)
		}
	}
}

// system returns what is known about integers as linear constraints over classes; false
// where nothing is.
func (t *arithmetic) system() ([]row, bool) {
	var rows []row
	for _, o := range t.b.bounds.orders {
		r := row{Why: o.deps, C: -o.gap}
		t.addTerm(&r, o.b, 1)
		t.addTerm(&r, o.a, -1)
		rows = append(rows, r)
	}
	for i := range t.b.terms.nodes {
		n := &t.b.terms.nodes[i]
		if _, ok := n.typ.(zed.IntType); !ok || len(n.args) == 0 {
			continue
		}
		linear, r := ruleOf(n.op).linear, row{Equal: true}
		if linear == nil || !linear(t, &r, n.args) {
			continue
		}
		t.addTerm(&r, i, -1)
		rows = append(rows, r)
	}
	rows = t.addLargeRows(t.regions(rows))
	return rows, len(rows) > 0
}

// maxExact is the largest number that rows contain exactly. Sums of several such
// numbers do not overflow in package linear.
const maxExact = 1 << 50

// addLargeRows adds rows for classes that are numbers too large to be factors: how they
// compare with each other and with numbers that rows can contain.
func (t *arithmetic) addLargeRows(rows []row) []row {
	type known struct {
		root  int
		value *big.Int
		why   deps
	}
	var all []known
	for _, r := range rows {
		for _, p := range r.Terms {
			if p.X >= len(t.b.terms.nodes) || slices.ContainsFunc(all, func(k known) bool { return k.root == p.X }) {
				continue // a part of a set, or seen before
			}
			if v, d := t.b.terms.valueOf(p.X); v != nil {
				all = append(all, known{p.X, v, d})
			}
		}
	}
	slices.SortFunc(all, func(a, b known) int { return a.value.Cmp(b.value) })
	for i, k := range all {
		own := row{Why: k.why}
		switch {
		case k.value.IsInt64() && max(k.value.Int64(), -k.value.Int64()) <= maxExact:
			own.C, own.Equal = -k.value.Int64(), true
			own.Add(k.root, 1)
		default:
			own.C = -maxExact
			own.Add(k.root, int64(k.value.Sign()))
		}
		rows = append(rows, own)
		if i == 0 {
			continue
		}
		before := all[i-1]
		apart := row{Why: k.why.or(before.why), C: -maxExact}
		if gap := new(big.Int).Sub(k.value, before.value); gap.IsInt64() && gap.Int64() <= maxExact {
			apart.C, apart.Equal = -gap.Int64(), true
		}
		apart.Add(k.root, 1)
		apart.Add(before.root, -1)
		rows = append(rows, apart)
	}
	return rows
}

// infeasible tells whether constraints have no solution, and counts the steps.
func (t *arithmetic) infeasible(rows []row) (deps, bool) {
	work := 0
	d, ok := linear.Infeasible(rows, deps.or, &work)
	t.b.agenda.spent += work / rowsPerTask
	return d, ok
}

// rowsPerTask is how many rows of constraints count as one task.
const rowsPerTask = 2

// addProduct adds k * x to a row, where the term k is a number.
func (t *arithmetic) addProduct(r *row, k, x int) bool {
	n, d := t.b.terms.valueOf(k)
	if n == nil || !n.IsInt64() || n.Int64() > maxCoefficient || n.Int64() < -maxCoefficient {
		return false
	}
	r.Why = r.Why.or(d)
	t.addTerm(r, x, n.Int64())
	return true
}

// addBoth adds a[0] + k * a[1] to a row.
func (t *arithmetic) addBoth(r *row, a []int, k int64) bool {
	if len(a) != 2 {
		return false
	}
	t.addTerm(r, a[0], 1)
	t.addTerm(r, a[1], k)
	return true
}

// addTerm adds k times a term to a row.
func (t *arithmetic) addTerm(r *row, n int, k int64) {
	v, d := t.b.terms.valueOf(n)
	if v != nil && v.IsInt64() && v.Int64() <= maxCoefficient && v.Int64() >= -maxCoefficient {
		r.Why = r.Why.or(d)
		r.C += k * v.Int64()
		return
	}
	root := t.b.terms.find(n)
	r.Why = r.Why.or(t.b.terms.explain(n, root))
	r.Add(root, k)
}

// maxPairs is for how many pairs of integers it is asked whether they must be equal.
const maxPairs = 24

// mergeForced makes integers equal that the constraints force to be, where that matters:
// elements of one set, and arguments of one function.
func (t *arithmetic) mergeForced(rows []row) {
	pairs := 0
	seen := map[[2]int]bool{}
	ask := func(x, y int) {
		x, y = t.b.terms.find(x), t.b.terms.find(y)
		if x > y {
			x, y = y, x
		}
		if _, ok := t.b.terms.nodes[x].typ.(zed.IntType); !ok || x == y || pairs >= maxPairs || seen[[2]int{x, y}] {
			return
		}
		seen[[2]int{x, y}] = true
		if _, known, _ := t.b.facts.areEqual(x, y); known {
			return
		}
		pairs++
		less := row{C: -1}
		t.addTerm(&less, y, 1)
		t.addTerm(&less, x, -1)
		d, below := t.infeasible(append(rows[:len(rows):len(rows)], less))
		if !below {
			return
		}
		more := row{C: -1}
		t.addTerm(&more, x, 1)
		t.addTerm(&more, y, -1)
		if e, above := t.infeasible(append(rows[:len(rows):len(rows)], more)); above {
			t.b.terms.merge(x, y, d.or(e))
		}
	}
	t.emptyForced(rows, &pairs)
	for root := range t.b.terms.classes {
		if t.b.terms.parent[root] != root || t.b.agenda.broken {
			continue
		}
		list := t.b.terms.classes[root].members
		for k, g := range list {
			for _, h := range list[:k] {
				if pairs >= maxPairs {
					return
				}
				t.askMembers(t.b.facts.members[g], t.b.facts.members[h], ask)
			}
		}
	}
}

// emptyForced makes sets empty whose size the constraints force to be 0, and gives an
// element to those whose size they force to be larger.
func (t *arithmetic) emptyForced(rows []row, pairs *int) {
	for i := range len(t.b.terms.nodes) {
		if zed.Operator(t.b.terms.nodes[i].op) != zed.Card || *pairs >= maxPairs || t.b.agenda.broken {
			continue
		}
		if n, _ := t.b.terms.valueOf(i); n != nil || t.b.facts.isInhabited(t.b.terms.nodes[i].args[0]) {
			continue
		}
		*pairs++
		some := row{C: -1}
		t.addTerm(&some, i, 1)
		if d, none := t.infeasible(append(rows[:len(rows):len(rows)], some)); none {
			t.b.terms.merge(i, t.b.terms.number(0), d)
			continue
		}
		none := row{}
		t.addTerm(&none, i, -1)
		if d, filled := t.infeasible(append(rows[:len(rows):len(rows)], none)); filled {
			t.b.facts.inhabit(t.b.terms.nodes[i].args[0], d)
		}
	}
}

// askMembers asks whether two elements must be equal of which one is in a set and the
// other is not, and where they are pairs, whether their first components must be.
func (t *arithmetic) askMembers(p, q member, ask func(x, y int)) {
	switch t.b.terms.nodes[p.x].typ.(type) {
	case zed.IntType:
		if p.in != q.in {
			ask(p.x, q.x)
		}
	case zed.ProductType:
		x, _ := t.b.terms.parts(p.x)
		y, _ := t.b.terms.parts(q.x)
		if len(x) == 2 && len(y) == 2 {
			ask(x[0], y[0])
			if p.in != q.in {
				ask(x[1], y[1])
			}
		}
	}
}
