package sut

import (
	"sync"
	"time"
)

// stopwatch measures how long a unit ran. Time during which any of its goroutines
// waited for the host does not count; where several wait at once it is left out once.
// The zero stopwatch has not begun.
type stopwatch struct {
	mu      sync.Mutex
	begun   bool
	waiting int32     // how many goroutines wait
	since   time.Time // the time up to which it has counted
	ran     time.Duration
}

// begin records that the unit runs from now on, or waits if a goroutine waits already.
func (s *stopwatch) begin(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(now)
	s.begun = true
}

// wait records that a goroutine waits from now on.
func (s *stopwatch) wait(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(now)
	s.waiting++
}

// resume records that a goroutine waits no longer.
func (s *stopwatch) resume(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(now)
	s.waiting = max(s.waiting-1, 0)
}

// nanoseconds returns how long the unit has run.
func (s *stopwatch) nanoseconds(now time.Time) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(now)
	return uint64(s.ran)
}

// count adds the time up to now, if the unit ran. The caller holds mu. Where the system
// clock was set back it adds nothing.
func (s *stopwatch) count(now time.Time) {
	if s.begun && s.waiting == 0 {
		s.ran += max(now.Sub(s.since), 0)
	}
	s.since = now
}
