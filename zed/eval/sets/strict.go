package sets

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// makeStrict makes a test whether a value is in a set undefined where an extension of
// which the set consists has an element without a value: the set has none then.
func (c *Tests) makeStrict(set zed.Expr, in machine.Membership) machine.Membership {
	has := HaveValues(c.root, set)
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
func HaveValues(root scope.Expressions, e zed.Expr) machine.Predicate {
	elems := root.Terms(toolkit.NeededElements(e))
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

// filterExtents runs through those elements of a set of which a test by another set is true, or
// false where drop is set. It has no value where an extension has none of which that
// other set consists, whether or not there is an element to test.
func (c *Enumerations) filterExtents(over machine.Extents, set zed.Expr, drop bool) machine.Extents {
	test, has := c.root.Member(set), HaveValues(c.root, set)
	if drop {
		test = machine.Opposite(test)
	}
	kept := machine.FilterMembers(over, test)
	if has == nil {
		return kept
	}
	return func(m *machine.Machine) (machine.Extent, bool) {
		if t := has(m); t != machine.True {
			m.Fail = t
			return machine.Extent{}, false
		}
		return kept(m)
	}
}
