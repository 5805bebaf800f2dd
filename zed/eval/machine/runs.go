package machine

import (
	"math"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// form says how the elements of an extent are represented.
type form uint8

// Extent is a set that is enumerated without being built, without the elements that a
// filter excludes. Elements may occur several times.
type Extent struct {
	Form   form
	Lo, Hi int64
	Set    value.Value
	One    value.Value
	Decode func(m *Machine, i int) value.Value
	Keep   Membership // nil: all
}

func (x *Extent) Len() int {
	switch x.Form {
	case Span:
		return int(max(0, x.Hi-x.Lo+1))
	case Single:
		return 1
	case Decoded:
		return int(x.Hi)
	}
	return x.Set.Len()
}

// At returns the i-th element; False where the filter excludes it.
func (x *Extent) At(m *Machine, i int) (value.Value, Truth) {
	var v value.Value
	switch x.Form {
	case Span:
		v = value.OfInt(x.Lo + int64(i))
	case Items:
		v = x.Set.Elem(i)
	case Single:
		v = x.One
	case Decoded:
		v = x.Decode(m, i)
	default:
		v = x.Set.Member(i)
	}
	if x.Keep == nil {
		return v, True
	}
	return v, x.Keep(m, v)
}

// Extents computes an extent.
type Extents func(m *Machine) (Extent, bool)

// IntegersBetween returns the integers between two terms.
func IntegersBetween(m *Machine, at zed.Expr, lo, hi Term) (Extent, bool) {
	a, ok := m.Shell(lo(m))
	if !ok {
		return Extent{}, false
	}
	b, ok := m.Shell(hi(m))
	if !ok {
		return Extent{}, false
	}
	i, small := a.Int()
	j, too := b.Int()
	if a.Compare(b) > 0 {
		return Extent{Form: Span, Lo: 1}, true
	}
	if !small || !too || uint64(j)-uint64(i) >= math.MaxInt32 {
		return Extent{}, m.Infinite(at, "it has too many elements to enumerate")
	}
	return Extent{Form: Span, Lo: i, Hi: j}, true
}

// MaxBuilt is the largest number of elements of a product, power set or function space
// that is built as a value. More would take seconds, and gigabytes.
const MaxBuilt = 1 << 18

// Search tests the elements of a set one by one. It returns the deciding outcome where
// the test of some element of the set has it, and the opposite where the tests of all
// elements have that. An element that may not be in the set decides nothing.
func (m *Machine) Search(at zed.Expr, over Extents, deciding Truth, test Membership) Truth {
	x, ok := over(m)
	if !ok {
		return m.Fail
	}
	var open Undecided
	for i := range x.Len() {
		if !m.Step(at) {
			return Undefined
		}
		v, in := x.At(m, i)
		if in == False {
			continue
		}
		t := True
		if in == True {
			t = test(m, v)
		} else {
			t = m.testUncertain(in, v, deciding, test)
		}
		if t == deciding {
			return t
		}
		open.Add(m, t)
	}
	return open.Else(m, Not(deciding))
}

// testUncertain tests an element that is not certain to be in the set, for the reason that
// `in` gives.
func (m *Machine) testUncertain(in Truth, v value.Value, deciding Truth, test Membership) Truth {
	var open Undecided
	open.Add(m, in)
	t := test(m, v)
	if t == Not(deciding) {
		return t
	}
	open.Add(m, t)
	return open.Else(m, deciding)
}

// Build returns the set of all elements of an extent.
func (m *Machine) Build(at zed.Expr, over Extents) (value.Value, bool) {
	x, ok := over(m)
	if !ok {
		return value.Value{}, false
	}
	if x.Form == Decoded && x.Hi > MaxBuilt {
		return value.Value{}, m.TooMany(at, MaxBuilt)
	}
	var out []value.Value
	for i := range x.Len() {
		if !m.Step(at) {
			return value.Value{}, false
		}
		v, in := x.At(m, i)
		if in > True {
			m.Fail = in
			return value.Value{}, false
		}
		if in == False {
			continue
		}
		if v, ok = m.Whole(v, true); !ok {
			return v, false
		}
		if len(out) >= MaxBuilt {
			return value.Value{}, m.TooMany(at, MaxBuilt)
		}
		out = append(out, v)
	}
	return value.OfSet(out), true
}

// FilterMembers returns the elements of a set that are members of another.
func FilterMembers(over Extents, member Membership) Extents {
	return func(m *Machine) (Extent, bool) {
		x, ok := over(m)
		if !ok {
			return x, false
		}
		first := x.Keep
		x.Keep = func(m *Machine, v value.Value) Truth {
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
	Items               // the items of a sequence
	Span                // the integers from lo to hi
	Single              // one value
	Decoded             // computed from the index, from 0 to hi
)

// Images computes the values to which a relation relates a value without holes.
type Images func(m *Machine, x value.Value) ([]value.Value, bool)
