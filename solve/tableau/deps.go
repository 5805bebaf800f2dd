package tableau

import "math/bits"

// words is the size of deps.
const words = 5

// maxBits is the largest number of facts and open choices that a refutation can have.
const maxBits = words * 64

// deps is what something rests on: a set of asserted facts, by index, and of open
// choices, whose numbers follow those of the facts.
type deps [words]uint64

func (d deps) or(e deps) deps {
	for i := range d {
		d[i] |= e[i]
	}
	return d
}

func (d deps) has(i int) bool { return d[i/64]&(1<<(i%64)) != 0 }

func (d deps) with(i int) deps {
	d[i/64] |= 1 << (i % 64)
	return d
}

func (d deps) without(i int) deps {
	d[i/64] &^= 1 << (i % 64)
	return d
}

// below returns the elements smaller than n.
func (d deps) below(n int) []int {
	var out []int
	for w, word := range d {
		for ; word != 0; word &= word - 1 {
			if i := w*64 + bits.TrailingZeros64(word); i < n {
				out = append(out, i)
			}
		}
	}
	return out
}
