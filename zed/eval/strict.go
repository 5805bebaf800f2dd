package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// strictly makes a test whether a value is in a set undefined where an extension of
// which the set consists has an element without a value: the set has none then.
func (c *memberTests) strictly(set zed.Expr, in membership) membership {
	has := c.haveValues(set)
	if has == nil {
		return in
	}
	return func(m *machine, v value.Value) Truth {
		t := in(m, v)
		if t > True {
			return t
		}
		if known := has(m); known != True {
			return known
		}
		return t
	}
}

// strictInclusion compiles S ⊆ T and S ⊂ T, which are undefined where an extension of
// which S or T consists has an element without a value.
func (c *comparisons) strictInclusion(e *zed.Op) predicate {
	in, has := c.inclusion(e), c.memberTests.haveValues(e)
	if has == nil {
		return in
	}
	return func(m *machine) Truth {
		if t := has(m); t != True {
			return t
		}
		return in(m)
	}
}

// haveValues tests whether all elements of the extensions of which a set consists,
// or an operator's arguments, have values: true, or why not. It is nil where they
// always have.
func (c *memberTests) haveValues(e zed.Expr) predicate {
	elems := c.root.terms(partial(e, nil))
	if len(elems) == 0 {
		return nil
	}
	return func(m *machine) Truth {
		out := True
		var first Reason
		for _, x := range elems {
			if _, ok := x(m); !ok && graver(out, &first, m.fail, &m.reason) {
				out, first = m.fail, m.reason
			}
		}
		if out > True {
			m.reason = first
		}
		return out
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
