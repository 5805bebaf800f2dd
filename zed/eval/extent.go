package eval

import (
	"math"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// form says how the elements of an extent are had.
type form uint8

const (
	members form = iota // the members of a set
	items               // the items of a sequence
	span                // the integers from lo to hi
	single              // one value
	decoded             // made from the index, hi of them
)

// extent is a set to run through without building it, less what a filter
// leaves out. Elements may repeat.
type extent struct {
	form   form
	lo, hi int64
	set    value.Value
	one    value.Value
	decode func(m *machine, i int) value.Value
	keep   membership // nil: all
}

func (x *extent) len() int {
	switch x.form {
	case span:
		return int(max(0, x.hi-x.lo+1))
	case single:
		return 1
	case decoded:
		return int(x.hi)
	}
	return x.set.Len()
}

// at returns the i-th element, and False where the filter leaves it out.
func (x *extent) at(m *machine, i int) (value.Value, Truth) {
	var v value.Value
	switch x.form {
	case span:
		v = value.OfInt(x.lo + int64(i))
	case items:
		v = x.set.Elem(i)
	case single:
		v = x.one
	case decoded:
		v = x.decode(m, i)
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
	u := c.use(e)
	if known, ok := c.extents[u]; ok {
		return known
	}
	made := c.runThrough(e)
	c.extents[u] = made
	return made
}

func (c *compiler) runThrough(e zed.Expr) extents {
	if o, ok := e.(*zed.Op); ok {
		switch o.Op {
		case zed.Dom, zed.Ran:
			if d := c.domain(o); d != o {
				return c.enumerated(d)
			}
			return c.extentOfRelation(o)
		case zed.Range:
			lo, hi := c.term(o.Args[0]), c.term(o.Args[1])
			return func(m *machine) (extent, bool) { return between(m, o, lo, hi) }
		case zed.Minus:
			return kept(c.extent(o.Args[0]), opposite(c.member(o.Args[1])))
		case zed.Intersect:
			first, second := o.Args[0], o.Args[1]
			if toolkit.Infinite(first) || c.images(first) != nil || c.endlessSide(first) || c.defined(first) != nil && finite(second) {
				first, second = second, first
			}
			return kept(c.extent(first), c.member(second))
		}
	}
	set := c.term(e)
	return func(m *machine) (extent, bool) {
		v, ok := m.shell(set(m))
		return extent{set: v}, ok
	}
}

// endlessSide tells whether a set is a side of a relation that cannot be built.
func (c *compiler) endlessSide(e zed.Expr) bool {
	o, ok := e.(*zed.Op)
	return ok && (o.Op == zed.Dom || o.Op == zed.Ran) && c.images(o.Args[0]) != nil
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
	if a.Compare(b) > 0 {
		return extent{form: span, lo: 1}, true
	}
	if !small || !too || uint64(j)-uint64(i) >= math.MaxInt32 {
		return extent{}, m.infinite(at, "it has too many elements to enumerate")
	}
	return extent{form: span, lo: i, hi: j}, true
}

func (c *compiler) extentOfRelation(o *zed.Op) extents {
	x := c.term(o.Args[0])
	domain := o.Op == zed.Dom
	return func(m *machine) (extent, bool) {
		r, ok := m.partial(x(m))
		if ok && !domain {
			r, ok = m.shell(r, true)
		}
		if !ok {
			return extent{}, false
		}
		if r.Kind() == value.Seq {
			if domain {
				return extent{form: span, lo: 1, hi: int64(r.Len())}, true
			}
			return extent{form: items, set: r}, true
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
