package tableau

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/solve/linear"
	"github.com/ttf-int/ttf-int/zed"
)

// row is a linear constraint on classes of terms, with what it rests on.
type row = linear.Row[deps]

// maxCoefficient is the largest number that is a factor of a term in rows.
const maxCoefficient = 1 << 30

// bounds are what is known of how integers compare.
type bounds struct {
	*terms
	orders []lessEq
}

// order adds a + gap ≤ b.
func (t *bounds) order(a, b int, gap int64, d deps) {
	if t.broken {
		return
	}
	if x, e1 := t.valueOf(a); x != nil && x.IsInt64() {
		if y, e2 := t.valueOf(b); y != nil && y.IsInt64() {
			if x.Int64()+gap > y.Int64() {
				t.clash(d.or(e1).or(e2))
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
	t.version++
}

// valueOf returns the number that a term is known to be; nil where it is not.
func (t *terms) valueOf(n int) (*big.Int, deps) {
	f := t.classes[t.find(n)].fixed
	if f == 0 || t.nodes[f-1].n == nil {
		return nil, deps{}
	}
	return t.nodes[f-1].n, t.explain(n, f-1)
}

// growBest says of min s, where it has a value, that it is in s.
func growBest(t *branch, i int) {
	if len(t.nodes[i].args) != 1 || !t.live[i] {
		return
	}
	s, d := t.nodes[i].args[0], t.alive[i]
	t.in(i, s, d)
	for _, g := range t.classes[t.find(s)].members {
		if o := t.members[g]; o.in {
			upBest(t, o, i, o.deps.or(t.explain(o.s, s)))
		}
	}
}

// upBest compares an element of s with min s or max s.
func upBest(t *branch, m member, u int, d deps) {
	if !m.in || !t.live[u] {
		return
	}
	d = d.or(t.alive[u])
	if zed.Operator(t.nodes[u].op) == zed.Min {
		t.order(u, m.x, 0, d)
	} else {
		t.order(m.x, u, 0, d)
	}
}

// growDivision relates a div k and a mod k, for a number k: a = k * (a div k) +
// a mod k, where a mod k has the sign of k and is smaller.
func growDivision(t *branch, i int) {
	if !t.live[i] {
		return
	}
	a, d := t.nodes[i].args, t.alive[i]
	k, e := t.valueOf(a[1])
	if k == nil || !k.IsInt64() || k.Sign() == 0 {
		if k != nil && k.Sign() == 0 {
			t.clash(d.or(e))
		}
		return
	}
	d = d.or(e)
	integer := zed.IntType{}
	div := t.make(string(zed.Div), integer, a[0], a[1])
	mod := t.make(string(zed.Mod), integer, a[0], a[1])
	product := t.make(string(zed.Times), integer, a[1], div)
	t.merge(a[0], t.make(string(zed.Plus), integer, product, mod), d)
	if k.Sign() > 0 {
		t.order(t.number(0), mod, 0, d)
		t.order(mod, a[1], 1, d)
	} else {
		t.order(mod, t.number(0), 0, d)
		t.order(a[1], mod, 1, d)
	}
}

// arithmetic looks for what follows for the integers, and for the sizes of sets.
type arithmetic struct {
	*branch
	consistent int // the version that was last found so
}

// integers looks for a contradiction in what is known of integers, and makes
// equal what it forces to be.
func (t *arithmetic) integers() {
	if t.consistent == t.version && t.consistent > 0 {
		return
	}
	if !acyclic(t.terms) {
		return
	}
	t.crowds()
	if t.broken || len(t.queue) > 0 {
		return
	}
	rows, ok := t.system()
	if !ok {
		return
	}
	if d, unsat := t.infeasible(rows); unsat {
		t.clash(d)
		return
	}
	t.forced(rows)
	t.consistent = t.version
}

// crowds bounds sizes from below by elements that are known to differ.
func (t *arithmetic) crowds() {
	for i := range t.nodes {
		if zed.Operator(t.nodes[i].op) != zed.Card {
			continue
		}
		s := t.nodes[i].args[0]
		t.atMost(i, s)
		var some []member
		var d deps
		for _, g := range t.classes[t.find(s)].members {
			o := t.members[g]
			if !o.in {
				continue
			}
			all, why := true, deps{}
			for _, p := range some {
				same, known, e := t.areEqual(o.x, p.x)
				if !known || same {
					all = false
					break
				}
				why = why.or(e)
			}
			if all {
				some = append(some, o)
				d = d.or(why).or(o.deps).or(t.explain(o.s, s))
			}
		}
		if len(some) > 1 {
			t.order(t.number(int64(len(some))), i, 0, d)
		}
	}
}

// atMost bounds the size of a set that is written out by its elements, equal
// ones counted once.
func (t *arithmetic) atMost(i, s int) {
	for _, n := range t.classes[t.find(s)].terms {
		if t.nodes[n].op != "{}" {
			continue
		}
		d := t.explain(s, n)
		var different []int
		for _, a := range t.nodes[n].args {
			same := slices.IndexFunc(different, func(b int) bool { return t.find(a) == t.find(b) })
			if same < 0 {
				different = append(different, a)
			} else {
				d = d.or(t.explain(a, different[same]))
			}
		}
		if len(different) < len(t.nodes[n].args) {
			t.order(i, t.number(int64(len(different))), 0, d)
		}
	}
}

// system writes what is known of integers as linear constraints over classes;
// false where nothing is.
func (t *arithmetic) system() ([]row, bool) {
	var rows []row
	for _, o := range t.orders {
		r := row{Why: o.deps, C: -o.gap}
		t.addTerm(&r, o.b, 1)
		t.addTerm(&r, o.a, -1)
		rows = append(rows, r)
	}
	for i := range t.nodes {
		n := &t.nodes[i]
		if _, ok := n.typ.(zed.IntType); !ok || len(n.args) == 0 {
			continue
		}
		r := row{Equal: true}
		switch op := zed.Operator(n.op); op {
		case zed.Plus, zed.Subtract:
			if len(n.args) != 2 {
				continue
			}
			second := int64(1)
			if op == zed.Subtract {
				second = -1
			}
			t.addTerm(&r, n.args[0], 1)
			t.addTerm(&r, n.args[1], second)
		case zed.Negate:
			t.addTerm(&r, n.args[0], -1)
		case zed.Times:
			if !t.addProduct(&r, n.args[0], n.args[1]) && !t.addProduct(&r, n.args[1], n.args[0]) {
				continue
			}
		default:
			continue
		}
		t.addTerm(&r, i, -1)
		rows = append(rows, r)
	}
	rows = t.regions(rows)
	return rows, len(rows) > 0
}

// infeasible tells whether constraints have no solution, and counts the work.
func (t *arithmetic) infeasible(rows []row) (deps, bool) {
	work := 0
	d, ok := linear.Infeasible(rows, deps.or, &work)
	t.spent += work / rowsPerTask
	return d, ok
}

// rowsPerTask is how many rows of constraints cost as much as a task.
const rowsPerTask = 2

// addProduct adds k * x where k is a number.
func (t *arithmetic) addProduct(r *row, k, x int) bool {
	n, d := t.valueOf(k)
	if n == nil || !n.IsInt64() || n.Int64() > maxCoefficient || n.Int64() < -maxCoefficient {
		return false
	}
	r.Why = r.Why.or(d)
	t.addTerm(r, x, n.Int64())
	return true
}

// addTerm adds k times a term to a row.
func (t *arithmetic) addTerm(r *row, n int, k int64) {
	if v, d := t.valueOf(n); v != nil && v.IsInt64() && v.Int64() <= maxCoefficient && v.Int64() >= -maxCoefficient {
		r.Why = r.Why.or(d)
		r.C += k * v.Int64()
		return
	}
	root := t.find(n)
	r.Why = r.Why.or(t.explain(n, root))
	r.Add(root, k)
}

// maxPairs is how many pairs of integers are asked about.
const maxPairs = 24

// forced makes integers equal that the constraints leave no choice about, where
// it matters: elements of one set, and arguments of one function.
func (t *arithmetic) forced(rows []row) {
	pairs := 0
	seen := map[[2]int]bool{}
	ask := func(x, y int) {
		x, y = t.find(x), t.find(y)
		if x > y {
			x, y = y, x
		}
		if _, ok := t.nodes[x].typ.(zed.IntType); !ok || x == y || pairs >= maxPairs || seen[[2]int{x, y}] {
			return
		}
		seen[[2]int{x, y}] = true
		if _, known, _ := t.areEqual(x, y); known {
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
			t.merge(x, y, d.or(e))
		}
	}
	t.forcedEmpty(rows, &pairs)
	for root := range t.classes {
		if t.parent[root] != root || t.broken {
			continue
		}
		list := t.classes[root].members
		for k, g := range list {
			for _, h := range list[:k] {
				if pairs >= maxPairs {
					return
				}
				t.askMembers(t.members[g], t.members[h], ask)
			}
		}
	}
}

// forcedEmpty makes sets empty that the constraints leave no element, and gives
// one to those that they leave some.
func (t *arithmetic) forcedEmpty(rows []row, pairs *int) {
	for i := range len(t.nodes) {
		if zed.Operator(t.nodes[i].op) != zed.Card || *pairs >= maxPairs || t.broken {
			continue
		}
		if n, _ := t.valueOf(i); n != nil || t.inhabited(t.nodes[i].args[0]) {
			continue
		}
		*pairs++
		some := row{C: -1}
		t.addTerm(&some, i, 1)
		if d, none := t.infeasible(append(rows[:len(rows):len(rows)], some)); none {
			t.merge(i, t.number(0), d)
			continue
		}
		none := row{}
		t.addTerm(&none, i, -1)
		if d, filled := t.infeasible(append(rows[:len(rows):len(rows)], none)); filled {
			t.inhabit(t.nodes[i].args[0], d)
		}
	}
}

// inhabited tells whether an element of a set is known.
func (t *facts) inhabited(s int) bool {
	for _, g := range t.classes[t.find(s)].members {
		if t.members[g].in {
			return true
		}
	}
	return false
}

// askMembers asks about two elements of a set: where one is in it and the other
// is not, and where they are pairs, about the first components.
func (t *arithmetic) askMembers(p, q member, ask func(x, y int)) {
	switch t.nodes[p.x].typ.(type) {
	case zed.IntType:
		if p.in != q.in {
			ask(p.x, q.x)
		}
	case zed.ProductType:
		x, _ := t.parts(p.x)
		y, _ := t.parts(q.x)
		if len(x) == 2 && len(y) == 2 {
			ask(x[0], y[0])
			if p.in != q.in {
				ask(x[1], y[1])
			}
		}
	}
}
