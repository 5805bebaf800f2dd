package trace

import (
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// excuse removes from the state variables that calls were seen to change those that
// follow from promotion. A schema may hide the state of a promoted callee and say that
// it is part of the unit's own state. A program may well store the part within the
// whole, so that both change at once. Therefore, where a promoted callee changes its
// own state, the state of its caller may change too, and that of the caller's caller if
// it contains the caller's in turn; and where a caller hides a state variable, that
// variable may change while the caller runs.
func excuse(c *Case) {
	if len(c.Moved) == 0 && !slices.ContainsFunc(c.Calls, movesOthers) {
		return
	}
	hidden := excuseCalls(c.Unit, c.Calls, nil)
	c.Moved = subtractNames(c.Moved, hidden)
}

// movesOthers tells whether a call, or one below it, was seen to change a state
// variable that its callee's signature does not have.
func movesOthers(c *Call) bool {
	return len(c.Moved) > 0 || slices.ContainsFunc(c.Calls, movesOthers)
}

// excuseCalls does the work of excuse for the calls that one unit made. The state
// variables `around` are those of which the unit's state may be a part. It returns the
// variables that the unit, or what it called, hides.
func excuseCalls(caller *spec.Unit, made []*Call, around []string) []string {
	var hidden []string
	for _, c := range made {
		state := stateOf(c.Unit)
		kept := subtractNames(state, stateOf(caller))
		whole := around
		if len(kept) > 0 {
			hidden = append(hidden, kept...)
			whole = append(around[:len(around):len(around)], stateOf(caller)...)
		}
		hidden = append(hidden, excuseCalls(c.Unit, c.Calls, whole)...)
		if len(c.Moved) == 0 {
			continue
		}
		c.Moved = subtractNames(c.Moved, hidden)
		if c.State != Returned || changes(c) {
			c.Moved = subtractNames(c.Moved, whole)
		}
	}
	return hidden
}

// stateOf returns the names of the state variables in a unit's signature.
func stateOf(u *spec.Unit) []string {
	var out []string
	for _, v := range u.Op.State.Vars {
		if name := zed.BaseName(v.Name); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// changes tells whether a call changed a state variable of its callee's signature.
func changes(c *Call) bool {
	op := c.Unit.Op
	return slices.ContainsFunc(op.After.At, func(i int) bool {
		before := op.Find(zed.BaseName(op.Vars[i].Name))
		return before >= 0 && !c.Frame[i].Equal(c.Frame[before])
	})
}

// subtractNames returns the names of a list that the other list does not have.
func subtractNames(list, other []string) []string {
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
