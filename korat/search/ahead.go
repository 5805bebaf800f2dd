package search

import (
	"math/bits"
	"unsafe"
)

// A fast search looks ahead where the predicate says no by what it reads next: a condition with which it says no, and
// reads nothing more, is asked of all values of that place, and those of which it is true are passed over. They are
// candidates like others, and are counted.

// probing is the look at one condition.
type probing struct {
	on    bool
	cell  int32 // which it reads first of those that were not read; -1: none
	other bool  // whether it reads another one of these
}

// see notes that the condition reads a cell that was not read.
func (p *probing) see(c int32) {
	if p.cell < 0 {
		p.cell = c
	}
	p.other = p.other || p.cell != c
}

// mostAhead is how many values a place may have that is looked at: there is a bit for each.
const mostAhead = 64

// Ahead stands before a statement with which the predicate says no where a condition holds.
//
//go:noinline
func Ahead(condition func() bool) {
	e := under
	if f := e.fast; f == nil || !f.on {
		return
	}
	if holds, passed := lookAhead(e, condition); holds || passed != 0 {
		pass(e, e.fast.probe.cell, holds, passed, uintptr(unsafe.Pointer(&e)))
	}
}

// AheadMarked stands before a statement with which the predicate says no where a place has a pointer to an object that
// is in a set.
//
//go:noinline
func AheadMarked[T any](v *Visited, place **T) {
	e := under
	o := uintptr(unsafe.Pointer(place)) - base
	if f := e.fast; f == nil || !f.on || o >= uintptr(len(news)) || news[o] != 0 || e.cellAt[o] < 0 {
		return
	}
	c := e.cellAt[o]
	to := e.cells[c].objects
	if e.cells[c].entry != nil || len(to) > mostAhead {
		return
	}
	passed, marked := uint64(0), v.stamp|1
	for i := e.vector[c]; int(i) < len(to); i++ {
		if at := to[i]; at >= 0 && v.marks[at] == marked {
			passed |= 1 << i
		}
	}
	if passed != 0 {
		pass(e, c, passed>>e.vector[c]&1 == 1, passed, uintptr(unsafe.Pointer(&e)))
	}
}

// pass notes that a cell is read, and passes over some of its values: over the one that it has too, where others are
// left. over is an address in the frame of the hook.
func pass(e *engine, c int32, holds bool, passed uint64, over uintptr) {
	f := e.fast
	place := f.held
	if e.marked[c] { // by the run from which the candidate comes
		if place >= len(e.order) || e.order[place] != c {
			return
		}
		f.passed[place], f.allowed[place] = passed, allowed(e, c, place)
	} else {
		place = len(e.order)
		e.note(c)
		f.passed[place], f.allowed[place] = passed, allowed(e, c, place)
		if holds && place >= f.least && !isDue(e.candidates) {
			to, more := e.increment(c, e.vector[c], place)
			if to < 0 {
				return // the run ends, and does not go on from here
			}
			e.candidates += more + 1
			e.put(c, to)
		}
	}
	*(*byte)(e.cells[c].mark) = 1
	if to, _ := e.increment(c, e.vector[c], place); to < 0 {
		holdNone(e, place)
		return
	}
	e.hold(place, over)
}

// lookAhead tells whether a condition holds of the candidate, and of which further values of the cell that it reads
// next. It is false where it reads another one.
func lookAhead(e *engine, condition func() bool) (holds bool, ahead uint64) {
	p := &e.fast.probe
	*p = probing{on: true, cell: -1}
	var c *cell
	defer func() {
		if p.on = false; c != nil {
			c.set(e.vector[p.cell])
		}
		if recover() != nil {
			holds, ahead = false, 0 // as the run itself will see
		}
	}()
	holds = condition()
	if p.cell < 0 || e.cells[p.cell].entry != nil || len(e.cells[p.cell].values) > mostAhead {
		return false, 0
	}
	holds = holds && !p.other
	c = &e.cells[p.cell]
	known := e.greatestBefore(placeOf(e, p.cell))
	for v := e.vector[p.cell] + 1; v < int32(len(c.values)); v++ {
		if of := &c.values[v]; of.class >= 0 && of.index > int(known[of.class])+1 {
			v = int32(of.next) - 1
			continue
		}
		c.set(v)
		p.other = false
		if condition() && !p.other {
			ahead |= 1 << v
		}
	}
	return holds, ahead
}

// placeOf returns the place in the field-ordering of a cell that is read next.
func placeOf(e *engine, c int32) int {
	if e.marked[c] {
		return min(e.fast.held, len(e.order))
	}
	return len(e.order)
}

// holdNone has no snapshot at a place that has no value left.
func holdNone(e *engine, place int) {
	f := e.fast
	if place != f.held {
		return
	}
	s := &f.shots[place]
	s.data, s.size = unsafe.Pointer(unsafe.SliceData(f.room)), 0
	if place > 0 {
		before := &f.shots[place-1]
		s.data = unsafe.Add(before.data, (before.size+15)&^15)
	}
	s.undo, s.sets, s.used = len(f.undo), e.usedSets, e.usedScratch
	f.held++
}

// allowed returns the values that a cell may have at a place of the field-ordering.
func allowed(e *engine, c int32, place int) uint64 {
	cell := &e.cells[c]
	out := uint64(1)<<len(cell.values) - 1
	greatest := e.greatestBefore(place)
	for i := 0; i < len(cell.values); i = cell.values[i].next {
		v := &cell.values[i]
		if v.class < 0 {
			continue
		}
		if from := i + int(greatest[v.class]) + 2; v.index == 0 && from < v.next {
			out &^= (1<<v.next - 1) &^ (1<<from - 1)
		}
	}
	return out
}

// jump returns the value behind another one at a place of the field-ordering that is not passed over, or -1, and how
// many are passed over before it; or that it does not know, since the verdict of one of these is to be checked.
func (f *resuming) jump(v int32, place int, candidates int64) (to int32, passed int64, is bool) {
	rest := f.allowed[place] &^ (2<<v - 1)
	live := rest &^ f.passed[place]
	if to = -1; live != 0 {
		to = int32(bits.TrailingZeros64(live))
		rest &= 1<<to - 1
	}
	passed = int64(bits.OnesCount64(rest))
	return to, passed, passed == 0 || candidates >= always && (candidates-1)/rarely == (candidates+passed-1)/rarely
}

// isPassed tells whether a value at a place of the field-ordering is passed over: those whose verdicts are to be
// checked are not.
func (f *resuming) isPassed(place int, v int32, candidates int64) bool {
	return f.passed[place]>>v&1 == 1 && place >= f.least && !isDue(candidates)
}
