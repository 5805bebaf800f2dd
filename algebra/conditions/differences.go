package conditions

import (
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
)

// answer says whether conditions contradict each other.
type answer int

const (
	unknown answer = iota
	contradictory
	satisfiable
)

// maxOffset bounds the numbers in differences, whose sums are far from the limits of what holds them.
const maxOffset = 1 << 40

// differences are conditions of the form x - y ≤ k, x = y + k, and x ≠ y + k, of integers or of what has no order.
// Whether integers satisfy the first two is whether a graph has a cycle of negative weight (Cormen, Leiserson, Rivest
// and Stein: Introduction to Algorithms, 24.4).
type differences struct {
	nodes   map[*rewriting.Term]int
	edges   []difference
	unequal []difference
	named   []int // the nodes of strings that are named, of which no two are equal
	slack   bool  // some k is positive: there may be few values between two nodes
	partial bool  // there are conditions of other forms
}

// difference is the condition that from - to is at most k, or that it is not k.
type difference struct {
	from, to int
	k        int64
}

// decide says whether conditions contradict each other, where their form allows to say it without a search: most
// conditions of paths compare parameters and named values with each other.
func decide(conds []rewriting.Condition) answer {
	d := differences{nodes: map[*rewriting.Term]int{nil: 0}}
	truths := map[*rewriting.Term]bool{}
	for _, c := range conds {
		if c.Term.Kind == rewriting.Operator && (c.Term.Text == "<" || c.Term.Text == "=") {
			d.add(c)
			continue
		}
		if before, is := truths[c.Term]; is && before != c.Holds {
			return contradictory
		}
		truths[c.Term] = c.Holds
	}
	for t := range truths {
		if _, is := d.nodes[t]; is {
			d.partial = true // its truth is compared with that of another
		}
	}
	for i, a := range d.named {
		for _, b := range d.named[:i] {
			d.unequal = append(d.unequal, difference{a, b, 0})
		}
	}
	at, ok := d.solve()
	switch {
	case !ok || d.forced(at):
		return contradictory
	case d.partial, d.slack && len(d.unequal) > 0:
		return unknown
	}
	return satisfiable
}

// add adds one condition.
func (d *differences) add(c rewriting.Condition) {
	x, j, ok1 := d.place(c.Term.Args[0])
	y, k, ok2 := d.place(c.Term.Args[1])
	switch {
	case !ok1 || !ok2:
		d.partial = true
	case c.Term.Text == "=" && c.Holds:
		d.bound(x, y, k-j)
		d.bound(y, x, j-k)
	case c.Term.Text == "=":
		d.unequal = append(d.unequal, difference{x, y, k - j})
	case c.Holds: // x + j < y + k
		d.bound(x, y, k-j-1)
	default:
		d.bound(y, x, j-k)
	}
}

// bound adds the condition that from - to is at most k.
func (d *differences) bound(from, to int, k int64) {
	d.edges = append(d.edges, difference{from, to, k})
	d.slack = d.slack || k > 0
}

// place returns the node of a term, and what is added to that; the node of a number is 0. It is not ok for sums of
// parameters, and for products.
func (d *differences) place(t *rewriting.Term) (node int, offset int64, ok bool) {
	switch {
	case t.Kind == rewriting.Value && t.Sort == language.Integer && !t.IsInfinite():
		n, err := strconv.ParseInt(t.Text, 10, 64)
		d.slack = true
		return 0, n, err == nil && n < maxOffset && n > -maxOffset
	case t.Kind == rewriting.Operator && (t.Text == "+" || t.Text == "-"):
		x, j, ok1 := d.place(t.Args[0])
		y, k, ok2 := d.place(t.Args[1])
		if t.Text == "-" {
			k = -k
		}
		sum := j + k
		switch fits := ok1 && ok2 && sum < maxOffset && sum > -maxOffset; {
		case y == 0:
			return x, sum, fits
		case x == 0 && t.Text == "+":
			return y, sum, fits
		}
		return 0, 0, false
	case t.Kind == rewriting.Operator && t.Text == "*":
		return 0, 0, false
	}
	n, is := d.nodes[t]
	if !is {
		n = len(d.nodes)
		d.nodes[t] = n
		if t.Kind == rewriting.Value && t.Sort == language.String {
			d.named = append(d.named, n)
		}
	}
	return n, 0, true
}

// solve returns numbers for the nodes that satisfy all bounds, or false where there are none.
func (d *differences) solve() ([]int64, bool) {
	at := make([]int64, len(d.nodes))
	for range len(at) + 1 {
		changed := false
		for _, e := range d.edges {
			if most := at[e.to] + e.k; at[e.from] > most {
				at[e.from], changed = most, true
			}
		}
		if !changed {
			return at, true
		}
	}
	return nil, false
}

// forced tells whether two nodes that are to be unequal are equal by the bounds: both are on a cycle of bounds none of
// which leaves room, and so are as far from each other in all solutions as in this one.
func (d *differences) forced(at []int64) bool {
	if len(d.unequal) == 0 {
		return false
	}
	next := make([][]int, len(at))
	for _, e := range d.edges {
		if at[e.from] == at[e.to]+e.k {
			next[e.from] = append(next[e.from], e.to)
		}
	}
	for _, u := range d.unequal {
		if at[u.from] == at[u.to]+u.k && reaches(next, u.from, u.to) && reaches(next, u.to, u.from) {
			return true
		}
	}
	return false
}

// reaches tells whether there is a way from one node to another.
func reaches(next [][]int, from, to int) bool {
	seen := make([]bool, len(next))
	var visit func(int) bool
	visit = func(n int) bool {
		if n == to || seen[n] {
			return n == to
		}
		seen[n] = true
		for _, m := range next[n] {
			if visit(m) {
				return true
			}
		}
		return false
	}
	return visit(from)
}
