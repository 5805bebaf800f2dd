package sut

import (
	"bytes"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// claimTime is how long a call waits at most for others that are being observed:
// where a getter waits for a lock whose holder makes a call, neither could go on.
const claimTime = 100 * time.Millisecond

// claimPoll is how often it is looked whether the others are done.
const claimPoll = 100 * time.Microsecond

// claim is the right to read and write the state for a call, which one call of a
// case has at a time: no callee begins to run while its own state is read for
// another call, and one stub answers after the other.
type claim struct {
	c    *running
	held bool
}

// claim waits for the right to the state, not for ever; of a call without state it
// is not needed.
func (c *running) claim(needed bool) claim {
	if !needed {
		return claim{}
	}
	if c.eye.TryLock() {
		return claim{c, true}
	}
	for end := time.Now().Add(claimTime); time.Now().Before(end); time.Sleep(claimPoll) {
		if c.eye.TryLock() {
			return claim{c, true}
		}
	}
	return claim{}
}

// release gives the right back, once.
func (h *claim) release() {
	if h.held {
		h.held = false
		h.c.eye.Unlock()
	}
}

// stateful tells whether a call shows or changes state of the instance.
func (s *signature) stateful() bool {
	for _, list := range [][]slot{s.given, s.got} {
		for i := range list {
			if list[i].where == inState {
				return true
			}
		}
	}
	return false
}

// seen returns the instance whose state is read for a call; nil where the call
// overlaps others, which may be changing it.
func (c *running) seen(instance any, id uint64) any {
	if c.overlaps(id) {
		return nil
	}
	return instance
}

// overlaps tells whether another call was open at some time while a recorded one
// was, and neither made the other. Of a call that is not recorded it tells whether
// any is open.
func (c *running) overlaps(id uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if id == 0 {
		return len(c.open) > 0
	}
	return c.passages[id-1].beside
}

// maker returns the id of the open call that makes another: the innermost that
// this goroutine runs, of units that are known to call the callee where there is
// one. 0 is the unit. A goroutine that runs none of them was started by one, or by
// the unit, and it is not known by which: where the unit calls the callee it is
// taken to be the unit, for then the calls overlap. mu is held.
func (c *running) maker(callee uint32, goroutine uint64) uint64 {
	var here, known, elsewhere uint64
	c.own(goroutine)
	for i := len(c.open) - 1; i >= 0 && known == 0; i-- {
		id := c.open[i]
		edge := c.script.table.edge(c.calls[id-1].Callee, callee)
		switch mine := c.passages[id-1].goroutine == goroutine; {
		case mine && edge:
			known = id
		case mine && here == 0:
			here = id
		case edge && elsewhere == 0:
			elsewhere = id
		}
	}
	switch n := len(c.open); {
	case known != 0:
		return known
	case here != 0:
		return here
	case c.script.table.edge(c.wire.Unit, callee) || n == 0:
		return 0
	case elsewhere == 0:
		return c.open[n-1]
	}
	return elsewhere
}

// own finds out whether this goroutine runs the open call of which it was not asked
// which goroutine does: it then runs one call more than is known of. There is one
// such call at most, for it was opened while no other was open. mu is held.
func (c *running) own(goroutine uint64) {
	runs, unknown := 0, uint64(0)
	for _, id := range c.open {
		switch c.passages[id-1].goroutine {
		case goroutine:
			runs++
		case 0:
			unknown = id
		}
	}
	if unknown != 0 && nested() > runs {
		c.passages[unknown-1].goroutine = goroutine
	}
}

// nested returns how many callees the goroutine runs at the moment.
func nested() int {
	n := 0
	var pcs [128]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	for {
		frame, more := frames.Next()
		if strings.HasSuffix(frame.Function, ".(*running).real") {
			n++
		}
		if !more {
			return n
		}
	}
}

// meet marks the open calls that overlap one which a call makes now, and tells
// whether there are any; mu is held.
func (c *running) meet(maker uint64, depth int) bool {
	if depth == len(c.open) && !c.tangled {
		return false // the open calls are those that led to it
	}
	beside := false
	for _, id := range c.open {
		if !c.led(id, maker) {
			c.passages[id-1].beside, beside, c.tangled = true, true, true
		}
	}
	return beside
}

// led tells whether a call is another, or led to it; mu is held.
func (c *running) led(id, to uint64) bool {
	for ; to != 0; to = c.calls[to-1].Parent {
		if id == to {
			return true
		}
	}
	return false
}

// depth returns how many calls led to a call, itself included; mu is held.
func (c *running) depth(id uint64) int {
	if id == 0 {
		return 0
	}
	return c.passages[id-1].depth
}

// goroutineOf returns the number of the goroutine that makes a call, where it
// matters who makes it or what it makes; mu is held.
func (c *running) goroutineOf(w *wire.Call) uint64 {
	if len(c.open) == 0 && !c.wire.Stream && !c.script.table.calls[w.Callee] {
		return 0
	}
	return goroutine()
}

// goroutine returns the number of the goroutine that calls it, which Go shows in
// stacks alone.
func goroutine() uint64 {
	var buf [64]byte
	text := bytes.TrimPrefix(buf[:runtime.Stack(buf[:], false)], []byte("goroutine "))
	n, _ := strconv.ParseUint(string(text[:max(bytes.IndexByte(text, ' '), 0)]), 10, 64)
	return n
}
