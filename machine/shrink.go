package machine

import (
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Try runs a sequence, and tells whether it fails in the same way as the one that is
// being shrunk. If so, failing is the sequence up to the step that fails. done says
// that no further sequence may be tried.
type Try func(sequence []Step) (failing []Step, same, done bool)

// Shrink returns a sequence that fails in the same way, from which no step can be left
// out and in which no value can be made smaller, neither one alone nor one that occurs in
// several steps everywhere at once, or the smallest one found until `try` says that it is
// done. The returned sequence was run.
func (m *Machine) Shrink(sequence []Step, try Try) []Step {
	s := &shrinking{machine: m, best: sequence, try: try}
	for size := len(s.best) / 2; size > 1; size /= 2 {
		s.leaveOut(size)
	}
	for changed := true; changed && !s.done; {
		changed = false
		for s.leaveOut(1) {
			changed = true
		}
		for size := 2; size < min(len(s.best), maxRound+1) && !s.done; size++ {
			changed = s.leaveOut(size) || changed
		}
		changed = s.mergeObjects() || changed
		changed = s.shrinkInputs() || changed
		changed = s.shrinkTogether() || changed
		changed = s.leaveOutAndLower() || changed
		changed = changed || s.lowerNumber()
	}
	return s.best
}

// maxLow is below which all numbers are tried in the place of a larger one, in the end: what was
// tried before are those by halves, and what fails for 12, 19, 26 and 33 may for none of these.
const maxLow = 64

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

// tryShorter tries a sequence, and keeps it where it fails in the same way.
func (s *shrinking) tryShorter(sequence []Step) bool {
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

// leaveOut leaves out `size` consecutive steps wherever the sequence still fails without
// them.
func (s *shrinking) leaveOut(size int) (changed bool) {
	for from := 0; from+size <= len(s.best) && !s.done; {
		if s.tryShorter(slices.Concat(s.best[:from], s.best[from+size:])) {
			changed = true
		} else {
			from++
		}
	}
	return changed
}

// mergeObjects makes steps run on an object with a lower number.
func (s *shrinking) mergeObjects() (changed bool) {
	for i := 0; i < len(s.best); i++ {
		for object := range s.best[i].Object {
			moved := slices.Clone(s.best)
			moved[i].Object = object
			if s.tryShorter(moved) {
				changed = true
				break
			}
		}
	}
	return changed
}

// shrinkInputs makes the inputs of steps smaller, step by step.
func (s *shrinking) shrinkInputs() (changed bool) {
	for i := 0; i < len(s.best) && !s.done; i++ {
		for s.shrinkInputsAt(i) {
			changed = true
		}
	}
	return changed
}

// shrinkInputsAt makes the inputs of one step smaller, once.
func (s *shrinking) shrinkInputsAt(i int) bool {
	if i >= len(s.best) {
		return false
	}
	old := s.best[i].Inputs
	seen := map[string]bool{old.String(): true}
	for values := range suite.FindSmaller(slices.Clone(old), s.machine.system.Globals) {
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
		if s.tryShorter(next) {
			return true
		}
	}
	return false
}

// shrinkTogether makes scalars smaller that occur in several steps, everywhere at once: where a
// key is put in and then asked for, it can only be another one in both steps.
func (s *shrinking) shrinkTogether() (changed bool) {
	for again := true; again && !s.done; {
		again = false
		var all spec.Values
		for _, step := range s.best {
			all = append(all, step.Inputs...)
		}
		for values := range suite.SmallerTogether(all, s.machine.system.Globals) {
			if s.done {
				return changed
			}
			if s.tryShorter(withInputs(s.best, values)) {
				changed, again = true, true
				break
			}
		}
	}
	return changed
}

// lowerNumber replaces a number in the inputs of a step by the least that is possible below maxLow.
func (s *shrinking) lowerNumber() bool {
	for i, step := range s.best {
		for at, item := range step.Inputs {
			tried := map[int64]bool{}
			var numbers []int64
			item.Value.Scalars(func(v value.Value) {
				if n, small := v.Int(); small && max(n, -n) > 2 && !tried[n] {
					tried[n] = true
					numbers = append(numbers, n)
				}
			})
			for _, n := range numbers {
				for _, less := range listLow(n) {
					next := slices.Clone(s.best)
					next[i].Inputs = slices.Clone(step.Inputs)
					next[i].Inputs[at].Value = item.Value.Replace(value.OfInt(n), value.OfInt(less))
					if s.tryShorter(next) {
						return true
					}
					if s.done {
						return false
					}
				}
			}
		}
	}
	return false
}

// listLow returns the numbers that are nearer to zero than n, below maxLow; for a positive n the
// positive ones alone.
func listLow(n int64) (out []int64) {
	for less := int64(1); less < min(max(n, -n), maxLow); less++ {
		if out = append(out, less); n < 0 {
			out = append(out, -less)
		}
	}
	return out
}

// withInputs returns steps with other inputs, which are given one after the other.
func withInputs(steps []Step, inputs spec.Values) []Step {
	out := slices.Clone(steps)
	for i := range out {
		n := len(out[i].Inputs)
		out[i].Inputs, inputs = slices.Clone(inputs[:n]), inputs[n:]
	}
	return out
}

// leaveOutAndLower leaves out a step and makes a number in a later one less by one: where it is
// an index or a count, it depends on how many steps there are before it.
func (s *shrinking) leaveOutAndLower() (changed bool) {
	for i := 0; i < len(s.best) && !s.done; {
		if s.withoutAndNearerAt(i) {
			changed = true
		} else {
			i++
		}
	}
	return changed
}

// withoutAndNearerAt is leaveOutAndLower for one step to leave out.
func (s *shrinking) withoutAndNearerAt(i int) bool {
	for k := i + 1; k < len(s.best); k++ {
		for at, item := range s.best[k].Inputs {
			n, small := item.Value.Int()
			if !small || n <= 0 {
				continue
			}
			next := slices.Clone(s.best)
			next[k].Inputs = slices.Clone(next[k].Inputs)
			next[k].Inputs[at].Value = value.OfInt(n - 1)
			if s.tryShorter(slices.Delete(next, i, i+1)) {
				return true
			}
			if s.done {
				return false
			}
		}
	}
	return false
}
