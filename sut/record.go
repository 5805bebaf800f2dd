package sut

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// record keeps the calls of a step: which there were, which are open, and which
// overlap. It is safe for concurrent use.
type record struct {
	table  *table
	step   *wire.Step
	closed atomic.Bool // whether the result of the step is settled; set under mu

	mu       sync.Mutex
	list     []*wire.Call
	passages []passage // one for each call in list
	open     []uint64  // the ids of the open calls, in the order in which they began
	made     uint64    // how many calls there were, recorded or not
	tangled  bool      // whether some calls overlap, or did not end in the order of their nesting
	counted  uint64    // how many of them were made by the goroutine that runs the unit
	unit     uint64    // the number of that goroutine
	unwound  uint64    // the innermost call that a panic is unwinding
	lates    int32     // how many calls came after the end
}

// settle puts the calls into the result of the step. Later calls are not recorded. It
// returns false where the step was settled before.
func (r *record) settle(result *wire.Result) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed.Load() {
		return false
	}
	r.closed.Store(true)
	result.Calls, result.CallsTruncated = r.list, r.made > uint64(len(r.list))
	return true
}

// unwinding returns the innermost call that a panic is unwinding; 0 where it is the unit.
func (r *record) unwinding() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.unwound
}

// count returns how many calls there were.
func (r *record) count() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.made
}

// countOfUnit counts a call of a goroutine, if that is the one that runs the unit, and
// returns how many of its calls were counted.
func (r *record) countOfUnit(goroutine uint64) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if goroutine == r.unit {
		r.counted++
	}
	return r.counted
}

// countLate counts a call that came after the end, and returns whether it is reported.
func (r *record) countLate() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lates == maxLates {
		return false
	}
	r.lates++
	return true
}

// passage is how a call came to the SDK: through which port, and with which arguments.
type passage struct {
	port      *Port
	args      []reflect.Value
	goroutine uint64 // 0 where it is not needed
	depth     int    // how many calls led to it, itself included
	beside    bool   // whether it overlaps another call
}

// isPassedOn tells whether a call is one that is open already and comes through a second
// adapter. Where several units call through one interface, each of their seams has put
// an adapter in front of it. Where no calls overlap, it is the innermost open call. A
// unit that calls itself makes a new call.
func (r *record) isPassedOn(p *Port, callee int, args []reflect.Value) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.open) == 0 || r.table.edge(uint32(callee), uint32(callee)) {
		return false
	}
	open := r.open
	if !r.tangled {
		open = open[len(open)-1:]
	}
	return slices.ContainsFunc(open, func(id uint64) bool {
		before := &r.passages[id-1]
		return int(r.list[id-1].Callee) == callee && before.port != p &&
			slices.EqualFunc(before.args, args, isIdentical)
	})
}

// isIdentical tells whether two arguments are the same value, without comparing what they
// point to.
func isIdentical(x, y reflect.Value) bool {
	switch {
	case x.Type() != y.Type():
		return false
	case x.Kind() == reflect.Slice:
		return x.UnsafePointer() == y.UnsafePointer() && x.Len() == y.Len()
	case x.Kind() == reflect.Map || x.Kind() == reflect.Func:
		return x.UnsafePointer() == y.UnsafePointer()
	case x.Comparable():
		return x.Equal(y)
	}
	return reflect.DeepEqual(x.Interface(), y.Interface())
}

// addOpen counts a call, records it as open where there is room for it, and returns its
// id. It is false where the case is settled.
func (r *record) addOpen(w *wire.Call, came passage, room uint64) (uint64, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed.Load() {
		return 0, false
	}
	came.goroutine = r.goroutineOf(w)
	w.Caller, w.Parent = r.step.Unit, r.maker(w.Callee, came.goroutine)
	caller := r.unit
	if w.Parent != 0 {
		w.Caller, caller = r.list[w.Parent-1].Callee, r.passages[w.Parent-1].goroutine
	}
	w.Aside = r.step.Stream && came.goroutine != caller
	came.beside = r.meet(w.Parent, r.depth(w.Parent))
	came.depth = r.depth(w.Parent) + 1
	if !r.tangled {
		r.unwound = 0
	}
	if r.made++; r.made > room {
		return r.made, true
	}
	r.list, r.passages = append(r.list, w), append(r.passages, came)
	r.open = append(r.open, r.made)
	return r.made, true
}

// isRecorded tells whether the call of an id was recorded: there was room for it. The
// caller holds mu.
func (r *record) isRecorded(id uint64) bool { return id <= uint64(len(r.list)) }

