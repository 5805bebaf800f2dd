package eval

import (
	"math"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// extent is a set to run through: a range of integers or the elements of a
// value, less what a filter leaves out. Elements may repeat.
type extent struct {
	isRange bool
	lo, hi  int64
	set     value.Value // its members, or its items
	items   bool
	keep    membership // nil: all
}

func (x extent) len() int {
	if x.isRange {
		if x.hi < x.lo {
			return 0
		}
		return int(x.hi - x.lo + 1)
	}
	return x.set.Len()
}

// at returns the i-th element, and False where the filter leaves it out.
func (x extent) at(m *machine, i int) (value.Value, Truth) {
	var v value.Value
	switch {
	case x.isRange:
		v = value.OfInt(x.lo + int64(i))
	case x.items:
		v = x.set.Elem(i)
	default:
		v = x.set.Member(i)
	}
	if x.keep == nil {
		return v, True
	}
	return v, x.keep(m, v)
}

// extents compute a set to run through.
type extents func(m *machine) (extent, bool)

// extent compiles a set to run through. Running through an infinite set fails
// when it is tried.
func (c *compiler) extent(e zed.Expr) extents {
	if o, ok := e.(*zed.Op); ok {
		switch o.Op {
		case zed.Dom, zed.Ran:
			return c.extentOfRelation(o)
		case zed.Range:
			lo, hi := c.term(o.Args[0]), c.term(o.Args[1])
			return func(m *machine) (extent, bool) { return between(m, o, lo, hi) }
		case zed.Minus, zed.Intersect:
			from, other := c.extent(o.Args[0]), c.member(o.Args[1])
			return func(m *machine) (extent, bool) {
				x, ok := from(m)
				if !ok {
					return x, false
				}
				first := x.keep
				x.keep = func(m *machine, v value.Value) Truth {
					if first != nil {
						if t := first(m, v); t != True {
							return t
						}
					}
					t := other(m, v)
					if o.Op == zed.Minus {
						return not(t)
					}
					return t
				}
				return x, true
			}
		}
	}
	set := c.term(e)
	return func(m *machine) (extent, bool) {
		v, ok := m.shell(set(m))
		return extent{set: v}, ok
	}
}

func between(m *machine, at zed.Expr, lo, hi term) (extent, bool) {
	a, ok := m.shell(lo(m))
	if !ok {
		return extent{}, false
	}
	b, ok := m.shell(hi(m))
	if !ok {
		return extent{}, false
	}
	i, small := a.Int()
	j, too := b.Int()
	if !small || !too || j > i && uint64(j)-uint64(i) >= math.MaxInt32 {
		return extent{}, m.infinite(at, "it has too many elements to enumerate")
	}
	return extent{isRange: true, lo: i, hi: j}, true
}

func (c *compiler) extentOfRelation(o *zed.Op) extents {
	x := c.term(o.Args[0])
	domain := o.Op == zed.Dom
	return func(m *machine) (extent, bool) {
		r, ok := m.shell(x(m))
		if !ok {
			return extent{}, false
		}
		if r.Kind() == value.Seq {
			if domain {
				return extent{isRange: true, lo: 1, hi: int64(r.Len())}, true
			}
			return extent{set: r, items: true}, true
		}
		which := 1
		if domain {
			which = 0
		}
		return extent{set: column(r, which)}, true
	}
}

// column returns the set of the first or second components of a relation.
func column(r value.Value, which int) value.Value {
	out := make([]value.Value, r.Len())
	for i := range out {
		out[i] = r.Member(i).Elem(which)
	}
	return value.OfSet(out)
}
