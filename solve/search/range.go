package search

import (
	"math"
	"math/bits"
)

// interval is a range of integers whose ends may be infinite. Ends beyond ±2^61 count
// as infinite, so that sums do not overflow.
type interval struct{ lo, hi int64 }

const infinite = math.MaxInt64 >> 2

var everything = interval{-infinite, infinite}

func point(n int64) interval { return interval{n, n}.clip() }

// clip returns a range whose ends are kept. What lies beyond the largest integer that is
// reckoned with is between this and infinity, so that there is always more of it.
func (i interval) clip() interval {
	return interval{max(-infinite, min(i.lo, infinite-1)), max(1-infinite, min(i.hi, infinite))}
}

func (i interval) isEmpty() bool { return i.lo > i.hi }

func (i interval) isFinite() bool { return i.lo > -infinite && i.hi < infinite }

func (i interval) meet(j interval) interval { return interval{max(i.lo, j.lo), min(i.hi, j.hi)} }

func (i interval) neg() interval { return interval{-i.hi, -i.lo} }

// add returns the range of sums; an infinite end stays infinite.
func (i interval) add(j interval) interval {
	out := everything
	if i.lo > -infinite && j.lo > -infinite {
		out.lo = i.lo + j.lo
	}
	if i.hi < infinite && j.hi < infinite {
		out.hi = i.hi + j.hi
	}
	return out.clip()
}

// times multiplies by a constant.
func (i interval) times(n int64) interval {
	scale := func(end int64) int64 {
		if end == 0 || n == 0 {
			return 0
		}
		if end <= -infinite || end >= infinite || abs(end) > infinite/abs(n) {
			if (end < 0) == (n < 0) {
				return infinite
			}
			return -infinite
		}
		return end * n
	}
	a, b := scale(i.lo), scale(i.hi)
	return interval{min(a, b), max(a, b)}
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// divide returns the integers whose multiple by n lies in the range.
func (i interval) divide(n int64) interval {
	if n < 0 {
		i, n = i.neg(), -n
	}
	out := everything
	if i.lo > -infinite {
		out.lo = floorDiv(i.lo+n-1, n)
	}
	if i.hi < infinite {
		out.hi = floorDiv(i.hi, n)
	}
	return out
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// multiply returns the product of two ends, an infinite one where it is too
// large.
func multiply(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(abs(a)), uint64(abs(b)))
	n := int64(infinite)
	if high == 0 && low < infinite {
		n = int64(low)
	}
	if (a < 0) != (b < 0) {
		n = -n
	}
	return n
}

func (i interval) product(j interval) interval {
	a, b, c, d := multiply(i.lo, j.lo), multiply(i.lo, j.hi), multiply(i.hi, j.lo), multiply(i.hi, j.hi)
	return interval{min(a, b, c, d), max(a, b, c, d)}
}

// square returns the range of n * n.
func (i interval) square() interval {
	a, b := multiply(i.lo, i.lo), multiply(i.hi, i.hi)
	if i.lo <= 0 && i.hi >= 0 {
		return interval{0, max(a, b)}
	}
	return interval{min(a, b), max(a, b)}
}

// roots returns those n of i whose squares may lie in the range.
func (i interval) roots(squares interval) interval {
	if squares.hi < infinite {
		if squares.hi < 0 {
			return interval{1, 0}
		}
		most := root(squares.hi)
		i = i.meet(interval{-most, most})
	}
	if squares.lo <= 0 || squares.lo >= infinite {
		return i
	}
	least := root(squares.lo-1) + 1
	if i.lo > -least {
		i.lo = max(i.lo, least)
	}
	if i.hi < least {
		i.hi = min(i.hi, -least)
	}
	return i
}

// root returns the largest n with n * n at most k, which is not negative.
func root(k int64) int64 {
	n := int64(math.Sqrt(float64(k)))
	for n*n > k {
		n--
	}
	for (n+1)*(n+1) <= k {
		n++
	}
	return n
}

// factors returns the integers whose product with one of j may lie in the range. Where
// j contains 0, it is all integers.
func (i interval) factors(j interval) interval {
	if j.isEmpty() || j.lo <= 0 && j.hi >= 0 || i.isEmpty() {
		return everything
	}
	if j.hi < 0 {
		i, j = i.neg(), j.neg()
	}
	out := everything
	if i.lo > -infinite {
		divisor := j.hi
		if i.lo <= 0 {
			divisor = j.lo
		}
		out.lo = -floorDiv(-i.lo, divisor)
	}
	if i.hi < infinite {
		divisor := j.lo
		if i.hi < 0 {
			divisor = j.hi
		}
		out.hi = floorDiv(i.hi, divisor)
	}
	return out
}

// divideBy returns the range of k div n, rounded towards minus infinity.
func (i interval) divideBy(n int64) interval {
	if i.lo > -infinite {
		i.lo = floorDiv(i.lo, n)
	}
	if i.hi < infinite {
		i.hi = floorDiv(i.hi, n)
	}
	return i
}

// dividends returns the k for which k div n lies in the range.
func (i interval) dividends(n int64) interval {
	if i.lo > -infinite {
		i.lo = multiply(i.lo, n)
	}
	if i.hi < infinite {
		i.hi = multiply(i.hi, n)
		if i.hi < infinite && i.hi > -infinite {
			i.hi += n - 1
		}
	}
	return i.clip()
}

// modulo returns the range of k mod n.
func (i interval) modulo(n int64) interval {
	if !i.isEmpty() && i.isFinite() && floorDiv(i.lo, n) == floorDiv(i.hi, n) {
		return interval{i.lo - floorDiv(i.lo, n)*n, i.hi - floorDiv(i.hi, n)*n}
	}
	return interval{0, n - 1}
}

// trim takes off the ends of i what is not in the range modulo n.
func (i interval) trim(to interval, n int64) interval {
	to = to.meet(interval{0, n - 1})
	if to.isEmpty() {
		return interval{1, 0}
	}
	if i.lo > -infinite {
		rest := i.lo - floorDiv(i.lo, n)*n
		switch {
		case rest < to.lo:
			i.lo += to.lo - rest
		case rest > to.hi:
			i.lo += n - rest + to.lo
		}
	}
	if i.hi < infinite {
		rest := i.hi - floorDiv(i.hi, n)*n
		switch {
		case rest > to.hi:
			i.hi -= rest - to.hi
		case rest < to.lo:
			i.hi -= rest + n - to.hi
		}
	}
	return i.clip()
}
