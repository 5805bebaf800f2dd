package machine

import (
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// Try runs a sequence, and tells whether it fails in the same way as the one that is
// being shrunk. If so, failing is the sequence up to the step that fails. done says
// that no further sequence may be tried.
type Try func(sequence []Step) (failing []Step, same, done bool)

// Shrink returns a sequence that fails in the same way, from which no step can be left
// out and in which no value can be made smaller, or the smallest one found until `try`
// says that it is done. The returned sequence was run.
func (m *Machine) Shrink(sequence []Step, try Try) []Step {
	s := &shrinking{machine: m, best: sequence, try: try}
	for size := len(s.best) / 2; size > 1; size /= 2 {
		s.without(size)
	}
	for changed := true; changed && !s.done; {
		changed = false
		for s.without(1) {
			changed = true
		}
		for size := 2; size < min(len(s.best), maxRound+1) && !s.done; size++ {
			changed = s.without(size) || changed
		}
		changed = s.oneObject() || changed
		changed = s.smaller() || changed
	}
	return s.best
}

// maxRound is how many consecutive steps are left out together where none can be left out
// alone, such as a round that comes back to the state in which it began.
const maxRound = 6

// shrinking is a sequence while it is being made smaller.
type shrinking struct {
	machine *Machine
	best    []Step
	try     Try
	done    bool
}

// better tries a sequence, and keeps it where it fails in the same way.
func (s *shrinking) better(sequence []Step) bool {
	if s.done || len(sequence) == 0 {
		return false
	}
	failing, same, done := s.try(sequence)
	s.done = done
	if same {
		s.best = failing
	}
	return same
}

// without leaves out `size` consecutive steps wherever the sequence still fails without
// them.
func (s *shrinking) without(size int) (changed bool) {
	for from := 0; from+size <= len(s.best) && !s.done; {
		if s.better(slices.Concat(s.best[:from], s.best[from+size:])) {
			changed = true
		} else {
			from++
		}
	}
	return changed
}

// oneObject makes steps run on an object with a lower number.
func (s *shrinking) oneObject() (changed bool) {
	for i := 0; i < len(s.best); i++ {
		for object := range s.best[i].Object {
			moved := slices.Clone(s.best)
			moved[i].Object = object
			if s.better(moved) {
				changed = true
				break
			}
		}
	}
	return changed
}

// smaller makes the inputs of steps smaller, step by step.
func (s *shrinking) smaller() (changed bool) {
	for i := 0; i < len(s.best) && !s.done; i++ {
		for s.smallerAt(i) {
			changed = true
		}
	}
	return changed
}

// smallerAt makes the inputs of one step smaller, once.
func (s *shrinking) smallerAt(i int) bool {
	if i >= len(s.best) {
		return false
	}
	old := s.best[i].Inputs
	seen := map[string]bool{old.String(): true}
	for values := range suite.Smaller(slices.Clone(old), s.machine.system.Globals) {
		if s.done {
			return false
		}
		if key := spec.Values(values).String(); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		next := slices.Clone(s.best)
		next[i].Inputs = values
		if s.better(next) {
			return true
		}
	}
	return false
}
