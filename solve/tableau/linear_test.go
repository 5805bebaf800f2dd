package tableau

import (
	"math/rand/v2"
	"testing"
)

// holds tells whether values satisfy a row.
func (r row) holds(values []int64) bool {
	sum := r.c
	for _, p := range r.terms {
		sum += p.k * values[p.x]
	}
	return sum == 0 || !r.equal && sum > 0
}

// randomRow returns a small row over n variables, and what it rests on.
func randomRow(r *rand.Rand, n, index int) row {
	out := row{equal: r.IntN(3) == 0, c: int64(r.IntN(9) - 4), deps: deps{}.with(index)}
	for range 1 + r.IntN(n) {
		out.add(r.IntN(n), int64(r.IntN(7)-3))
	}
	out.terms = clean(out.terms)
	return out
}

func clean(terms []product) []product {
	var out []product
	for _, p := range terms {
		if p.k != 0 {
			out = append(out, p)
		}
	}
	return out
}

// TestInfeasible holds what is refuted against all small solutions, and checks
// that the rows that are named contradict each other by themselves.
func TestInfeasible(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	refuted := 0
	for range 4000 {
		const n = 3
		rows := make([]row, 2+r.IntN(5))
		for i := range rows {
			rows[i] = randomRow(r, n, i)
		}
		work := 0
		d, unsat := infeasible(rows, &work)
		if !unsat {
			continue
		}
		refuted++
		var named []row
		for _, i := range d.below(len(rows)) {
			named = append(named, rows[i])
		}
		if values := solution(named, n); values != nil {
			t.Fatalf("%v was refuted by %v, which %v satisfies", rows, d.below(len(rows)), values)
		}
		if _, again := infeasible(named, &work); !again {
			t.Errorf("%v was refuted by %v, but these alone are not", rows, named)
		}
	}
	if refuted < 500 {
		t.Errorf("%d systems were refuted: the test says little", refuted)
	}
}

// solution returns values between -6 and 6 that satisfy all rows; nil where
// there are none.
func solution(rows []row, n int) []int64 {
	values := make([]int64, n)
	var try func(i int) bool
	try = func(i int) bool {
		if i == n {
			for _, r := range rows {
				if !r.holds(values) {
					return false
				}
			}
			return true
		}
		for v := int64(-6); v <= 6; v++ {
			values[i] = v
			if try(i + 1) {
				return true
			}
		}
		return false
	}
	if try(0) {
		return values
	}
	return nil
}

func TestInfeasibleKnown(t *testing.T) {
	t.Parallel()
	eq := func(c int64, terms ...product) row { return row{terms: terms, c: c, equal: true} }
	ge := func(c int64, terms ...product) row { return row{terms: terms, c: c} }
	for name, c := range map[string]struct {
		rows []row
		want bool
	}{
		"2x = 7":                      {[]row{eq(-7, product{0, 2})}, true},
		"2x = 8":                      {[]row{eq(-8, product{0, 2})}, false},
		"x < y < x":                   {[]row{ge(-1, product{0, -1}, product{1, 1}), ge(-1, product{0, 1}, product{1, -1})}, true},
		"3x + 6y = 5":                 {[]row{eq(-5, product{0, 3}, product{1, 6})}, true},
		"7x + 12y = 17":               {[]row{eq(-17, product{0, 7}, product{1, 12})}, false},
		"4a + 3 = 2b, mod":            {[]row{eq(3, product{0, 4}, product{1, -2})}, true},
		"1 ≤ 2x ≤ 1":                  {[]row{ge(-1, product{0, 2}), ge(1, product{0, -2})}, true},
		"a + b ≥ 5, a ≤ 2, b ≤ 2":     {[]row{ge(-5, product{0, 1}, product{1, 1}), ge(2, product{0, -1}), ge(2, product{1, -1})}, true},
		"numbers too large to decide": {[]row{eq(1, product{0, 1 << 40}), eq(2, product{0, 1 << 40})}, false},
	} {
		work := 0
		if _, got := infeasible(c.rows, &work); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
