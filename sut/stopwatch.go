package sut

import (
	"sync"
	"time"
)

// stopwatch measures how long a unit ran. What any of its goroutines waited for
// the host is not counted, and several that wait at once wait together: so it
// never shows less than nothing. The zero stopwatch has not begun.
type stopwatch struct {
	mu      sync.Mutex
	begun   bool
	waiting int32     // how many wait
	since   time.Time // up to when it has counted
	ran     time.Duration
}

// begin says that the unit runs from now on. Waiting that is under way goes on.
func (s *stopwatch) begin(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(now)
	s.begun = true
}

// wait says that a goroutine waits from now on.
func (s *stopwatch) wait(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(now)
	s.waiting++
}

// resume says that a goroutine waits no longer.
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

// count counts the time up to now, if the unit ran; mu is held. A clock that was
// set back counts for nothing.
func (s *stopwatch) count(now time.Time) {
	if s.begun && s.waiting == 0 {
		s.ran += max(now.Sub(s.since), 0)
	}
	s.since = now
}
