package machine

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Whole returns a value without holes; where it contains one, it fails with the first
// hole.
func (m *Machine) Whole(v value.Value, ok bool) (value.Value, bool) {
	if !ok {
		return v, false
	}
	switch v.Kind() {
	case value.Int, value.Atom, value.Str, value.Nothing:
		return v, true
	case value.Set:
		if !v.Open() {
			return v, true
		}
	case value.Total:
		return value.Value{}, m.infiniteFunction(v)
	}
	return m.Settled(v, true)
}

// infiniteFunction records that the members of an infinite function are asked for, and
// returns false.
func (m *Machine) infiniteFunction(v value.Value) bool {
	m.Infinite(nil, "%s cannot be enumerated")
	m.Reason.Arg = v
	return false
}

// Settled returns a value without holes, which may be an infinite function.
func (m *Machine) Settled(v value.Value, ok bool) (value.Value, bool) {
	if !ok {
		return v, false
	}
	switch v.Kind() {
	case value.Int, value.Atom, value.Str, value.Nothing:
		return v, true
	case value.Set:
		if !v.Open() {
			return v, true
		}
	case value.Hole:
		return m.Unset(v)
	}
	for _, x := range v.Items() {
		if _, ok := m.Settled(x, true); !ok {
			return value.Value{}, false
		}
	}
	return v, true
}

// Shell returns a value that is neither a hole nor a set that contains holes.
func (m *Machine) Shell(v value.Value, ok bool) (value.Value, bool) {
	if ok && v.Open() {
		return m.Whole(v, true)
	}
	return m.Partial(v, ok)
}

// Partial returns a value that is not itself a hole. It may be a function of
// which some images are holes.
func (m *Machine) Partial(v value.Value, ok bool) (value.Value, bool) {
	if !ok {
		return v, false
	}
	switch v.Kind() {
	case value.Hole:
		return m.Unset(v)
	case value.Total:
		return v, m.infiniteFunction(v)
	}
	return v, true
}

// Equal compares values that may contain holes. They differ as soon as known parts do.
func (m *Machine) Equal(a, b value.Value) Truth {
	if a.Kind() == value.Hole && b.Kind() == value.Hole && a.Hole() == b.Hole() {
		return True
	}
	if a.Kind() == value.Hole {
		m.Unset(a)
		return Unknown
	}
	if b.Kind() == value.Hole {
		m.Unset(b)
		return Unknown
	}
	if a.Kind() != b.Kind() || a.Len() != b.Len() || a.Kind() == value.Set && !a.Open() && !b.Open() ||
		a.Kind() == value.Int || a.Kind() == value.Atom || a.Kind() == value.Str {
		return TruthOf(a.Equal(b))
	}
	if a.Name() != b.Name() {
		return False
	}
	var open Undecided
	for i := range a.Len() {
		t := m.Equal(a.Elem(i), b.Elem(i))
		if t == False {
			return t
		}
		open.Add(m, t)
	}
	return open.Else(m, True)
}

// PairIn tells whether a sequence or function, whose items may be holes, has the
// pair v.
func (m *Machine) PairIn(s, v value.Value) Truth {
	v, ok := m.Shell(v, true)
	if !ok {
		return Unknown
	}
	at, ok := m.Whole(v.Elem(0), true)
	if !ok {
		return Unknown
	}
	if s.Open() {
		pairs := PairsOf(s.Items(), at)
		if len(pairs) == 0 {
			return False
		}
		return m.Equal(pairs[0].Elem(1), v.Elem(1))
	}
	i, ok := at.Int()
	if !ok || i < 1 || i > int64(s.Len()) {
		return False
	}
	return m.Equal(s.Elem(int(i-1)), v.Elem(1))
}

// AnyEqual tells whether v is one of the items.
func (m *Machine) AnyEqual(items []value.Value, v value.Value) Truth {
	var open Undecided
	for _, x := range items {
		if !m.Pass(nil) {
			return Undefined
		}
		t := m.Equal(x, v)
		if t == True {
			return t
		}
		open.Add(m, t)
	}
	return open.Else(m, False)
}

// Distinct tells whether no two items are the same.
func (m *Machine) Distinct(items []value.Value) Truth {
	if !slices.ContainsFunc(items, value.Value.HasHole) {
		return TruthOf(value.OfSet(slices.Clone(items)).Len() == len(items))
	}
	var open Undecided
	for i, x := range items {
		for _, y := range items[:i] {
			t := m.Equal(x, y)
			if t == True {
				return False
			}
			open.Add(m, t)
		}
	}
	return open.Else(m, True)
}

// Wholes evaluates terms to values without holes.
func (m *Machine) Wholes(terms []Term) ([]value.Value, bool) {
	out := make([]value.Value, len(terms))
	for i, x := range terms {
		v, ok := m.Whole(x(m))
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// NoImages returns no images where a test is false, and fails where it was not decided.
func (m *Machine) NoImages(t Truth) ([]value.Value, bool) {
	if t > True {
		m.Fail = t
	}
	return nil, t == False
}

// UnsettledBy returns the outcome where it depends on the hole v.
func (m *Machine) UnsettledBy(v value.Value) Truth {
	m.Unset(v)
	return Unknown
}

// RecordUnsaid records that the axioms leave something open, which no evaluation can decide.
func (m *Machine) RecordUnsaid(at zed.Expr, message string, arg value.Value) bool {
	m.Infinite(at, message)
	m.Reason.Arg = arg
	return false
}

// TruthAsValue returns a truth as a value, so that a session can remember it as the
// result of a call.
func (m *Machine) TruthAsValue(t Truth) (value.Value, bool) {
	switch t {
	case True:
		return value.OfInt(1), true
	case False:
		return value.OfInt(0), true
	}
	m.Fail = t
	return value.Value{}, false
}

// IsMadeBy tells whether a value was made by a constructor.
func IsMadeBy(m *Machine, v value.Value, name string) Truth {
	v, ok := m.Shell(v, true)
	if !ok {
		return Unknown
	}
	return TruthOf(v.Kind() == value.Ctor && v.Name() == name)
}
