package machine

import (
	"sync"
)

// Session holds evaluations that belong together. They share limits, and one need not
// compute again what another has found on the same frame. An evaluation that would
// exceed a limit is undefined, for a reason that is Infinite. The same evaluations in
// the same order use up the same on every machine. A session must be used by one
// goroutine.
type Session struct {
	// Left is the number of elements that the evaluations may still enumerate; each may
	// use a quarter of it.
	Left int
	// Stop, where it is not nil, is called regularly, and returns whether to give up.
	Stop func() bool
	// Finite is set by an evaluation whose result depends on values being finite: it
	// assumed that a variable is not an infinite set or function, which Z allows.
	Finite bool

	waited int // elements since Stop was asked, beside those that Left counts
	before int // Left when Stop was asked
	owed   int // elements that were built, and not paid for yet

	// machines has one machine for each compiler, whose programs share what is
	// remembered.
	machines map[*sync.Pool]*Machine
	// last is the machine that was used last, and lastOf its compiler's.
	last   *Machine
	lastOf *sync.Pool
	// outcomes has the remembered calls of functions that axioms define.
	outcomes map[callKey]callOutcome
}

// Close ends the session. It forgets what the session remembers, because some of that
// may result from the limits.
func (s *Session) Close() {
	for pool, m := range s.machines {
		m.used = false
		pool.Put(m)
	}
	s.machines, s.last, s.lastOf = nil, nil, nil
}

// stopInterval is the number of elements between two calls of Stop: about a millisecond
// of work.
const stopInterval = 4096

// elementsPerStep is how many elements are built, copied or compared in the time of one
// step.
const elementsPerStep = 16

// Spend counts n elements that are built outside evaluations, and returns whether the
// session allows more.
func (s *Session) Spend(n int) bool {
	if s.owed += n; s.owed >= elementsPerStep {
		s.Left -= s.owed / elementsPerStep
		s.owed %= elementsPerStep
	}
	return s.Left > 0 && !s.ShouldStop(0)
}

// ShouldStop counts n elements that do not count against Left, and returns whether Stop
// says to give up. It calls Stop after each millisecond of work.
func (s *Session) ShouldStop(n int) bool {
	if s.before == 0 {
		s.before = s.Left
	}
	if s.waited += n; s.waited < stopInterval && s.before-s.Left < stopInterval {
		return false
	}
	s.waited, s.before = 0, s.Left
	return s.isStopped()
}

func (s *Session) limit() int {
	if s == nil {
		return maxSteps
	}
	return min(s.Left/4, maxSteps)
}

func (s *Session) isStopped() bool { return s != nil && s.Stop != nil && s.Stop() }
