package sets

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// strictly makes a test whether a value is in a set undefined where an extension of
// which the set consists has an element without a value: the set has none then.
func (c *Tests) strictly(set zed.Expr, in machine.Membership) machine.Membership {
	has := c.HaveValues(set)
	if has == nil {
		return in
	}
	return func(m *machine.Machine, v value.Value) machine.Truth {
		t := in(m, v)
		if t > machine.True {
			return t
		}
		if why := has(m); why != machine.True {
			return why
		}
		return t
	}
}

// HaveValues tests whether all elements of the extensions of which a set consists,
// or an operator's arguments, have values: true, or why not. It is nil where they
// always have.
func (c *Tests) HaveValues(e zed.Expr) machine.Predicate {
	elems := c.root.Terms(toolkit.Needed(e))
	if len(elems) == 0 {
		return nil
	}
	return func(m *machine.Machine) machine.Truth {
		var open machine.Undecided
		for _, x := range elems {
			if _, ok := x(m); !ok {
				open.Add(m, m.Fail)
			}
		}
		return open.Else(m, machine.True)
	}
}
