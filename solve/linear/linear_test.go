package linear

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// row rests on a set of rows, by index.
type row = Row[uint64]

func join(a, b uint64) uint64 { return a | b }

// satisfies tells whether values satisfy a row.
func satisfies(r row, values []int64) bool {
	sum := r.C
	for _, p := range r.Terms {
		sum += p.K * values[p.X]
	}
	return sum == 0 || !r.Equal && sum > 0
}

// drawRows returns small rows over n variables, each resting on itself.
func drawRows(r *rand.Rand, n int) []row {
	rows := make([]row, 2+r.IntN(5))
	for i := range rows {
		rows[i] = row{Equal: r.IntN(3) == 0, C: int64(r.IntN(9) - 4), Why: 1 << i}
		for range 1 + r.IntN(n) {
			rows[i].Add(r.IntN(n), int64(r.IntN(7)-3))
		}
	}
	return rows
}

// reach is how far values of variables are tried.
const reach = 6

// solutions yields the values between -reach and reach that satisfy all rows.
func solutions(rows []row, n int, yield func(values []int64) bool) {
	values := make([]int64, n)
	var try func(i int) bool
	try = func(i int) bool {
		if i == n {
			for _, r := range rows {
				if !satisfies(r, values) {
					return true
				}
			}
			return yield(values)
		}
		for v := int64(-reach); v <= reach; v++ {
			values[i] = v
			if !try(i + 1) {
				return false
			}
		}
		return true
	}
	try(0)
}

func isSolvable(rows []row, n int) bool {
	found := false
	solutions(rows, n, func([]int64) bool { found = true; return false })
	return found
}

// TestInfeasible holds what is refuted against all small solutions, and checks
// that the rows that are named contradict each other by themselves.
func TestInfeasible(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	const n = 3
	refuted := 0
	for range 4000 {
		rows := drawRows(r, n)
		work := 0
		why, unsat := Infeasible(rows, join, &work)
		if work == 0 {
			t.Fatal("no work was counted")
		}
		if !unsat {
			continue
		}
		refuted++
		var named []row
		for rest := why; rest != 0; rest &= rest - 1 {
			named = append(named, rows[bits.TrailingZeros64(rest)])
		}
		if isSolvable(named, n) {
			t.Fatalf("%v was refuted by %v, which have a solution", rows, named)
		}
		if _, again := Infeasible(named, join, &work); !again {
			t.Errorf("%v was refuted by %v, but these alone are not", rows, named)
		}
	}
	if refuted < 500 {
		t.Errorf("%d systems were refuted: the test says little", refuted)
	}
}

// TestProject holds what is said of each variable alone against all small solutions, and
// checks that nothing more follows from bounds, where the rows have other bounds too.
func TestProject(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	const n = 3
	said, tight, refuted := 0, 0, 0
	for range 3000 {
		rows := drawRows(r, n)
		for x := range n {
			for _, c := range []int64{1, -1} { // all solutions are within reach
				rows = append(rows, row{Terms: []Term{{x, c}}, C: reach})
			}
		}
		var low, high [n]int64
		found := false
		solutions(rows, n, func(values []int64) bool {
			for x, v := range values {
				if !found {
					low[x], high[x] = v, v
				}
				low[x], high[x] = min(low[x], v), max(high[x], v)
			}
			found = true
			return true
		})
		for x := range n {
			alone, contradictory := Project(rows, x, join)
			if contradictory {
				if refuted++; found {
					t.Fatalf("%v has solutions, and is said to have none", rows)
				}
				continue
			}
			lo, hi := findBounds(t, alone, x)
			if !found {
				continue
			}
			said++
			if lo > low[x] || hi < high[x] {
				t.Fatalf("%v: variable %d is said to be between %d and %d, and is between %d and %d", rows, x, lo, hi,
					low[x], high[x])
			}
			if lo == low[x] && hi == high[x] {
				tight++
			}
		}
	}
	if refuted < 500 || said < 1000 || tight*10 < said*9 {
		t.Errorf("%d contradictions, %d bounds, %d of them tight: the test says little", refuted, said, tight)
	}
}

