package solve

import (
	"math/bits"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// row is a linear constraint on integers: the sum of factors times variables,
// plus rest, is at most 0, or equal to it.
type row struct {
	factors []int64
	rest    int64
	equal   bool
}

// The limits of elimination: it is for the few linear constraints that a person
// writes, and its rows may grow with the square of their number at each step.
const (
	maxUnknowns = 8
	maxRows     = 96
)

// linear returns bounds of single variables that follow from the linear
// comparisons together, by eliminating all other variables (Fourier and Motzkin).
// Bounds of one comparison after the other never find x + y = 500 ∧ x - y = 100.
func (p *Prepared) linear() []comparison {
	var leaves []*quantity
	var rows []row
	for i := range p.intervals {
		c := &p.intervals[i]
		if r, ok := linearRow(c, &leaves); ok {
			rows = append(rows, r)
		}
	}
	if len(leaves) < 2 || len(leaves) > maxUnknowns {
		return nil
	}
	for i := range rows {
		rows[i].factors = append(rows[i].factors, make([]int64, len(leaves)-len(rows[i].factors))...)
	}
	var out []comparison
	for k, leaf := range leaves {
		left := rows
		for other := range leaves {
			if other != k {
				left = eliminate(left, other)
			}
		}
		for _, r := range left {
			out = append(out, r.bounds(leaf, r.factors[k])...)
		}
	}
	return out
}

// linearRow reads a comparison; leaves are the variables that factors stand for,
// to which it adds.
func linearRow(c *comparison, leaves *[]*quantity) (row, bool) {
	r := row{equal: c.op == zed.Equal}
	if c.op == zed.NotEqual || !r.add(c.left, 1, leaves) || !r.add(c.right, -1, leaves) {
		return r, false
	}
	if c.op == zed.Less {
		r.rest++
	}
	return r, true
}

// add adds n times a quantity; it tells whether that is linear.
func (r *row) add(q *quantity, n int64, leaves *[]*quantity) bool {
	switch q.kind {
	case number:
		k := multiply(q.n, n)
		r.rest += k
		return abs(k) < infinite && abs(r.rest) < infinite
	case sum:
		return r.add(q.args[0], n, leaves) && r.add(q.args[1], n, leaves)
	case multiple:
		k := multiply(q.n, n)
		return abs(k) < infinite && r.add(q.args[0], k, leaves)
	case valueOf, sizeOf, opaqueTerm:
		i := slices.IndexFunc(*leaves, q.same)
		if i < 0 {
			i = len(*leaves)
			*leaves = append(*leaves, q)
		}
		for len(r.factors) <= i {
			r.factors = append(r.factors, 0)
		}
		r.factors[i] += n
		return abs(r.factors[i]) < infinite
	}
	return false
}

// same tells whether two leaves stand for the same integer: terms are compared as
// they are written.
func (q *quantity) same(l *quantity) bool {
	if q.kind != l.kind || q.slot != l.slot {
		return false
	}
	return q.kind != opaqueTerm || slices.Equal(q.term.slots, l.term.slots) &&
		zed.Print(q.term.expr, zed.Unicode) == zed.Print(l.term.expr, zed.Unicode)
}

// eliminate returns what rows say of the variables but one.
func eliminate(rows []row, v int) []row {
	var out, above, below []row
	by := slices.IndexFunc(rows, func(r row) bool { return r.equal && r.factors[v] != 0 })
	for i, r := range rows {
		switch {
		case r.factors[v] == 0:
			out = append(out, r)
		case i == by:
		case by >= 0:
			if joined, ok := combine(r, rows[by], v); ok {
				out = append(out, joined)
			}
		case r.factors[v] > 0:
			above = append(above, r)
		default:
			below = append(below, r)
		}
	}
	for _, a := range above {
		for _, b := range below {
			if joined, ok := combine(a, b, v); ok && len(out) < maxRows {
				out = append(out, joined)
			}
		}
	}
	return out
}

// combine adds positive multiples of two rows, any multiple of the second where
// it is an equation, so that a variable cancels out; false where the numbers grow
// too large.
func combine(a, b row, v int) (row, bool) {
	m, n := abs(b.factors[v]), abs(a.factors[v])
	if (a.factors[v] < 0) == (b.factors[v] < 0) {
		n = -n
	}
	out := row{factors: make([]int64, len(a.factors)), equal: a.equal && b.equal}
	var divisor int64
	for i := range out.factors {
		out.factors[i] = multiply(m, a.factors[i]) + multiply(n, b.factors[i])
		if bits.Len64(uint64(abs(out.factors[i]))) > 40 {
			return out, false
		}
		divisor = gcd(divisor, abs(out.factors[i]))
	}
	out.rest = multiply(m, a.rest) + multiply(n, b.rest)
	if bits.Len64(uint64(abs(out.rest))) > 60 {
		return out, false
	}
	if divisor > 1 && (!out.equal || out.rest%divisor == 0) {
		for i := range out.factors {
			out.factors[i] /= divisor
		}
		out.rest = -floorDiv(-out.rest, divisor) // the left side is an integer
	}
	return out, true
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// bounds returns what a row about one variable says; factor is the variable's.
func (r row) bounds(leaf *quantity, factor int64) []comparison {
	to := interval{-infinite, 0}
	if r.equal {
		to.lo = 0
	}
	to = to.plus(point(-r.rest))
	if factor == 0 {
		if to.lo <= 0 && to.hi >= 0 {
			return nil
		}
		to, factor = interval{1, 0}, 1 // no values: the rows contradict each other
	}
	to = to.divide(factor)
	if to.empty() {
		to = interval{1, 0}
	}
	var out []comparison
	add := func(left, right *quantity) {
		out = append(out, comparison{op: zed.LessEq, left: left, right: right, conjunct: -1})
	}
	if to.lo > -infinite {
		add(&quantity{kind: number, n: to.lo}, leaf)
	}
	if to.hi < infinite {
		add(leaf, &quantity{kind: number, n: to.hi})
	}
	return out
}
