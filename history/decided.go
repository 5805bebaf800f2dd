package history

import (
	"maps"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/result"
)

// distance is how far what stands in for a callee is from the callee itself.
type distance int

const (
	itself   distance = iota
	perCall           // each call decides
	replaced          // by a stub, or by nothing, so that the case is not run
)

// distanceOf returns how far a decision is from the callee itself.
func distanceOf(d result.Decision) distance {
	switch d {
	case result.Self, result.None:
		return itself
	case result.ByCall:
		return perCall
	}
	return replaced
}

// compareStubs compares what stands in for the callees of a case in the last run with what did in the run before
// that had the case. A callee that the case did not have then has none to compare with.
func (c *Comparison) compareStubs(past []result.Past, id string) {
	now, ok := past[len(past)-1].Stubs[id]
	if !ok {
		return
	}
	for _, p := range slices.Backward(past[:len(past)-1]) {
		before, ok := p.Stubs[id]
		if !ok {
			continue
		}
		was := map[string]result.Decision{}
		for _, s := range before {
			was[nameOf(s)] = s.Decision
		}
		for _, s := range now {
			old, known := was[nameOf(s)]
			one := StubChange{id, nameOf(s), old, s.Decision, p.Started}
			switch is, was := distanceOf(s.Decision), distanceOf(old); {
			case !known || is == was:
			case is > was:
				c.StubsGained = append(c.StubsGained, one)
			default:
				c.StubsLost = append(c.StubsLost, one)
			}
		}
		return
	}
}

// nameOf returns the callee of a decision, with the number of its occurrence from the second on.
func nameOf(s result.Stub) string {
	if s.Occurrence > 1 {
		return s.Callee + " #" + strconv.Itoa(s.Occurrence)
	}
	return s.Callee
}

// findLost finds the leaves that the last run has lost: those that were tested in the last run before it that ran all
// of its plan, or in one since then. Nothing is lost where the last run left something out.
func (c *Comparison) findLost(past []result.Past, unit string) {
	last := past[len(past)-1]
	if !last.Whole {
		return
	}
	seen := map[string]bool{}
	for _, p := range slices.Backward(past[:len(past)-1]) {
		for _, leaf := range slices.Sorted(maps.Keys(p.Leaves)) {
			if !last.Leaves[leaf] && !seen[leaf] && isOf(leaf, unit) {
				seen[leaf] = true
				c.LeavesLost = append(c.LeavesLost, LostLeaf{leaf, p.Started})
			}
		}
		if p.Whole {
			return
		}
	}
}
