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
	elems := c.root.Terms(partial(e, nil))
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

// partial appends the elements of extensions that may have no value and without
// which a set has none.
func partial(set zed.Expr, to []zed.Expr) []zed.Expr {
	var elems []zed.Expr
	switch e := set.(type) {
	case *zed.SetExt:
		elems = e.Elems
	case *zed.SeqExt:
		elems = e.Elems
	case *zed.Op:
		for _, a := range e.Args {
			to = partial(a, to)
		}
	}
	for _, x := range elems {
		if !toolkit.HasValue(x) {
			to = append(to, x)
		}
	}
	return to
}
