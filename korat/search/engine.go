package search

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"unsafe"
)

// Subject is what a program that was made for one predicate hands to its search.
type Subject struct {
	Root  reflect.Type
	Types []reflect.Type            // more types that structures are made of
	Check func(unsafe.Pointer) bool // whether the predicate accepts the root object
	// Resume goes on from snapshots of runs of the predicate; nil: nothing can.
	Resume *Resuming
	// Method is called on what is found; nil: none is.
	Method *Method
	// Apart tells of each field of the root object that is searched for itself whether what is there is accepted.
	Apart map[string]func(unsafe.Pointer) bool
}

// engine is one search.
type engine struct {
	check   func(unsafe.Pointer) bool
	arena   unsafe.Pointer
	size    uintptr
	keep    reflect.Value // the arena, for the garbage collector
	marks   []byte
	cellAt  []int32
	cells   []cell
	objects [][]*shape
	classes []objectClass
	root    int    // the class of the root object, which is its first
	top     *shape // what is searched: the root object, or a field of it
	apart   []*apart
	maps    map[unsafe.Pointer]*shape

	tail     *Tail   // behind the vector
	vector   []int32 // the candidate vector: the index of each cell's value
	order    []int32 // the field-ordering: cells in the order of their first read
	marked   []bool  // by cell: whether it is in the order
	perClass int
	greatest []int32 // for each place of the order and one more, for each class: the greatest object before it
	sure     int     // up to which place of the order that is so

	candidates, found int64
	panics            int64
	panicked          string     // what the first panic said
	sets              []*Visited // that a run has made, and later ones use again
	usedSets          int
	scratch           []unsafe.Pointer // memory of a run, that later ones use again
	usedScratch       int
	walks             int64
	symmetric         bool              // whether maps have objects as keys
	exhaustive        bool              // whether every candidate is tried
	forms             map[[16]byte]bool // of what was found, where that can come twice
	off               bool              // whether hooks are to note nothing
	stopped           string            // why runs are to end
	shook             shaking
	current           atomic.Int64 // the number of the run that is under way
	fast              *resuming    // nil: every run begins at the beginning
}

// activate makes hooks speak to the search.
func (e *engine) activate() {
	e.scratch = make([]unsafe.Pointer, scratchSize)
	e.greatest = make([]int32, (len(e.cells)+1)*e.perClass)
	for i := range e.perClass {
		e.greatest[i] = -1
	}
	e.greatest[e.root] = 0
	for _, part := range e.objects[e.root][0].parts { // an object that is always there is known
		if part.cell < 0 && part.kind == reflect.Pointer && part.fixed.image != nil && part.fixed.class >= 0 {
			e.greatest[part.fixed.class] = max(e.greatest[part.fixed.class], int32(part.fixed.index))
		}
	}
	watch(e, e.marks)
}

// note puts a cell into the field-ordering.
func (e *engine) note(c int32) {
	if !e.marked[c] {
		e.marked[c] = true
		*(*byte)(e.cells[c].mark) = 1
		if e.fast != nil {
			e.fast.passed[len(e.order)] = 0
		}
		e.order = append(e.order, c)
	}
}

// forget takes what is behind a place of the field-ordering out of it.
func (e *engine) forget(from int) {
	for _, c := range e.order[from:] {
		e.marked[c] = false
		*(*byte)(e.cells[c].mark) = 0
	}
	e.order = e.order[:from]
	e.sure = min(e.sure, from)
}

// mayBeNil tells whether the place at an offset has nil among its values, and others.
func (e *engine) mayBeNil(o uintptr) bool {
	c := e.cellAt[o]
	return c >= 0 && e.cells[c].values[0].isNil
}

// rootObject returns the object that the predicate is asked about.
func (e *engine) rootObject() unsafe.Pointer { return unsafe.Add(e.arena, e.objects[e.root][0].off) }

// try runs the predicate on the candidate. A panic is a no, as in the pseudo-code of figure 9; what the
// predicate must not do is an error.
func (e *engine) try() (accepted bool, err error) {
	e.current.Add(1)
	e.usedSets, e.usedScratch = 0, 0
	defer func() {
		switch p := recover().(type) {
		case nil:
		case violation:
			err = fmt.Errorf("the predicate %s", string(p))
		case stop:
			err = fmt.Errorf("%s", string(p))
		default:
			accepted = false
			if e.panics++; e.panics == 1 {
				e.panicked = fmt.Sprint(p) + placeOfPanic()
			}
		}
	}()
	return e.check(e.rootObject()), nil
}

