package korat

import (
	"sync"

	"github.com/ttf-int/ttf-int/korat/structure"
)

// merging puts what several processes find into the order in which one would find it: parts of the search go round
// among them.
type merging struct {
	mu     sync.Mutex
	turned *sync.Cond
	turn   int // the part whose structures come now
	ended  []bool
	counts [][2]int64 // candidates and structures, by process
	to     Found
}

func newMerging(to Found, n int) *merging {
	m := &merging{ended: make([]bool, n), counts: make([][2]int64, n), to: to}
	m.turned = sync.NewCond(&m.mu)
	return m
}

// share takes what one of the processes finds.
type share struct {
	*merging
	worker int
	part   int // that is under way
}

// Structure waits for the turn of its part.
func (s *share) Structure(one *structure.Structure) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.turn < s.part {
		s.turned.Wait()
	}
	return s.to.Structure(one)
}

// leave notes that the process is done with a part.
func (s *share) leave(part int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.turn < part {
		s.turned.Wait()
	}
	s.part = part + len(s.ended)
	s.turn = max(s.turn, part+1)
	s.pass()
}

// pass goes on to a part of a process that has not ended.
func (m *merging) pass() {
	for range m.ended {
		if !m.ended[m.turn%len(m.ended)] {
			break
		}
		m.turn++
	}
	m.turned.Broadcast()
}

// end notes that a process has ended.
func (m *merging) end(worker int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ended[worker] = true
	m.pass()
}

// Progress adds up how far the processes are.
func (s *share) Progress(candidates, found int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[s.worker] = [2]int64{candidates, found}
	var sum [2]int64
	for _, c := range s.counts {
		sum[0], sum[1] = sum[0]+c[0], sum[1]+c[1]
	}
	s.to.Progress(sum[0], sum[1])
}

// add returns what several processes say together.
func add(outcomes []*Outcome) *Outcome {
	out := &Outcome{Complete: true}
	for _, o := range outcomes {
		out.Candidates += o.Candidates
		out.Found += o.Found
		out.Complete = out.Complete && o.Complete
		out.Seconds = max(out.Seconds, o.Seconds)
		out.Panics += o.Panics
		if out.Panicked == "" {
			out.Panicked = o.Panicked
		}
	}
	return out
}

// firstOf returns the first of some errors.
func firstOf(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
