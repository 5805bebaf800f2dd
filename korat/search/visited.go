package search

import "unsafe"

// Visited stands for a map from pointers to bool, or to nothing, that a function of the predicate makes for itself: it
// marks the objects that the function has met. Objects of candidates are numbered, so that a mark is an element of a
// list. It is made anew by taking the next stamp.
type Visited struct {
	marks []uint32 // by offset in the arena: the stamp, and one more where the value is true
	stamp uint32
	n     int
	other map[unsafe.Pointer]bool // what is not of the arena
}

// NewVisited returns an empty one. It is used again in the next run of the predicate.
func NewVisited() *Visited {
	e := under
	if e.size == 0 {
		return &Visited{stamp: visitedStep}
	}
	if e.usedSets == len(e.sets) {
		e.sets = append(e.sets, &Visited{marks: make([]uint32, e.size)})
	}
	v := e.sets[e.usedSets]
	e.usedSets++
	v.n, v.other = 0, nil
	if v.stamp += visitedStep; v.stamp == 0 {
		clear(v.marks)
		v.stamp = visitedStep
	}
	return v
}

// visitedStep is from one stamp to the next: the last bit is the value.
const visitedStep = 2

// Has returns the value of a key: false where it is not there.
func Has[T any](v *Visited, key *T) bool {
	if o := uintptr(unsafe.Pointer(key)) - base; o < uintptr(len(v.marks)) {
		return v.marks[o] == v.stamp|1
	}
	return v.other[unsafe.Pointer(key)]
}

// Find returns the value of a key, and whether it is there.
func Find[T any](v *Visited, key *T) (bool, bool) {
	if o := uintptr(unsafe.Pointer(key)) - base; o < uintptr(len(v.marks)) {
		return v.marks[o] == v.stamp|1, v.marks[o]&^1 == v.stamp
	}
	value, is := v.other[unsafe.Pointer(key)]
	return value, is
}

// Mark gives a key a value.
func Mark[T any](v *Visited, key *T, value bool) {
	if o := uintptr(unsafe.Pointer(key)) - base; o < uintptr(len(v.marks)) {
		v.mark(o, value)
		return
	}
	v.markOther(unsafe.Pointer(key), value)
}

func (v *Visited) mark(o uintptr, value bool) {
	if under.fast != nil {
		v.keep(o)
	}
	if v.marks[o]&^1 != v.stamp {
		v.n++
	}
	v.marks[o] = v.stamp
	if value {
		v.marks[o]++
	}
}

func (v *Visited) markOther(p unsafe.Pointer, value bool) {
	if v.other == nil {
		v.other = map[unsafe.Pointer]bool{}
	}
	v.keepOther(p)
	v.other[p] = value
}

// keep notes what a mark was.
func (v *Visited) keep(o uintptr) {
	under.keepBytes(uintptr(unsafe.Pointer(&v.marks[o])), unsafe.Sizeof(v.marks[o]))
	under.keepBytes(uintptr(unsafe.Pointer(&v.n)), unsafe.Sizeof(v.n))
}

// keepOther notes what a mark was of what is not of the arena.
func (v *Visited) keepOther(p unsafe.Pointer) {
	if under.fast != nil {
		keepEntry(v.other, p)
	}
}

// Marked gives a key a value, and returns the set: for literals.
func Marked[T any](v *Visited, key *T, value bool) *Visited {
	Mark(v, key, value)
	return v
}

// Unmark deletes a key.
func Unmark[T any](v *Visited, key *T) {
	o := uintptr(unsafe.Pointer(key)) - base
	if o >= uintptr(len(v.marks)) {
		v.keepOther(unsafe.Pointer(key))
		delete(v.other, unsafe.Pointer(key))
	} else if v.marks[o]&^1 == v.stamp {
		if under.fast != nil {
			v.keep(o)
		}
		v.n--
		v.marks[o] = 0
	}
}

// Count returns how many keys there are.
func Count(v *Visited) int { return v.n + len(v.other) }

// Append appends a pointer to a slice. New memory is that of the run, which the next one uses again: what a predicate
// makes for itself is of no use to anybody when it has returned.
func Append[S ~[]*T, T any](s S, x *T) S {
	if n := len(s); n < cap(s) {
		s = s[:n+1]
		if under.fast != nil {
			under.keepBytes(uintptr(unsafe.Pointer(&s[n])), unsafe.Sizeof(x))
		}
		s[n] = x
		return s
	}
	return grow(s, x)
}

// grow appends a pointer to a slice that is full.
func grow[S ~[]*T, T any](s S, x *T) S {
	room := scratch(max(minRoom, 2*len(s)))
	if room == nil {
		return append(s, x)
	}
	out := unsafe.Slice((**T)(unsafe.Pointer(unsafe.SliceData(room))), len(room))
	copy(out, s)
	out[len(s)] = x
	return S(out[:len(s)+1])
}

// minRoom is how many elements a slice has room for, at least, that is made to grow.
const minRoom = 16

// scratchSize is how many pointers a run may put into memory that is used again.
const scratchSize = 1 << 12

// scratch returns memory for so many pointers, or nil where there is no more of it.
func scratch(n int) []unsafe.Pointer {
	e := under
	if e.usedScratch+n > len(e.scratch) {
		return nil
	}
	out := e.scratch[e.usedScratch : e.usedScratch+n : e.usedScratch+n]
	e.usedScratch += n
	return out
}
