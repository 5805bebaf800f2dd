package prop

import (
	"reflect"
	"strings"
)

// tuple is the set of all combinations of values: parameters, fields of a structure, elements of
// an array.
type tuple struct {
	parts []space
	place func(v reflect.Value, part int) reflect.Value
	rest  [][]uint64 // rest[i][s]: how many combinations of the parts from i have size s
	bounded
}

// bounded remembers the last size of a set that may have itself as a part.
type bounded struct {
	known, asked bool
	size         int
}

// end returns the last size, which find finds. A set that is asked for its own is endless.
func (b *bounded) end(find func() int) int {
	if b.asked {
		return endless
	}
	if !b.known {
		b.asked = true
		b.size = find()
		b.known, b.asked = true, false
	}
	return b.size
}

func (t *tuple) last() int {
	return t.end(func() int {
		sum := 0
		for _, p := range t.parts {
			l := p.last()
			if l == endless {
				return endless
			}
			sum += l
		}
		return sum
	})
}

func (t *tuple) count(size int) uint64 { return t.countFrom(0, size) }

// countFrom returns how many combinations of the parts from one on have a size.
func (t *tuple) countFrom(part, size int) uint64 {
	switch {
	case part == len(t.parts) && size == 0:
		return 1
	case part == len(t.parts):
		return 0
	case part == len(t.parts)-1:
		return t.parts[part].count(size)
	}
	if t.rest == nil {
		t.rest = make([][]uint64, len(t.parts)-1)
	}
	for s := len(t.rest[part]); s <= size; s++ {
		var n uint64
		for k := 0; k <= s; k++ {
			if c := t.parts[part].count(k); c > 0 {
				n += combinations(c, t.countFrom(part+1, s-k))
			}
		}
		t.rest[part] = append(t.rest[part], n)
	}
	return t.rest[part][size]
}

func (t *tuple) put(to reflect.Value, size int, number uint64) {
	t.eachPart(size, number, func(part, size int, number uint64) {
		t.parts[part].put(t.place(to, part), size, number)
	})
}

// eachPart takes a combination apart: it calls do for each part with its size and number.
func (t *tuple) eachPart(size int, number uint64, do func(part, size int, number uint64)) {
	for i, p := range t.parts {
		if i == len(t.parts)-1 {
			do(i, size, number)
			return
		}
		for k := 0; ; k++ {
			own := p.count(k)
			if own == 0 {
				continue
			}
			others := t.countFrom(i+1, size-k)
			if n := combinations(own, others); number >= n {
				number -= n
				continue
			}
			var mine uint64
			mine, number = split(number, own, others)
			do(i, k, mine)
			size -= k
			break
		}
	}
}

// pick is a value of a set, by its size and number.
type pick struct {
	size   int
	number uint64
}

// list is the set of all sequences of elements, each of which adds one to their sizes.
type list struct {
	elements func(size int) uint64 // how many elements have a size
	counts   []uint64
}

func (l *list) count(size int) uint64 {
	for s := len(l.counts); s <= size; s++ {
		if s == 0 {
			l.counts = append(l.counts, 1)
			continue
		}
		var n uint64
		for k := range s {
			if c := l.elements(k); c > 0 {
				n += combinations(c, l.counts[s-1-k])
			}
		}
		l.counts = append(l.counts, n)
	}
	return l.counts[size]
}

// picks appends the elements of a sequence.
func (l *list) picks(to []pick, size int, number uint64) []pick {
	for size > 0 {
		for k := 0; ; k++ {
			own := l.elements(k)
			if own == 0 {
				continue
			}
			rest := l.counts[size-1-k]
			if n := combinations(own, rest); number >= n {
				number -= n
				continue
			}
			var mine uint64
			mine, number = split(number, own, rest)
			to = append(to, pick{k, mine})
			size -= k + 1
			break
		}
	}
	return to
}

// few is how many elements are picked without a slice on the heap.
const few = 16

// sequences is the set of all slices, none of them nil.
type sequences struct {
	list
	typ  reflect.Type
	elem space
}

func newSequences(t reflect.Type) *sequences {
	s := &sequences{typ: t}
	s.elements = func(size int) uint64 { return s.elem.count(size) }
	return s
}

func (s *sequences) last() int { return endless }

func (s *sequences) put(to reflect.Value, size int, number uint64) {
	s.count(size)
	var room [few]pick
	picks := s.picks(room[:0], size, number)
	v := reflect.MakeSlice(s.typ, len(picks), len(picks))
	for i, p := range picks {
		s.elem.put(v.Index(i), p.size, p.number)
	}
	to.Set(v)
}

// texts is the set of all valid strings.
type texts struct {
	list
	chars *characters
}

func newTexts() *texts {
	c := newCharacters()
	return &texts{list{elements: c.count}, c}
}

func (s *texts) last() int { return endless }

func (s *texts) put(to reflect.Value, size int, number uint64) {
	s.count(size)
	var room [few]pick
	var b strings.Builder
	for _, p := range s.picks(room[:0], size, number) {
		b.WriteRune(s.chars.at(p.size, p.number))
	}
	to.SetString(b.String())
}

// pointers is the set of nil and of pointers to the values of a set, each at one of its own.
type pointers struct {
	elem space
	typ  reflect.Type // what they point to
	bounded
}

func (p *pointers) last() int {
	return p.end(func() int {
		if l := p.elem.last(); l != endless {
			return l + 1
		}
		return endless
	})
}

func (p *pointers) count(size int) uint64 {
	if size == 0 {
		return 1
	}
	return p.elem.count(size - 1)
}

func (p *pointers) put(to reflect.Value, size int, number uint64) {
	if size == 0 {
		to.SetZero()
		return
	}
	v := reflect.New(p.typ)
	p.elem.put(v.Elem(), size-1, number)
	to.Set(v)
}

// alternative is a set of values of a type.
type alternative struct {
	space
	typ     reflect.Type // what the set has values of
	pointer bool         // whether a pointer to one is meant
}

// union is the set of the values of several sets, as values of an interface or of one type. Each
// adds the cost to its size.
type union struct {
	of   []alternative
	cost int
	bounded
}

func (u *union) last() int {
	return u.end(func() int {
		out := 0
		for _, a := range u.of {
			l := a.last()
			if l == endless {
				return endless
			}
			out = max(out, l+u.cost)
		}
		return out
	})
}

func (u *union) count(size int) uint64 {
	if size < u.cost {
		return 0
	}
	var n uint64
	for _, a := range u.of {
		n += min(a.count(size-u.cost), most)
	}
	return n
}

// split returns of which alternative a value is, and its number there.
func (u *union) split(size int, number uint64) (which int, own uint64) {
	for i, a := range u.of {
		all := a.count(size - u.cost)
		kept := min(all, most)
		if number < kept {
			return i, spread(number, all, kept)
		}
		number -= kept
	}
	panic("unreachable")
}

func (u *union) put(to reflect.Value, size int, number uint64) {
	which, own := u.split(size, number)
	a := u.of[which]
	v := reflect.New(a.typ)
	a.put(v.Elem(), size-u.cost, own)
	if !a.pointer {
		v = v.Elem()
	}
	to.Set(v)
}
