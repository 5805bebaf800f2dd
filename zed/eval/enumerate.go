package eval

import (
	"math"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// enumerations compile sets to run through: those that are built first, and those of
// which one element after the other is made.
type enumerations struct {
	root        expressions
	definitions *definitions
	relations   *relations
}

// enumerated is extent for any set, power sets and function spaces included:
// these are run through one by one, so that an early witness is found in a
// large one.
func (c *enumerations) enumerated(e zed.Expr) extents {
	o, ok := e.(*zed.Op)
	if !ok || !toolkit.IsSpace(o.Op) {
		return c.root.extent(e)
	}
	if slices.ContainsFunc(o.Args, toolkit.Infinite) {
		return func(m *machine) (extent, bool) { return extent{}, m.infinite(o, "it cannot be enumerated") }
	}
	if row, _ := toolkit.Of(o.Op); row.Endless {
		return c.ofNone(o)
	}
	member := c.root.member(o)
	switch o.Op {
	case zed.PowerSet, zed.Finset:
		return subsets(c.setTerm(o.Args[0]))
	case zed.PowerSet1, zed.Finset1:
		return kept(subsets(c.setTerm(o.Args[0])), member)
	case zed.Relation:
		return subsets(product(o, []term{c.setTerm(o.Args[0]), c.setTerm(o.Args[1])}))
	case zed.Iseq:
		return c.arrangements(o)
	}
	return kept(c.functions(o), member)
}

// ofNone runs through the sequences, or the bags, of the members of a set, of which
// there is no end unless the set is empty.
func (c *enumerations) ofNone(o *zed.Op) extents {
	base := c.setTerm(o.Args[0])
	return func(m *machine) (extent, bool) {
		s, ok := m.partial(base(m))
		switch {
		case !ok:
			return extent{}, false
		case s.Len() > 0:
			return extent{}, m.infinite(o, "it cannot be enumerated")
		case toolkit.HasFilledMembers(o.Op):
			return extent{set: s}, true
		}
		return extent{form: single, one: s}, true
	}
}

// space compiles a power set or a set of relations that is built whole.
func (c *enumerations) space(o *zed.Op) term {
	over := c.enumerated(o)
	return func(m *machine) (value.Value, bool) { return m.build(o, over) }
}

// subsets runs through the subsets of a set. Each counts as many steps as the
// set has elements.
func subsets(base term) extents {
	return func(m *machine) (extent, bool) {
		s, ok := m.whole(base(m))
		if !ok {
			return extent{}, false
		}
		elems := s.Members()
		count := int64(math.MaxInt64)
		if len(elems) < 62 {
			count = 1 << len(elems)
		}
		return extent{form: decoded, hi: count, decode: func(m *machine, i int) value.Value {
			var sub []value.Value
			for k := range min(len(elems), 62) {
				if i>>k&1 != 0 {
					sub = append(sub, elems[k])
				}
			}
			m.steps += len(elems)
			return value.OfSorted(sub)
		}}, true
	}
}

// functions runs through the functions from one set to another: the digits of
// the index are the images, 0 for none where the arrow is partial.
func (c *enumerations) functions(o *zed.Op) extents {
	from, to, none := c.setTerm(o.Args[0]), c.setTerm(o.Args[1]), 1
	if toolkit.HasTotalFunctions(o.Op) {
		none = 0
	}
	return func(m *machine) (extent, bool) {
		s, ok := m.whole(from(m))
		if !ok {
			return extent{}, false
		}
		t, ok := m.whole(to(m))
		if !ok {
			return extent{}, false
		}
		sources, targets := s.Members(), t.Members()
		choices, count := int64(len(targets)+none), int64(1)
		for range sources {
			if choices > 0 && count > math.MaxInt64/choices {
				count = math.MaxInt64
				break
			}
			count *= choices
		}
		return extent{form: decoded, hi: count, decode: func(m *machine, i int) value.Value {
			var pairs []value.Value
			for _, x := range sources {
				image := i%int(choices) - none
				i /= int(choices)
				if image >= 0 {
					pairs = append(pairs, value.OfTuple(x, targets[image]))
				}
			}
			m.steps += len(sources)
			return value.OfSorted(pairs)
		}}, true
	}
}

// arrangements runs through the sequences without repetitions of a set's
// elements, the short ones first.
func (c *enumerations) arrangements(o *zed.Op) extents {
	base := c.setTerm(o.Args[0])
	return func(m *machine) (extent, bool) {
		s, ok := m.whole(base(m))
		if !ok {
			return extent{}, false
		}
		elems := s.Members()
		n := int64(len(elems))
		count, row := int64(1), int64(1)
		for k := range n {
			if row > math.MaxInt64/4/(n-k) || count > math.MaxInt64/2 {
				count = math.MaxInt64
				break
			}
			row *= n - k
			count += row
		}
		return extent{form: decoded, hi: count, decode: func(m *machine, i int) value.Value {
			m.steps += len(elems)
			return arrangement(elems, int64(i))
		}}, true
	}
}

// arrangement returns the i-th sequence without repetitions.
func arrangement(elems []value.Value, i int64) value.Value {
	n := int64(len(elems))
	length, row := int64(0), int64(1)
	for length < n && i >= row {
		i -= row
		row *= n - length
		length++
	}
	left := append([]value.Value(nil), elems...)
	var out []value.Value
	for range length {
		pick := i % int64(len(left))
		i /= int64(len(left))
		out = append(out, left[pick])
		left = append(left[:pick:pick], left[pick+1:]...)
	}
	return value.OfSeq(out)
}

// setTerm compiles a set as a value, building spaces where it must.
func (c *enumerations) setTerm(e zed.Expr) term {
	if o, ok := e.(*zed.Op); ok && toolkit.IsSpace(o.Op) {
		return c.space(o)
	}
	return c.root.term(e)
}

// product compiles S × T × ….
func product(at zed.Expr, sets []term) term {
	return func(m *machine) (value.Value, bool) {
		rows := [][]value.Value{nil}
		for _, set := range sets {
			s, ok := m.whole(set(m))
			if !ok {
				return s, false
			}
			members := s.Members()
			if len(rows)*len(members) > maxBuilt {
				return value.Value{}, m.tooMany(at, maxBuilt)
			}
			var next [][]value.Value
			for _, row := range rows {
				if m.pay(len(members)); !m.pass(at) {
					return value.Value{}, false
				}
				for _, x := range members {
					next = append(next, append(row[:len(row):len(row)], x))
				}
			}
			rows = next
		}
		out := make([]value.Value, len(rows))
		for i, row := range rows {
			out[i] = value.OfTuple(row...)
		}
		return value.OfSorted(out), true
	}
}
