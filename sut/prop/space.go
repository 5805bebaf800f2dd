package prop

import (
	"math/bits"
	"reflect"
)

// space is a set of values of one type, each with a size. Those of one size are numbered
// from 0.
type space interface {
	// count returns how many values have a size.
	count(size int) uint64
	// put sets what is addressed to the value of a size with a number below its count.
	put(to reflect.Value, size int, number uint64)
	// last returns the largest size that a value has, or endless.
	last() int
}

const (
	// endless is the last size of a set without one.
	endless = -1
	// most is how many combinations of parts are numbered at most. What has more is thinned
	// evenly. Nobody comes to the end of so many, so that this never makes a proof.
	most = 1 << 48
	// fair is to how many values each part is thinned where both have more.
	fair = 1 << 24
)

// limitPair returns how many values of two parts are combined: all, unless there are too many.
func limitPair(a, b uint64) (uint64, uint64) {
	if a == 0 || b == 0 {
		return 0, 0
	}
	if high, low := bits.Mul64(a, b); high == 0 && low <= most {
		return a, b
	}
	if a > b {
		b = min(b, fair)
		return most / b, b
	}
	a = min(a, fair)
	return a, most / a
}

// combinations returns how many values two parts have together.
func combinations(a, b uint64) uint64 {
	a, b = limitPair(a, b)
	return a * b
}

// split takes the number of a combination of two parts apart.
func split(number, a, b uint64) (uint64, uint64) {
	x, y := limitPair(a, b)
	return spread(number/y, a, x), spread(number%y, b, y)
}

// spread returns which of all values the one with a number is that was kept of them.
func spread(number, all, kept uint64) uint64 {
	stride := all / kept
	if stride <= 1 {
		return number
	}
	return number*stride + mix(number)%stride
}

// mix scatters a number over all of 64 bits (the finalizer of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// permutation puts the numbers below n into a pseudo-random order.
type permutation struct {
	n          uint64
	mask       uint64
	shift      int
	first, add uint64
	second     uint64
}

// inOrder is how many values of one size there are at most that come in the order of their
// numbers: borders do.
const inOrder = 8

func newPermutation(n, seed uint64) permutation {
	width := bits.Len64(n - 1)
	return permutation{
		n: n, mask: 1<<width - 1, shift: (width + 1) / 2,
		first: mix(seed) | 1, add: mix(seed + 1), second: mix(seed+2) | 1,
	}
}

// at returns the number that comes at a place below n. Each step is a bijection on as many bits
// as n has, repeated until the number is below n.
func (p *permutation) at(place uint64) uint64 {
	if p.n <= inOrder {
		return place
	}
	for x := place; ; {
		x = (x*p.first + p.add) & p.mask
		x ^= x >> p.shift
		x = x * p.second & p.mask
		x ^= x >> p.shift
		if x < p.n {
			return x
		}
	}
}
