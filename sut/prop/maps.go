package prop

import (
	"math/bits"
	"reflect"
)

// dictionaries is the set of all maps, none of them nil. Each entry adds one to the sizes of its key and
// value. A map is, for each size of keys in turn, a set of keys of that size with a list of
// values.
type dictionaries struct {
	typ        reflect.Type
	key, value space
	values     [][]uint64           // values[m][s]: lists of m values that have size s together
	memo       map[way]uint64       // of ways
	members    map[[2]uint64]uint64 // of thinned
}

func newDictionaries(t reflect.Type) *dictionaries {
	return &dictionaries{typ: t, memo: map[way]uint64{}, members: map[[2]uint64]uint64{}}
}

// way is the rest of a map: keys from a size on, with what is left of its size.
type way struct{ keys, size int }

func (m *dictionaries) last() int {
	k, v := m.key.last(), m.value.last()
	if k == endless || v == endless || k > 64 {
		return endless
	}
	sum := 0
	for s := 0; s <= k; s++ {
		n := m.key.count(s)
		if n > 1<<16 {
			return endless // it has an end that nobody reaches
		}
		sum += int(n) * (1 + s + v)
	}
	return sum
}

func (m *dictionaries) count(size int) uint64 { return m.ways(way{0, size}) }

// lists returns how many lists of n values have a size together.
func (m *dictionaries) lists(n, size int) uint64 {
	if n == 0 {
		if size == 0 {
			return 1
		}
		return 0
	}
	for len(m.values) <= n {
		m.values = append(m.values, nil)
	}
	for s := len(m.values[n]); s <= size; s++ {
		var sum uint64
		for k := 0; k <= s; k++ {
			if c := m.value.count(k); c > 0 {
				sum += combinations(c, m.lists(n-1, s-k))
			}
		}
		m.values[n] = append(m.values[n], sum)
	}
	return m.values[n][size]
}

// ways returns how many rests of maps there are.
func (m *dictionaries) ways(w way) uint64 {
	if w.size == 0 {
		return 1
	}
	if w.keys >= w.size {
		return 0
	}
	if n, known := m.memo[w]; known {
		return n
	}
	var sum uint64
	m.eachWay(w, func(_, _ int, sets, lists, rest uint64) bool {
		sum += combinations(combinations(sets, lists), rest)
		return true
	})
	m.memo[w] = sum
	return sum
}

// eachWay goes through the ways to take n keys of the first size, with values of a size together:
// how many sets of keys there are, lists of values, and rests.
func (m *dictionaries) eachWay(w way, do func(n, values int, sets, lists, rest uint64) bool) {
	all := m.key.count(w.keys)
	for n := 0; n*(1+w.keys) <= w.size; n++ {
		sets := binomial(m.thinOut(all, n), n)
		if sets == 0 {
			return
		}
		left := w.size - n*(1+w.keys)
		for v := 0; v <= left; v++ {
			lists := m.lists(n, v)
			if lists == 0 {
				continue
			}
			if !do(n, v, sets, lists, m.ways(way{w.keys + 1, left - v})) {
				return
			}
		}
	}
}

func (m *dictionaries) put(to reflect.Value, size int, number uint64) {
	out := reflect.MakeMap(m.typ)
	for w := (way{0, size}); w.size > 0; w.keys++ {
		m.eachWay(w, func(n, values int, sets, lists, rest uint64) bool {
			both := combinations(sets, lists)
			if c := combinations(both, rest); number >= c {
				number -= c
				return true
			}
			var mine uint64
			mine, number = split(number, both, rest)
			set, list := split(mine, sets, lists)
			m.enter(out, w.keys, n, set, values, list)
			w.size -= n*(1+w.keys) + values
			return false
		})
	}
	to.Set(out)
}

// enter adds n entries, by the numbers of their set of keys and of their list of values.
func (m *dictionaries) enter(to reflect.Value, keys, n int, set uint64, size int, list uint64) {
	all := m.key.count(keys)
	of := m.thinOut(all, n)
	for i := n; i > 0; i-- {
		var number uint64
		number, set = largest(of, i, set)
		number = spread(number, all, of)
		k, v := reflect.New(m.typ.Key()).Elem(), reflect.New(m.typ.Elem()).Elem()
		m.key.put(k, keys, number)
		for s := 0; ; s++ {
			own := m.value.count(s)
			if own == 0 {
				continue
			}
			rest := m.lists(i-1, size-s)
			if c := combinations(own, rest); list >= c {
				list -= c
				continue
			}
			var mine uint64
			mine, list = split(list, own, rest)
			m.value.put(v, s, mine)
			size -= s
			break
		}
		to.SetMapIndex(k, v)
	}
}

// thinOut returns of how many members sets of n are made: of all, unless there were too many
// sets.
func (m *dictionaries) thinOut(all uint64, n int) uint64 {
	if binomial(all, n) <= most {
		return all
	}
	key := [2]uint64{all, uint64(n)}
	if k, known := m.members[key]; known {
		return k
	}
	low, high := uint64(n), all // binomial(low, n) <= most < binomial(high, n)
	for high-low > 1 {
		if middle := low + (high-low)/2; binomial(middle, n) <= most {
			low = middle
		} else {
			high = middle
		}
	}
	m.members[key] = low
	return low
}

// largest returns the largest of a set of n numbers, and the number of the set of the others
// (the combinatorial number system).
func largest(all uint64, n int, set uint64) (member, others uint64) {
	low, high := uint64(n-1), all // binomial(low, n) <= set < binomial(high, n)
	for high-low > 1 {
		if middle := low + (high-low)/2; binomial(middle, n) <= set {
			low = middle
		} else {
			high = middle
		}
	}
	return low, set - binomial(low, n)
}

// binomial returns how many sets of n members out of all there are, or a number above most.
func binomial(all uint64, n int) uint64 {
	if uint64(n) > all {
		return 0
	}
	k := min(uint64(n), all-uint64(n))
	out := uint64(1)
	for i := uint64(1); i <= k; i++ {
		high, low := bits.Mul64(out, all-k+i)
		if high != 0 || low/i > most {
			return most + 1
		}
		out = low / i
	}
	return out
}