// began records the arguments of a call. It is false where the case was settled
// meanwhile.
func (r *record) began(w *wire.Call, given []*wire.Value, unfit string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed.Load() {
		return false
	}
	w.Given, w.Unfit = given, unfit
	return true
}

// unwind records that a call did not return. It is false where the case was settled
// before.
func (r *record) unwind(id uint64, w *wire.Call) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed.Load() {
		return false
	}
	w.State = wire.CallState_UNWOUND
	if r.isRecorded(id) {
		if r.unwound == 0 {
			r.unwound = id
		}
		r.closeCall(id)
	}
	return true
}

// recordReturn records the results of a call, and why some of them cannot be expressed. It
// is false where the case was settled before.
func (r *record) recordReturn(id uint64, w *wire.Call, mode wire.Mode, got []*wire.Value, unmapped *unexpressed) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed.Load() {
		return false
	}
	w.State, w.By, w.Got, w.Message = wire.CallState_CLOSED, mode, got, unmapped.message()
	w.Unnamed = unmapped.isUnnamed()
	if !r.tangled {
		r.unwound = 0
	}
	if r.isRecorded(id) {
		r.closeCall(id)
	}
	return true
}

// closeCall removes a call from the open ones.
func (r *record) closeCall(id uint64) {
	r.list[id-1].Until = uint64(len(r.list))
	if i := slices.Index(r.open, id); i >= 0 {
		r.tangled = r.tangled || i < len(r.open)-1
		r.open = slices.Delete(r.open, i, i+1)
	}
}

// overlaps tells whether another call was open at some time while a recorded call was,
// and neither made the other. For a call that is not recorded it tells whether any call
// is open.
func (r *record) overlaps(id uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.isRecorded(id) {
		return len(r.open) > 0
	}
	return r.passages[id-1].beside
}

// maker returns the id of the open call that makes a new call, 0 for the unit. It is
// the innermost call that this goroutine runs; units that are known to call the callee
// take precedence. Where the goroutine runs none, one of the open calls or the unit
// started it, and it is not known which; if the unit calls the callee, the unit is
// taken to be the maker, because the calls overlap then. The caller holds mu.
func (r *record) maker(callee uint32, goroutine uint64) uint64 {
	var here, known, elsewhere uint64
	r.findOwn(goroutine)
	for i := len(r.open) - 1; i >= 0 && known == 0; i-- {
		id := r.open[i]
		edge := r.table.edge(r.list[id-1].Callee, callee)
		switch mine := r.passages[id-1].goroutine == goroutine; {
		case mine && edge:
			known = id
		case mine && here == 0:
			here = id
		case edge && elsewhere == 0:
			elsewhere = id
		}
	}
	switch n := len(r.open); {
	case known != 0:
		return known
	case here != 0:
		return here
	case r.table.edge(r.step.Unit, callee) || n == 0:
		return 0
	case elsewhere == 0:
		return r.open[n-1]
	}
	return elsewhere
}

// findOwn finds out whether this goroutine runs the open call whose goroutine is not known:
// it does if it runs one more call than is known. There is at most one such call,
// because it was opened while no other was open. The caller holds mu.
func (r *record) findOwn(goroutine uint64) {
	runs, unknown := 0, uint64(0)
	for _, id := range r.open {
		switch r.passages[id-1].goroutine {
		case goroutine:
			runs++
		case 0:
			unknown = id
		}
	}
	if unknown != 0 && countNested() > runs {
		r.passages[unknown-1].goroutine = goroutine
	}
}

// meet marks the open calls that overlap a call that is made now, and returns whether
// there are any. The caller holds mu.
func (r *record) meet(maker uint64, depth int) bool {
	if depth == len(r.open) && !r.tangled {
		return false // the open calls are those that led to it
	}
	beside := false
	for _, id := range r.open {
		if !r.led(id, maker) {
			r.passages[id-1].beside, beside, r.tangled = true, true, true
		}
	}
	return beside
}

// led tells whether call id is call `to` or led to it. The caller holds mu.
func (r *record) led(id, to uint64) bool {
	for ; to != 0; to = r.list[to-1].Parent {
		if id == to {
			return true
		}
	}
	return false
}

// depth returns how many calls led to a call, itself included. The caller holds mu.
func (r *record) depth(id uint64) int {
	if id == 0 {
		return 0
	}
	return r.passages[id-1].depth
}

// goroutineOf returns the number of the goroutine that makes a call, where that is
// needed to tell who makes it; otherwise 0. The caller holds mu.
func (r *record) goroutineOf(w *wire.Call) uint64 {
	if len(r.open) == 0 && !r.step.Stream && !r.table.calls[w.Callee] {
		return 0
	}
	return goroutine()
}
