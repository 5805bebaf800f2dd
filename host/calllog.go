package host

import (
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// keptCalls is how many calls of a case that runs alone are kept. It is the same number
// as a program records by itself.
const keptCalls = 10_000

// callLog records the calls of a case from its events and asks. Where there are very
// many calls, it keeps the first ones and those that are open.
type callLog struct {
	count   int // how many calls were opened
	own     int // how many of them the goroutine or thread that runs the unit made
	kept    []*wire.Call
	at      map[uint64]int // the index in kept of each call, by its id
	open    []openCall     // in the order in which they were opened
	threads bool           // whether several threads have made calls

	later *laterCalls // nil until it is needed

	// given is what the program said of the state before the step, as in wire.Result.
	given []*wire.Value
	began *wire.Structures // likewise, of the structure with which the step began

	// others are the calls that have started threads which go on beside those at work, 0
	// for the unit; foreign says that some were started by none of them.
	others  []uint64
	foreign bool

	unwound *wire.Call // the innermost call that was unwound last
	passing *wire.Call // the outermost call that was unwound then
	since   int        // how many calls were opened or returned after that
	// doomed is the innermost call that was unwound in a thread other than its unit's.
	// The process ends because of it, unless that thread goes on.
	doomed *wire.Call
}

// openCall is a call that has not returned, with the time at which it was opened.
type openCall struct {
	call  *wire.Call
	since time.Duration // on the clock
	apart bool          // whether it was made in another thread than the one that runs the unit
}

// laterCalls records the calls that were opened after a certain moment.
type laterCalls struct {
	made int
	in   []*wire.Call // the open calls in which all of them were made, the innermost first
}

// noteOpenBelow records a call that was opened below the given open calls, of which the
// innermost comes first.
func (l *laterCalls) noteOpenBelow(led []*wire.Call) {
	if l.made++; l.made == 1 {
		l.in = led
	}
	l.in = slices.DeleteFunc(l.in, func(c *wire.Call) bool { return !slices.Contains(led, c) })
}

// noteOpen records that a call was opened.
func (l *callLog) noteOpen(c *wire.Call, now time.Duration) {
	l.count++
	l.enter(c)
	l.since++
	if l.later != nil {
		l.later.noteOpenBelow(l.callsTo(c.Parent))
	}
	o := openCall{call: c, since: now, apart: c.Aside || l.isApart(c.Parent)}
	if !o.apart {
		l.own++
	}
	if len(l.open) >= keptCalls {
		c.Given = nil // each needs a thread of its own: there may be any number
	}
	l.open = append(l.open, o)
	if len(l.kept) == keptCalls {
		return
	}
	if l.at == nil {
		l.at = map[uint64]int{}
	}
	l.at[c.Id] = len(l.kept)
	l.kept = append(l.kept, c)
}

// enter records the thread in which a call is made whose arguments have not been read
// yet.
func (l *callLog) enter(c *wire.Call) {
	n := len(l.open)
	if c.Aside || n > 0 && isRecorded(c) && l.find(c.Id) == nil && l.find(c.Parent) != l.open[n-1].call {
		l.threads = true
	}
}

// isRecorded tells whether the program itself records a call. The parent of another call
// may be the innermost recorded call that led to it, instead of the one that made it.
func isRecorded(c *wire.Call) bool { return c.Id != 0 && c.Id <= keptCalls }

// close records that a call has returned. A call without an id is taken to be the last
// one without an id that was opened.
func (l *callLog) close(c *wire.Call) {
	for i, o := range slices.Backward(l.open) {
		if o.call.Id == c.Id {
			l.open = slices.Delete(l.open, i, i+1)
			c.Aside, c.Parent = o.call.Aside, o.call.Parent
			break
		}
	}
	c.Until = uint64(l.count)
	if l.since++; c.State == wire.CallState_UNWOUND {
		l.noteUnwinding(c)
	}
	if i, ok := l.at[c.Id]; ok && c.Id != 0 {
		l.kept[i] = c
	}
}

// noteUnwinding records that a call is being unwound, mostly by a panic.
func (l *callLog) noteUnwinding(c *wire.Call) {
	if l.passing == nil || l.passing.Parent != c.Id {
		l.unwound = c
	}
	l.passing, l.since = c, 0
	if c.Aside {
		l.doomed = l.unwound
	}
}

// unwindingCall returns the innermost call that is being unwound; nil where a call was
// opened or has returned since. If the process ends or hangs then, it does so because
// of that call: for instance the text of the value with which a callee panics may end
// the process.
func (l *callLog) unwindingCall() *wire.Call {
	if l.since > 0 {
		return nil
	}
	return l.unwound
}

// list returns the calls that were kept, followed by the other open calls.
func (l *callLog) list() []*wire.Call {
	out := slices.Clone(l.kept)
	for _, o := range l.open {
		if i, ok := l.at[o.call.Id]; !ok || l.kept[i] != o.call {
			out = append(out, o.call)
		}
	}
	return out
}

// find returns the open call with the given id, or nil.
func (l *callLog) find(id uint64) *wire.Call {
	for _, o := range slices.Backward(l.open) {
		if o.call.Id == id && id != 0 {
			return o.call
		}
	}
	return nil
}

// isApart tells whether the open call with the given id was made in another thread than
// the one that runs the unit.
func (l *callLog) isApart(id uint64) bool {
	for _, o := range slices.Backward(l.open) {
		if o.call.Id == id && id != 0 {
			return o.apart
		}
	}
	return false
}

// callsTo returns the open call with the given id and the open calls that led to it, the
// innermost first.
func (l *callLog) callsTo(id uint64) []*wire.Call {
	var out []*wire.Call
	for _, o := range slices.Backward(l.open) {
		if o.call.Id == id && id != 0 {
			out, id = append(out, o.call), o.call.Parent
		}
	}
	return out
}

// callOf returns the call of an id, open or not; nil where it was not kept.
func (l *callLog) callOf(id uint64) *wire.Call {
	if i, ok := l.at[id]; ok && id != 0 {
		return l.kept[i]
	}
	return l.find(id)
}

// starters returns the calls that have started threads which go on beside those at work:
// nil stands for the unit, and for those that were not kept.
func (l *callLog) starters() []*wire.Call {
	out := make([]*wire.Call, 0, len(l.others)+1)
	for _, id := range l.others {
		out = append(out, l.callOf(id))
	}
	return out
}

// innermostCalls returns those of some open calls that have no open call below them.
func innermostCalls(open []openCall) []*wire.Call {
	makers := make(map[uint64]bool, len(open))
	for _, o := range open {
		makers[o.call.Parent] = true
	}
	var out []*wire.Call
	for _, o := range open {
		if o.call.Id == 0 || !makers[o.call.Id] {
			out = append(out, o.call)
		}
	}
	return out
}

// filterOpen returns those of some calls that are still open.
func (l *callLog) filterOpen(list []openCall) []openCall {
	still := make(map[*wire.Call]bool, len(l.open))
	for _, o := range l.open {
		still[o.call] = true
	}
	return slices.DeleteFunc(list, func(o openCall) bool { return !still[o.call] })
}
