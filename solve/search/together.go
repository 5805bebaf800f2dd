package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve/linear"
	"github.com/ttf-int/ttf-int/zed"
)

// maxUnknowns is the number of variables up to which linear comparisons are taken
// together: it is for the few that a person writes.
const maxUnknowns = 8

// row is a linear comparison; what rests on it is not asked for.
type row = linear.Row[struct{}]

// combineComparisons returns bounds of single variables that follow from the linear comparisons
// together, by eliminating all other variables. Bounds of one comparison after the
// other never find x + y = 500 ∧ x - y = 100.
func (p *Prepared) combineComparisons() []comparison {
	var leaves []*quantity
	var rows []row
	for i := range p.intervals {
		c := &p.intervals[i]
		if r, ok := readRow(c, &leaves); ok {
			rows = append(rows, r)
		}
	}
	if len(leaves) < 2 || len(leaves) > maxUnknowns {
		return nil
	}
	var out []comparison
	for x, leaf := range leaves {
		alone, contradictory := linear.Project(rows, x, func(_, _ struct{}) struct{} { return struct{}{} })
		if contradictory {
			return append(out, atLeast(leaf, 1), atMost(leaf, 0))
		}
		for _, r := range alone {
			bound := -r.C * r.Terms[0].K
			if r.Equal || r.Terms[0].K > 0 {
				out = append(out, atLeast(leaf, bound))
			}
			if r.Equal || r.Terms[0].K < 0 {
				out = append(out, atMost(leaf, bound))
			}
		}
	}
	return out
}

// atLeast and atMost are comparisons that stand for no conjunct.
func atLeast(leaf *quantity, n int64) comparison {
	return comparison{op: zed.LessEq, left: &quantity{kind: number, n: n}, right: leaf, conjunct: -1}
}

func atMost(leaf *quantity, n int64) comparison {
	return comparison{op: zed.LessEq, left: leaf, right: &quantity{kind: number, n: n}, conjunct: -1}
}

// readRow reads a comparison; leaves are the variables that its terms stand for, to
// which it adds.
func readRow(c *comparison, leaves *[]*quantity) (row, bool) {
	r := row{Equal: c.op == zed.Equal}
	if c.op == zed.NotEqual || !addTo(&r, c.left, -1, leaves) || !addTo(&r, c.right, 1, leaves) {
		return r, false
	}
	if c.op == zed.Less {
		r.C--
	}
	return r, true
}

// addTo adds n times a quantity to a row; it tells whether that is linear.
func addTo(r *row, q *quantity, n int64, leaves *[]*quantity) bool {
	switch q.kind {
	case number:
		k := multiply(q.n, n)
		r.C += k
		return abs(k) < infinite && abs(r.C) < infinite
	case sum:
		return addTo(r, q.args[0], n, leaves) && addTo(r, q.args[1], n, leaves)
	case multiple:
		k := multiply(q.n, n)
		return abs(k) < infinite && addTo(r, q.args[0], k, leaves)
	case valueOf, sizeOf, opaqueTerm:
		i := slices.IndexFunc(*leaves, q.isSame)
		if i < 0 {
			i = len(*leaves)
			*leaves = append(*leaves, q)
		}
		r.Add(i, n)
		return abs(r.Factor(i)) < infinite
	}
	return false
}

// isSame tells whether two leaves stand for the same integer: terms are compared as
// they are written.
func (q *quantity) isSame(l *quantity) bool {
	if q.kind != l.kind || q.slot != l.slot {
		return false
	}
	return q.kind != opaqueTerm || slices.Equal(q.term.slots, l.term.slots) &&
		zed.Print(q.term.expr, zed.Unicode) == zed.Print(l.term.expr, zed.Unicode)
}