// findBounds returns the bounds that rows about one variable give.
func findBounds(t *testing.T, alone []row, x int) (lo, hi int64) {
	t.Helper()
	lo, hi = -1<<40, 1<<40
	for _, r := range alone {
		if len(r.Terms) != 1 || r.Terms[0].X != x || r.Terms[0].K != 1 && r.Terms[0].K != -1 {
			t.Fatalf("%v is not about variable %d alone", r, x)
		}
		n := -r.C * r.Terms[0].K
		if r.Equal || r.Terms[0].K > 0 {
			lo = max(lo, n)
		}
		if r.Equal || r.Terms[0].K < 0 {
			hi = min(hi, n)
		}
	}
	return lo, hi
}

// TestLargeNumbers: rows with numbers at the limits of what can be computed with are
// left out, and what is found of the others holds.
func TestLargeNumbers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		// A solution is chosen first, so that nothing can be refuted.
		values := []int64{r.Int64N(1<<30) - 1<<29, r.Int64N(1<<30) - 1<<29, r.Int64N(9) - 4}
		rows := make([]row, 2+r.IntN(4))
		for i := range rows {
			rows[i] = row{Equal: r.IntN(2) == 0, Why: 1 << i}
			for x := range values {
				rows[i].Add(x, r.Int64N(1<<r.IntN(31)+1)*int64(1-2*r.IntN(2)))
			}
			for _, p := range rows[i].Terms {
				rows[i].C -= p.K * values[p.X]
			}
			if !rows[i].Equal {
				rows[i].C += r.Int64N(1 << r.IntN(40))
			}
		}
		work := 0
		if _, unsat := Infeasible(rows, join, &work); unsat {
			t.Fatalf("%v was refuted, and %v satisfies it", rows, values)
		}
		for x, v := range values {
			alone, contradictory := Project(rows, x, join)
			if contradictory {
				t.Fatalf("%v is said to have no solution, and %v is one", rows, values)
			}
			for _, a := range alone {
				if sum := a.C + a.Terms[0].K*v; sum < 0 || a.Equal && sum != 0 {
					t.Fatalf("%v: variable %d is %d, but %v", rows, x, v, a)
				}
			}
		}
	}
}

func TestInfeasibleKnown(t *testing.T) {
	t.Parallel()
	eq := func(c int64, terms ...Term) row { return row{Terms: terms, C: c, Equal: true} }
	ge := func(c int64, terms ...Term) row { return row{Terms: terms, C: c} }
	for name, c := range map[string]struct {
		rows []row
		want bool
	}{
		"2x = 7":           {[]row{eq(-7, Term{0, 2})}, true},
		"2x = 8":           {[]row{eq(-8, Term{0, 2})}, false},
		"x < y < x":        {[]row{ge(-1, Term{0, -1}, Term{1, 1}), ge(-1, Term{0, 1}, Term{1, -1})}, true},
		"3x + 6y = 5":      {[]row{eq(-5, Term{0, 3}, Term{1, 6})}, true},
		"7x + 12y = 17":    {[]row{eq(-17, Term{0, 7}, Term{1, 12})}, false},
		"4a + 3 = 2b, mod": {[]row{eq(3, Term{0, 4}, Term{1, -2})}, true},
		"1 ≤ 2x ≤ 1":       {[]row{ge(-1, Term{0, 2}), ge(1, Term{0, -2})}, true},
		"a + b ≥ 5, a ≤ 2, b ≤ 2": {[]row{ge(-5, Term{0, 1}, Term{1, 1}), ge(2, Term{0, -1}), ge(2, Term{1, -1})},
			true},
		"numbers too large to decide": {[]row{eq(1, Term{0, 1 << 62}), eq(2, Term{0, 1 << 62})}, false},
		"no variable":                 {[]row{ge(-1)}, true},
		"nothing":                     {nil, false},
	} {
		work := 0
		if _, got := Infeasible(c.rows, join, &work); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
