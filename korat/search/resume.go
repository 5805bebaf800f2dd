package search

import (
	"runtime"
	"runtime/debug"
	"unsafe"
)

// A fast search does not run the predicate again from its beginning: where a run reads a cell first, a snapshot is made
// of its stack, and the next value of that cell is tried by going on from there. A run's stack is all that it has, but
// for what it has written elsewhere, which is noted and undone. Snapshots are no more than a shortcut: where there is
// none, the predicate runs from its beginning, and makes those anew that it comes by.

// snapshot is the stack of a run. The first fields are known to the assembler.
type snapshot struct {
	low   uintptr        // where it begins
	size  uintptr        // in bytes
	frame uintptr        // the frame pointer
	data  unsafe.Pointer // what it held
	high  uintptr        // where it ends
	over  uintptr        // an address in the frame of what returns when the run goes on; 0: that is Capture
	undo  int            // how much there was to be undone
	sets  int            // how many sets were in use
	used  int            // how much memory of the run was
}

// undone is what a place held before a run wrote there.
type undone struct {
	at   uintptr
	old  uint64
	size uintptr
	back func() // where it is not so simple
}

// resuming is what a fast search has beside a faithful one.
type resuming struct {
	*Resuming
	on       bool // whether snapshots are made
	high     uintptr
	held     int // of how many places of the field-ordering there are snapshots
	read     int // how many places of the field-ordering the last run has read
	shots    []snapshot
	passed   []uint64 // by place of the field-ordering: the values of which it is known that the predicate says no
	allowed  []uint64 // where there are such: the values that may be tried (section 3.4)
	probe    probing
	room     []byte
	undo     []undone
	accepted bool
	failed   error
	runs     int
	quick    int  // how many candidates may be dealt with before the search itself has its turn
	ahead    bool // whether the candidate that was judged last was dealt with
	changed  int  // and the place in which the next one differs
	least    int  // of the field-ordering, up to which the search itself deals with what changes
	silent   bool // whether structures are only counted
}

// snapshotRoom is how many bytes snapshots may take, and frameRoom how many one needs beyond what can be seen of it.
const (
	snapshotRoom = 1 << 22
	frameRoom    = 1 << 9
)

// Resuming is what goes on from snapshots: functions in assembly language.
type Resuming struct {
	// Enter has the predicate be asked, or a run of it go on where a snapshot was made of it. It returns when the run
	// ends; false where it could not go on, since the stack has moved. It notes where what a snapshot holds ends.
	Enter func(high, snapshot unsafe.Pointer) bool
	// Capture fills a snapshot. It returns false; and true each time that the run goes on from there.
	Capture func(snapshot unsafe.Pointer) bool
	// Jump has a run go on, from within one that has come to its end.
	Jump func(snapshot unsafe.Pointer)
}

// beginFast makes the search a fast one.
func (e *engine) beginFast(how *Resuming) {
	e.fast = &resuming{Resuming: how, shots: make([]snapshot, len(e.cells)+1),
		passed: make([]uint64, len(e.cells)+1), allowed: make([]uint64, len(e.cells)+1),
		room: make([]byte, snapshotRoom)}
	debug.SetGCPercent(-1) // what snapshots point to must not be taken for garbage
	debug.SetMemoryLimit(maxMemory)
}

// maxMemory is no limit.
const maxMemory = 1<<63 - 1

// Ask asks the predicate.
func Ask() {
	e := under
	e.fast.accepted, e.fast.failed = e.try()
}

// judge returns the verdict on the candidate, in which a place of the field-ordering has changed; -1: all are new.
func (e *engine) judge(changed int) (bool, error) {
	f := e.fast
	if f == nil {
		return e.try()
	}
	if changed >= f.read && changed >= 0 {
		return true, nil // it was not read
	}
	if f.runs++; f.runs%memoryEvery == 0 {
		e.collect()
	}
	f.on, f.ahead = true, false
	e.current.Add(1)
	if changed < 0 || !f.has(changed) || !e.enter(e.rewind(changed)) {
		e.restart()
		e.enter(nil)
	}
	f.on = false
	if !f.ahead {
		f.read = len(e.order)
	}
	return f.accepted, f.failed
}

// enter has a run go on from a snapshot, or begin. It is never inlined: what snapshots hold ends with its frame.
//
//go:noinline
func (e *engine) enter(s *snapshot) bool {
	return e.fast.Enter(unsafe.Pointer(&e.fast.high), unsafe.Pointer(s))
}

// End takes the verdict of a run. Where the search need not see it, it goes on with the next candidate at once, and
// does not return: stacks are not unwound, which costs more than all else.
func End(accepted bool) bool {
	e := under
	f := e.fast
	if f == nil || !f.on || f.quick == 0 || e.isSampled(accepted) || accepted &&
		(!f.silent || e.symmetric || len(e.order) < len(e.cells)) {
		return accepted
	}
	f.quick--
	f.read = len(e.order)
	e.candidates++
	if accepted {
		e.found++
	}
	e.current.Add(1)
	f.changed = e.next()
	if f.changed < f.least || !f.has(f.changed) || f.quick == 0 {
		f.ahead = true
		return accepted
	}
	f.Jump(unsafe.Pointer(e.rewind(f.changed)))
	return accepted
}

