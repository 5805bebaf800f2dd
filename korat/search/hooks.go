package search

import "unsafe"

// watch is what a hook needs to know. Hooks stand in the middle of expressions of the user's, where
// nothing could be handed to them, so that it is a variable of the package: a process makes one search.
type watch struct {
	base, size uintptr        // where the objects of candidates are
	marks      unsafe.Pointer // a byte for each of theirs: 0 where a read is news
	engine     *engine
}

var seen = watch{}

// compiled are the texts that were compiled with hooks in them, by their names.
var compiled = map[string]bool{}

// Compiled notes that a text was compiled with hooks in it.
func Compiled(name string) bool {
	all := compiled
	all[name] = true
	return true
}

// Get returns what p points to, and notes that it was read. It is for what is no struct and no array.
func Get[T any](p *T) T {
	if o := uintptr(unsafe.Pointer(p)) - seen.base; o < seen.size && *(*byte)(unsafe.Add(seen.marks, o)) == 0 {
		see(o)
	}
	return *p
}

// GetAll returns what p points to, and notes that all of it was read.
func GetAll[T any](p *T) T {
	seeRange(unsafe.Pointer(p), unsafe.Sizeof(*p))
	return *p
}

// GetNil returns a slice, a map or the like that is compared with nil: where it cannot be nil, that
// reads nothing.
func GetNil[T any](p *T) T {
	if o := uintptr(unsafe.Pointer(p)) - seen.base; o < seen.size && seen.engine.mayBeNil(o) {
		see(o)
	}
	return *p
}

// Elems returns a slice, and notes that all of its elements were read.
func Elems[S ~[]E, E any](s S) S {
	if len(s) > 0 {
		seeRange(unsafe.Pointer(unsafe.SliceData(s)), uintptr(len(s))*unsafe.Sizeof(s[0]))
	}
	return s
}

// Place returns p, which something is handed that is not rewritten: what p points to is read.
func Place[T any](p *T) *T {
	seeRange(unsafe.Pointer(p), unsafe.Sizeof(*p))
	return p
}

// Grown returns the slice that something is to be appended to: its elements are read, and must not be
// overwritten.
func Grown[S ~[]E, E any](s S, place string) S {
	if len(s) > 0 {
		seeRange(unsafe.Pointer(unsafe.SliceData(s)), uintptr(len(s))*unsafe.Sizeof(s[0]))
	}
	if cap(s) > len(s) {
		Put(&s[:len(s)+1][len(s)], place)
	}
	return s
}

// Put returns p, through which something is to be written. A predicate must not change its candidate.
func Put[T any](p *T, place string) *T {
	if uintptr(unsafe.Pointer(p))-seen.base < seen.size {
		written(place)
	}
	return p
}

// Filled returns a slice whose elements are to be written.
func Filled[S ~[]E, E any](s S, place string) S {
	if len(s) > 0 {
		Put(&s[0], place)
	}
	return s
}

// written ends a run of the predicate that changes its candidate.
func written(place string) { panic(violation("changes the structure at " + place)) }

// violation is what a predicate must not do.
type violation string

// see notes that the byte at an offset of the arena is read.
func see(o uintptr) {
	e := seen.engine
	if e.stopped != "" {
		panic(stop(e.stopped))
	}
	if e.off {
		return
	}
	c := e.cellAt[o]
	if c < 0 {
		*(*byte)(unsafe.Add(seen.marks, o)) = 1
		return
	}
	e.note(c)
}

// stop is why a run of the predicate has to end, before it ends by itself.
type stop string

// seeRange notes that bytes are read that may be of a candidate.
func seeRange(p unsafe.Pointer, n uintptr) {
	o := uintptr(p) - seen.base
	if o >= seen.size {
		return
	}
	for end := min(o+n, seen.size); o < end; o++ {
		if *(*byte)(unsafe.Add(seen.marks, o)) == 0 {
			see(o)
		}
	}
}
