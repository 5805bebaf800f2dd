package sut

import (
	"bytes"
	"runtime"
	"strconv"
	"strings"
	"time"
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
	if c.calls.overlaps(id) {
		return nil
	}
	return instance
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

// goroutine returns the number of the goroutine that calls it, which Go shows in
// stacks alone.
func goroutine() uint64 {
	var buf [64]byte
	text := bytes.TrimPrefix(buf[:runtime.Stack(buf[:], false)], []byte("goroutine "))
	n, _ := strconv.ParseUint(string(text[:max(bytes.IndexByte(text, ' '), 0)]), 10, 64)
	return n
}
