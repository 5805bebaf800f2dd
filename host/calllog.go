package host

import (
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// keptCalls is how many calls of a case that runs alone are kept: as many as a
// program records by itself.
const keptCalls = 10_000

// callLog is what events and asks tell of the calls of a case. Of calls without
// end it keeps the first ones and those that are open.
type callLog struct {
	made    int // how many calls were opened
	own     int // how many of them in the thread that runs the unit
	kept    []*wire.Call
	at      map[uint64]int // where in kept a call is, by its id
	open    []openCall     // in the order in which they were opened
	threads bool           // several have made calls

	later *laterCalls // nil until it is asked for

	unwound *wire.Call // the innermost call that was unwound at last
	passing *wire.Call // the outermost
	since   int        // how many calls were opened or returned after that
	// doomed is the innermost call that was unwound in a thread which is not its
	// unit's, so that the process ends unless the thread goes on.
	doomed *wire.Call
}

// openCall is a call that has not returned, and when it was opened.
type openCall struct {
	call  *wire.Call
	since time.Duration // on the clock
	apart bool          // in another thread than that which runs the unit
}

// laterCalls are the calls that were opened after some moment.
type laterCalls struct {
	made int
	in   []*wire.Call // the open calls in which all of them were made, the innermost first
}

// opened notes that one was, to which open calls led, the innermost first.
func (l *laterCalls) opened(led []*wire.Call) {
	if l.made++; l.made == 1 {
		l.in = led
	}
	l.in = slices.DeleteFunc(l.in, func(c *wire.Call) bool { return !slices.Contains(led, c) })
}

// opened notes that a call was opened.
func (l *callLog) opened(c *wire.Call, now time.Duration) {
	l.made++
	l.entered(c)
	l.since++
	if l.later != nil {
		l.later.opened(l.led(c.Parent))
	}
	o := openCall{call: c, since: now, apart: c.Aside || l.apart(c.Parent)}
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

// entered notes in which thread a call is made, of which nothing was read.
func (l *callLog) entered(c *wire.Call) {
	n := len(l.open)
	if c.Aside || n > 0 && c.Id != 0 && l.find(c.Id) == nil && l.find(c.Parent) != l.open[n-1].call {
		l.threads = true
	}
}

// closed notes that a call has returned. One that the program did not number is
// the last of those that are open.
func (l *callLog) closed(c *wire.Call) {
	for i, o := range slices.Backward(l.open) {
		if o.call.Id == c.Id {
			l.open = slices.Delete(l.open, i, i+1)
			c.Aside, c.Parent = o.call.Aside, o.call.Parent
			break
		}
	}
	c.Until = uint64(l.made)
	if l.since++; c.State == wire.CallState_UNWOUND {
		l.unwinds(c)
	}
	if i, ok := l.at[c.Id]; ok && c.Id != 0 {
		l.kept[i] = c
	}
}

// unwinds notes that something unwinds a call: a panic, mostly.
func (l *callLog) unwinds(c *wire.Call) {
	if l.passing == nil || l.passing.Parent != c.Id {
		l.unwound = c
	}
	l.passing, l.since = c, 0
	if c.Aside {
		l.doomed = l.unwound
	}
}

// unwinding returns the innermost call that something unwinds, nil where another was
// opened or has returned since. What ends then, or hangs, does so for that: a value that
// a callee panics with may have a text that ends the process.
func (l *callLog) unwinding() *wire.Call {
	if l.since > 0 {
		return nil
	}
	return l.unwound
}

// list returns the calls that were kept, and behind them those others that are
// open.
func (l *callLog) list() []*wire.Call {
	out := slices.Clone(l.kept)
	for _, o := range l.open {
		if i, ok := l.at[o.call.Id]; !ok || l.kept[i] != o.call {
			out = append(out, o.call)
		}
	}
	return out
}

// find returns the open call of an id, nil where there is none.
func (l *callLog) find(id uint64) *wire.Call {
	for _, o := range slices.Backward(l.open) {
		if o.call.Id == id && id != 0 {
			return o.call
		}
	}
	return nil
}

// apart tells whether the open call of an id is made in another thread than that which
// runs the unit.
func (l *callLog) apart(id uint64) bool {
	for _, o := range slices.Backward(l.open) {
		if o.call.Id == id && id != 0 {
			return o.apart
		}
	}
	return false
}

// led returns the open calls that led to one which is made in the open call of an id, the
// innermost first.
func (l *callLog) led(id uint64) []*wire.Call {
	var out []*wire.Call
	for _, o := range slices.Backward(l.open) {
		if o.call.Id == id && id != 0 {
			out, id = append(out, o.call), o.call.Parent
		}
	}
	return out
}

// ends returns of some open calls those in which no other of them was made.
func ends(open []openCall) []*wire.Call {
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

// left returns the calls of a list of open ones that are still open.
func (l *callLog) left(list []openCall) []openCall {
	still := make(map[*wire.Call]bool, len(l.open))
	for _, o := range l.open {
		still[o.call] = true
	}
	return slices.DeleteFunc(list, func(o openCall) bool { return !still[o.call] })
}
