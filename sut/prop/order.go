package prop

// order goes through a set of values, none twice.
type order struct {
	of   space
	seed uint64
	last int
	live []*class // of the sizes reached, those with values left
	size int      // the next size to be reached
	gone uint64   // how many values were taken
	turn int      // in live: whose turn it is when the sizes take turns
}

// class is the values of one size while they are taken.
type class struct {
	size  int
	taken uint64
	perm  permutation
}

const (
	// emptySizes is how many sizes in a row without any value end an endless set.
	emptySizes = 256
	// slowly is how much larger a size is that is reached after twice as many tests, once
	// there are many.
	slowly = 6
	// longest is at which size no larger one is reached because of how many tests there were.
	longest = 62 * slowly
)

func newOrder(of space, seed uint64) *order { return &order{of: of, seed: seed, last: of.last()} }

// due tells whether the next size has its turn. At first the square of the sizes grows with the
// number of tests, so that a hundred tests see about a dozen sizes; later they grow with its
// logarithm, since recursive values of 100 parts say little that those of 50 do not.
func (o *order) due() bool {
	k := uint64(o.size)
	return o.size < longest && o.gone >= max(k*(k+1)/2, 1<<(k/slowly))
}

// reach goes on to the next size that has values, at most to one that is due unless it must. It
// tells whether there is one.
func (o *order) reach(must bool) bool {
	for empty := 0; must || o.due(); empty++ {
		if o.last != endless && o.size > o.last || o.last == endless && empty == emptySizes {
			return false
		}
		n := o.of.count(o.size)
		o.size++
		if n > 0 {
			o.live = append(o.live, &class{size: o.size - 1, perm: newPermutation(n, mix(o.seed)+uint64(o.size))})
			must = false
		}
	}
	return true
}

// next returns the next value; ok is false when all were taken.
func (o *order) next() (p pick, ok bool) {
	o.reach(false)
	if len(o.live) == 0 && !o.reach(true) {
		return pick{}, false
	}
	at := 0
	if o.gone%2 == 1 {
		o.turn = (o.turn + 1) % len(o.live)
		at = o.turn
	}
	o.gone++
	c := o.live[at]
	p = pick{c.size, c.perm.at(c.taken)}
	if c.taken++; c.taken == c.perm.n {
		o.live = append(o.live[:at], o.live[at+1:]...)
	}
	if o.turn >= len(o.live) {
		o.turn = 0
	}
	return p, true
}