// placeOfPanic returns where a panic came from that is being recovered from.
func placeOfPanic() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	behind := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic" || strings.HasPrefix(f.Function, "runtime.panic"):
			behind = true
		case behind && !strings.HasPrefix(f.Function, "runtime.") &&
			!strings.Contains(f.Function, "ttfintkorat/search"):
			return fmt.Sprintf(" at %s:%d", f.File, f.Line)
		}
		if !more {
			return ""
		}
	}
}

// next makes the candidate the next one: it changes the last field of the field-ordering, or the one
// before, and so on (section 3.3), to an object that is at most one beyond those in fields before it
// (section 3.4). It returns the place in the field-ordering of what was changed, or -1 at the end.
func (e *engine) next() int {
	for n := len(e.order) - 1; n >= 0; n-- {
		c := e.order[n]
		from := e.vector[c]
		to, passed := e.increment(c, from, n)
		e.candidates += passed
		if to >= 0 {
			e.put(c, to)
			e.order = append(e.order[:n], c) // it stays
			e.sure = min(e.sure, n)
			return n
		}
		e.forget(n)
		if from != 0 {
			e.put(c, 0)
		}
	}
	return -1
}

// increment returns the next value of a cell at a place of the field-ordering, or -1, and how many were passed over.
func (e *engine) increment(c, v int32, place int) (to int32, passed int64) {
	if f := e.fast; f != nil && f.passed[place] != 0 && place >= f.least {
		if to, passed, is := f.jump(v, place, e.candidates); is {
			return to, passed
		}
	}
	values := e.cells[c].values
	for to = v + 1; int(to) < len(values); to++ {
		class := values[to].class
		if values[to].index > 0 && class >= 0 && !e.exhaustive &&
			values[to].index > int(e.greatestBefore(place)[class])+1 {
			if to = int32(values[to].next); int(to) >= len(values) {
				break
			}
		}
		if e.fast == nil || !e.fast.isPassed(place, to, e.candidates+passed) {
			return to, passed
		}
		passed++
	}
	return -1, passed
}

// greatestBefore returns for each class the greatest object that the fields before a place of the
// field-ordering point to, or -1. What was computed for the places before is kept.
func (e *engine) greatestBefore(place int) []int32 {
	k := e.perClass
	for ; e.sure < place; e.sure++ {
		row, next := e.greatest[e.sure*k:(e.sure+1)*k], e.greatest[(e.sure+1)*k:(e.sure+2)*k]
		copy(next, row)
		c := e.order[e.sure]
		if v := &e.cells[c].values[e.vector[c]]; v.class >= 0 {
			next[v.class] = max(next[v.class], int32(v.index))
		}
	}
	return e.greatest[place*k : (place+1)*k]
}

// touch puts the cells that can be reached from what is searched, and were not read, behind the field-ordering: the
// predicate is true whatever they are.
func (e *engine) touch() {
	if len(e.order) == len(e.cells) {
		return
	}
	e.walks++
	e.walk(e.top, e.note)
}

// walk calls f for all cells that can be reached from a place, depth first, as their values are.
func (e *engine) walk(s *shape, f func(int32)) {
	v := &s.fixed
	if s.cell >= 0 {
		f(s.cell)
		v = &e.cells[s.cell].values[e.vector[s.cell]]
	}
	switch s.kind {
	case reflect.Struct:
		if s.walked == e.walks {
			return
		}
		s.walked = e.walks
		fallthrough
	case reflect.Array:
		for _, part := range s.parts {
			if part.group == s.group {
				e.walk(part, f)
			}
		}
	case reflect.Slice:
		if v.image != nil {
			for _, part := range s.parts[:(*header)(v.image).len] {
				e.walk(part, f)
			}
		}
	case reflect.Map:
		if v.isNil {
			return
		}
		for i := range s.keys {
			k := &s.keys[i]
			f(k.presence)
			if e.vector[k.presence] == 1 {
				e.walk(k.slot, f)
				if k.text.class >= 0 {
					e.walk(e.objects[k.text.class][k.text.index], f)
				}
			}
		}
	default:
		if v.inner != nil {
			e.walk(v.inner, f)
		} else if s.kind != reflect.Invalid && v.class >= 0 {
			e.walk(e.objects[v.class][v.index], f)
		}
	}
}
