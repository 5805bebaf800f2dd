package sut

import (
	"bytes"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// claimTime is the longest time that a call waits for other calls that are being
// observed. It is limited because a getter may wait for a lock that the waiting call
// holds.
const claimTime = 100 * time.Millisecond

// claimPoll is the time between two looks at whether the other calls are done.
const claimPoll = 100 * time.Microsecond

// claim is the right to read and write the state for a call, which one call of a case
// has at a time. No callee begins to run while its state is read for another call, and
// stubs answer one after the other.
type claim struct {
	c    *running
	held bool
}

// claim waits for the right to the state, for a limited time. A call without state does
// not need it.
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

// release gives the right back; further calls of it do nothing.
func (h *claim) release() {
	if h.held {
		h.held = false
		h.c.eye.Unlock()
	}
}

// isStateful tells whether a call shows or changes state of the instance.
func (s *signature) isStateful() bool {
	for _, list := range [][]slot{s.given, s.got} {
		for i := range list {
			if list[i].where == inState {
				return true
			}
		}
	}
	return false
}

// instanceSeen returns the instance whose state is read for a call; nil where the call overlaps
// others, which may be changing it.
func (c *running) instanceSeen(instance any, id uint64) any {
	if c.calls.overlaps(id) {
		return nil
	}
	return instance
}

// countNested returns how many callees the current goroutine is running.
func countNested() int {
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

// goroutine returns the number of the current goroutine, which Go shows only in stacks.
func goroutine() uint64 {
	var buf [64]byte
	text := bytes.TrimPrefix(buf[:runtime.Stack(buf[:], false)], []byte("goroutine "))
	n, _ := strconv.ParseUint(string(text[:max(bytes.IndexByte(text, ' '), 0)]), 10, 64)
	return n
}
