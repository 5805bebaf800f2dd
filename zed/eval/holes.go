package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed/value"
)

// whole returns a value that holds no holes, or fails with its first.
func (m *machine) whole(v value.Value, ok bool) (value.Value, bool) {
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
		return m.unset(v)
	}
	for _, x := range v.Items() {
		if _, ok := m.whole(x, true); !ok {
			return value.Value{}, false
		}
	}
	return v, true
}

// shell returns a value that is not itself a hole, nor a set that holds some.
func (m *machine) shell(v value.Value, ok bool) (value.Value, bool) {
	if ok && v.Open() {
		return m.whole(v, true)
	}
	return m.partial(v, ok)
}

// partial returns a value that is not itself a hole. It may be a function of
// which some images are holes.
func (m *machine) partial(v value.Value, ok bool) (value.Value, bool) {
	if ok && v.Kind() == value.Hole {
		return m.unset(v)
	}
	return v, ok
}

// equal compares values that may hold holes: they differ as soon as known
// parts do.
func (m *machine) equal(a, b value.Value) Truth {
	if a.Kind() == value.Hole && b.Kind() == value.Hole && a.Hole() == b.Hole() {
		return True
	}
	if a.Kind() == value.Hole {
		m.unset(a)
		return Unknown
	}
	if b.Kind() == value.Hole {
		m.unset(b)
		return Unknown
	}
	if a.Kind() != b.Kind() || a.Len() != b.Len() || a.Kind() == value.Set && !a.Open() && !b.Open() || a.Kind() == value.Int || a.Kind() == value.Atom || a.Kind() == value.Str {
		return truth(a.Equal(b))
	}
	if a.Name() != b.Name() {
		return False
	}
	out := True
	var first Reason
	for i := range a.Len() {
		switch m.equal(a.Elem(i), b.Elem(i)) {
		case False:
			return False
		case Unknown:
			if out == True {
				out, first = Unknown, m.reason
			}
		}
	}
	if out == Unknown {
		m.reason = first
	}
	return out
}

// pairIn tells whether a sequence or function, whose items may be holes, has the
// pair v.
func (m *machine) pairIn(s, v value.Value) Truth {
	v, ok := m.shell(v, true)
	if !ok {
		return Unknown
	}
	at, ok := m.whole(v.Elem(0), true)
	if !ok {
		return Unknown
	}
	if s.Open() {
		pairs := s.Items()
		i, found := slices.BinarySearchFunc(pairs, at, func(p, x value.Value) int { return p.Elem(0).Compare(x) })
		if !found {
			return False
		}
		return m.equal(pairs[i].Elem(1), v.Elem(1))
	}
	i, ok := at.Int()
	if !ok || i < 1 || i > int64(s.Len()) {
		return False
	}
	return m.equal(s.Elem(int(i-1)), v.Elem(1))
}

// anyEqual tells whether v is one of the items.
func (m *machine) anyEqual(items []value.Value, v value.Value) Truth {
	out := False
	var first Reason
	for _, x := range items {
		if !m.pass(nil) {
			return Undefined
		}
		switch m.equal(x, v) {
		case True:
			return True
		case Unknown:
			if out == False {
				out, first = Unknown, m.reason
			}
		}
	}
	if out == Unknown {
		m.reason = first
	}
	return out
}

// distinct tells whether no two items are the same.
func (m *machine) distinct(items []value.Value) Truth {
	if !slices.ContainsFunc(items, value.Value.HasHole) {
		return truth(value.OfSet(slices.Clone(items)).Len() == len(items))
	}
	out := True
	var first Reason
	for i, x := range items {
		for _, y := range items[:i] {
			switch m.equal(x, y) {
			case True:
				return False
			case Unknown:
				if out == True {
					out, first = Unknown, m.reason
				}
			}
		}
	}
	m.reason = first
	return out
}

// wholes evaluates terms to values without holes.
func (m *machine) wholes(terms []term) ([]value.Value, bool) {
	out := make([]value.Value, len(terms))
	for i, x := range terms {
		v, ok := m.whole(x(m))
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}