// has tells whether there is a snapshot at a place of the field-ordering.
func (f *resuming) has(place int) bool {
	return place >= 0 && place < f.held && f.shots[place].size > 0
}

// rewind undoes what was written behind a snapshot, and returns it.
func (e *engine) rewind(place int) *snapshot {
	f := e.fast
	s := &f.shots[place]
	e.revert(s.undo)
	e.usedSets, e.usedScratch, f.held = s.sets, s.used, place+1
	return s
}

// restart forgets all snapshots: the predicate runs from its beginning.
func (e *engine) restart() {
	e.fast.undo, e.fast.held = e.fast.undo[:0], 0
	for _, c := range e.order {
		*(*byte)(e.cells[c].mark) = 0
	}
}

// revert undoes what was written since.
func (e *engine) revert(to int) {
	f := e.fast
	for i := len(f.undo) - 1; i >= to; i-- {
		u := &f.undo[i]
		switch u.size {
		case 8:
			*(*uint64)(u.place()) = u.old
		case 4:
			*(*uint32)(u.place()) = uint32(u.old)
		case 1:
			*(*uint8)(u.place()) = uint8(u.old)
		default:
			u.back()
			u.back = nil
		}
	}
	f.undo = f.undo[:to]
}

// readCell notes that a cell is read first, and makes a snapshot of that. over is an address in the frame of the
// function with whose return the run is to go on, or 0.
func (e *engine) readCell(c int32, over uintptr) {
	f := e.fast
	if f == nil || !f.on {
		e.note(c)
		return
	}
	if f.probe.on {
		f.probe.see(c)
		return
	}
	if e.marked[c] { // by the run from which the candidate comes
		if f.held >= len(e.order) || e.order[f.held] != c {
			panic(stop(errVaries.Error()))
		}
		*(*byte)(e.cells[c].mark) = 1
		e.hold(f.held, over)
		return
	}
	e.note(c)
	e.hold(len(e.order)-1, over)
}

// hold makes a snapshot of the run at a place of the field-ordering.
//
//go:noinline
func (e *engine) hold(place int, over uintptr) {
	f := e.fast
	if place != f.held {
		return // there was no room for one before
	}
	s := &f.shots[place]
	s.data = unsafe.Pointer(unsafe.SliceData(f.room))
	if place > 0 {
		before := &f.shots[place-1]
		s.data = unsafe.Add(before.data, (before.size+15)&^15)
	}
	size := f.high - uintptr(unsafe.Pointer(&place)) + frameRoom
	if uintptr(s.data)-uintptr(unsafe.Pointer(unsafe.SliceData(f.room)))+size > uintptr(len(f.room)) {
		return
	}
	s.high, s.over = f.high, over
	s.undo, s.sets, s.used = len(f.undo), e.usedSets, e.usedScratch
	f.held++
	f.Capture(unsafe.Pointer(s))
}

// keepBytes notes what bytes hold that a run is about to write. What is on its stack is in the snapshots. Addresses are
// no pointers here, so that what they are of need not leave the stack: nothing is moved or freed while there are
// snapshots.
func (e *engine) keepBytes(at, size uintptr) {
	f := e.fast
	if !f.on || at < f.high && at > uintptr(unsafe.Pointer(&f)) {
		return
	}
	for size > 0 {
		u := undone{at: at}
		p := u.place()
		switch {
		case size >= 8:
			u.size, u.old = 8, *(*uint64)(p)
		case size >= 4:
			u.size, u.old = 4, uint64(*(*uint32)(p))
		default:
			u.size, u.old = 1, uint64(*(*uint8)(p))
		}
		f.undo = append(f.undo, u)
		at, size = at+u.size, size-u.size
	}
}

// place returns where it is.
func (u *undone) place() unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&u.at)) }

// drop forgets all snapshots.
func (e *engine) drop() {
	if e.fast != nil {
		e.fast.held = 0
	}
}

// memoryEvery is after how many runs it is looked how much memory there is, and memoryMost how much of it may be
// garbage.
const (
	memoryEvery = 1 << 14
	memoryMost  = 64 << 20
)

// collect has garbage be collected where there is much of it.
func (e *engine) collect() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > memoryMost {
		e.drop()
		runtime.GC()
	}
}

// keepEntry notes what a map has for a key.
func keepEntry[M ~map[K]V, K comparable, V any](m M, key K) {
	f := under.fast
	if f == nil || !f.on {
		return
	}
	old, was := m[key]
	f.undo = append(f.undo, undone{back: func() {
		if was {
			m[key] = old
		} else {
			delete(m, key)
		}
	}})
}

// allow says what may be dealt with before the search itself has its turn.
func (f *resuming) allow(silent bool, p *parts) {
	f.silent, f.least, f.quick = silent, p.depth, 0
	if p.isOurs() {
		f.quick = quickMost
	}
}

// quickMost is how many candidates are dealt with in a row.
const quickMost = 1 << 8
