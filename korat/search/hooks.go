package search

import "unsafe"

// Hooks stand in the middle of expressions of the user's, where nothing could be handed to them, so that what they need
// to know are variables of the package: a process makes one search.
var (
	base  uintptr = 0        // where the objects of candidates are
	news          = []byte{} // a byte for each of theirs: 0 where a read is news
	under         = &engine{off: true}
)

// watch makes the hooks speak to a search.
func watch(e *engine, marks []byte) {
	at, table, searching := &base, &news, &under
	*at, *table, *searching = uintptr(e.arena), marks, e
}

// compiled are the texts that were compiled with hooks in them, by their names.
var compiled = map[string]bool{}

// Compiled notes that a text was compiled with hooks in it.
func Compiled(name string) bool {
	all := compiled
	all[name] = true
	return true
}

// See returns p, and notes that what it points to is read, which is neither a struct nor an array. With one node
// more it would not be inlined.
func See[T any](p *T) *T {
	if isNews(uintptr(unsafe.Pointer(p)) - base) {
		see(unsafe.Pointer(p))
	}
	return p
}

// isNews tells whether the byte at an offset of the arena was not read before.
func isNews(o uintptr) bool { return o < uintptr(len(news)) && news[o] == 0 }

// GetAll returns what p points to, and notes that all of it was read.
func GetAll[T any](p *T) T {
	seeRange(unsafe.Pointer(p), unsafe.Sizeof(*p))
	return *p
}

// GetNil returns a slice, a map or the like that is compared with nil: where it cannot be nil, that
// reads nothing.
func GetNil[T any](p *T) T {
	if o := uintptr(unsafe.Pointer(p)) - base; o < uintptr(len(news)) && under.mayBeNil(o) {
		see(unsafe.Pointer(p))
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
		keepAll(s[len(s):cap(s)])
	}
	return s
}

// Put returns p, through which something is to be written. A predicate must not change its candidate.
func Put[T any](p *T, place string) *T {
	if uintptr(unsafe.Pointer(p))-base < uintptr(len(news)) {
		written(place)
	}
	return Keep(p)
}

// Keep returns p, through which something is to be written that a run goes on from without it.
func Keep[T any](p *T) *T {
	if under.fast != nil {
		under.keepBytes(uintptr(unsafe.Pointer(p)), unsafe.Sizeof(*p))
	}
	return p
}

// Filled returns a slice whose elements are to be written.
func Filled[S ~[]E, E any](s S, place string) S {
	if len(s) > 0 {
		Put(&s[0], place)
		keepAll(s)
	}
	return s
}

// keepAll keeps the elements of a slice that is to be written.
func keepAll[S ~[]E, E any](s S) {
	if under.fast != nil {
		under.keepBytes(uintptr(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(s[0]))
	}
}

// written ends a run of the predicate that changes its candidate.
func written(place string) { panic(violation("changes the structure at " + place)) }

// violation is what a predicate must not do.
type violation string

// see notes that the byte at an address is read. It is called where that is news, so that hooks, which are called at
// each read, are small enough to be inlined.
//
//go:noinline
func see(p unsafe.Pointer) {
	o, e := uintptr(p)-base, under
	if e.stopped != "" {
		panic(stop(e.stopped))
	}
	if e.off {
		return
	}
	c := e.cellAt[o]
	if c < 0 {
		e.marks[o] = 1
		return
	}
	e.readCell(c, uintptr(unsafe.Pointer(&e)))
}

// stop is why a run of the predicate has to end, before it ends by itself.
type stop string

// seeRange notes that bytes are read that may be of a candidate.
func seeRange(p unsafe.Pointer, n uintptr) {
	for o := uintptr(p) - base; o < uintptr(len(news)) && n > 0; o, n = o+1, n-1 {
		if news[o] == 0 {
			see(unsafe.Add(under.arena, o))
		}
	}
}
