package search

import (
	"testing"

	"pgregory.net/rapid"
)

// TestRanges: what an operation on ranges returns holds the result for all
// integers in them, and what a range is narrowed to keeps all that can be.
func TestRanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) interval {
			lo := rapid.Int64Range(-9, 9).Draw(t, name)
			return interval{lo, lo + rapid.Int64Range(0, 6).Draw(t, name+" width")}
		}
		i, j, to := draw("i"), draw("j"), draw("to")
		n := rapid.Int64Range(1, 5).Draw(t, "n")
		in := func(x int64, within interval, what string) {
			if x < within.lo || x > within.hi {
				t.Fatalf("%s: %d is not in %v", what, x, within)
			}
		}
		for x := i.lo; x <= i.hi; x++ {
			quotient := floorDiv(x, n)
			rest := x - quotient*n
			in(x*x, i.square(), "squared")
			in(quotient, i.divideBy(n), "divided")
			in(rest, i.modulo(n), "modulo")
			if x*x >= to.lo && x*x <= to.hi {
				in(x, i.roots(to), "roots")
			}
			if quotient >= to.lo && quotient <= to.hi {
				in(x, to.dividends(n), "dividends")
			}
			if rest >= to.lo && rest <= to.hi {
				in(x, i.trim(to, n), "congruent")
			}
			for y := j.lo; y <= j.hi; y++ {
				in(x*y, i.product(j), "product")
				if x*y >= to.lo && x*y <= to.hi {
					in(x, to.factors(j), "factors")
				}
			}
		}
	})
}

// TestWideRanges: ends that are too large to compute with stay infinite.
func TestWideRanges(t *testing.T) {
	t.Parallel()
	half := interval{2, infinite}
	for _, c := range []struct{ got, want interval }{
		{half.product(half), interval{4, infinite}},
		{half.product(interval{-1, -1}), interval{-infinite, -2}},
		{half.square(), interval{4, infinite}},
		{everything.roots(interval{10, 50}), interval{-7, 7}},
		{interval{0, infinite}.roots(interval{10, 50}), interval{4, 7}},
		{half.divideBy(3), interval{0, infinite}},
		{half.modulo(3), interval{0, 2}},
		{half.factors(interval{3, infinite}), interval{1, infinite}},
		{point(91).factors(interval{2, infinite}), interval{1, 45}},
		{half.dividends(4), interval{8, infinite}},
		{half.trim(point(0), 5), interval{5, infinite}},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}
