package trace

import (
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// excuse takes from what was seen to move what follows from a promotion. The schema
// of a caller hides the state of a promoted callee, and says that it is a part of its
// own: a program may well hold the part in the whole, so that both move at once. Where
// a promoted callee changed its own state, the state of its caller, and of those whose
// part that is in turn, may move with it; where a caller hides a state variable, it
// may move while the caller runs.
func excuse(c *Case) {
	if len(c.Moved) == 0 && !slices.ContainsFunc(c.Calls, movesOthers) {
		return
	}
	hidden := excuseCalls(c.Unit, c.Calls, nil)
	c.Moved = spare(c.Moved, hidden)
}

// movesOthers tells whether a call, or one below it, was seen to change a state
// variable that its callee's signature does not name.
func movesOthers(c *Call) bool {
	return len(c.Moved) > 0 || slices.ContainsFunc(c.Calls, movesOthers)
}

// excuseCalls takes from the calls that a unit made what follows from a promotion. Around are the state variables
// of which the state of the unit may be a part. It returns those that the unit hides,
// or what it called does.
func excuseCalls(caller *spec.Unit, made []*Call, around []string) []string {
	var hidden []string
	for _, c := range made {
		state := stateOf(c.Unit)
		kept := spare(state, stateOf(caller))
		whole := around
		if len(kept) > 0 {
			hidden = append(hidden, kept...)
			whole = append(around[:len(around):len(around)], stateOf(caller)...)
		}
		hidden = append(hidden, excuseCalls(c.Unit, c.Calls, whole)...)
		if len(c.Moved) == 0 {
			continue
		}
		c.Moved = spare(c.Moved, hidden)
		if c.State != Returned || changes(c) {
			c.Moved = spare(c.Moved, whole)
		}
	}
	return hidden
}

// stateOf returns the state variables in the signature of a unit.
func stateOf(u *spec.Unit) []string {
	var out []string
	for _, v := range u.Op.State.Vars {
		if name := zed.BaseName(v.Name); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// changes tells whether a call changed a state variable of its own.
func changes(c *Call) bool {
	op := c.Unit.Op
	return slices.ContainsFunc(op.After.At, func(i int) bool {
		before := op.Find(zed.BaseName(op.Vars[i].Name))
		return before >= 0 && !c.Frame[i].Equal(c.Frame[before])
	})
}

// spare returns the names of a list that another one does not have.
func spare(list, other []string) []string {
	if len(list) == 0 || len(other) == 0 {
		return list
	}
	var out []string
	for _, name := range list {
		if !slices.Contains(other, name) {
			out = append(out, name)
		}
	}
	return out
}
