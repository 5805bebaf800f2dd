package eval

import (
	"math"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// form says how the elements of an extent are had.
type form uint8

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
	u := c.places.use(e)
	if known, ok := c.extents[u]; ok {
		return known
	}
	made := c.enumerations.runThrough(e)
	c.extents[u] = made
	return made
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

// maxBuilt bounds the elements of products, power sets and function spaces that
// are built as values: more would take seconds, and gigabytes.
const maxBuilt = 1 << 18

// build returns the set of all elements of an extent.
func (m *machine) build(at zed.Expr, over extents) (value.Value, bool) {
	x, ok := over(m)
	if !ok {
		return value.Value{}, false
	}
	if x.form == decoded && x.hi > maxBuilt {
		return value.Value{}, m.tooMany(at, maxBuilt)
	}
	var out []value.Value
	for i := range x.len() {
		if !m.step(at) {
			return value.Value{}, false
		}
		v, in := x.at(m, i)
		if in > True {
			m.fail = in
			return value.Value{}, false
		}
		if in == False {
			continue
		}
		if v, ok = m.whole(v, true); !ok {
			return v, false
		}
		if len(out) >= maxBuilt {
			return value.Value{}, m.tooMany(at, maxBuilt)
		}
		out = append(out, v)
	}
	return value.OfSet(out), true
}

// kept leaves out of a set what is not a member of another.
func kept(over extents, member membership) extents {
	return func(m *machine) (extent, bool) {
		x, ok := over(m)
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
			return member(m, v)
		}
		return x, true
	}
}

const (
	members form = iota // the members of a set
	items               // the items of a sequence
	span                // the integers from lo to hi
	single              // one value
	decoded             // made from the index, hi of them
)
