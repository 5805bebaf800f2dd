package sets

import (
	"math"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/relations"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Enumerations compile sets to run through: those that are built first, and those of
// which one element after the other is made.
type Enumerations struct {
	root        scope.Expressions
	definitions *scope.Definitions
	relations   *relations.Compiler
}

// NewEnumerations returns the part of a compiler that runs through sets.
func NewEnumerations(root scope.Expressions, d *scope.Definitions, r *relations.Compiler) *Enumerations {
	return &Enumerations{root: root, definitions: d, relations: r}
}

// Enumerated compiles any set to run through, power sets and function spaces included:
// these are run through one by one, so that an early witness is found in a
// large one.
func (c *Enumerations) Enumerated(e zed.Expr) machine.Extents {
	o, ok := e.(*zed.Op)
	if !ok || !toolkit.IsSpace(o.Op) {
		return c.root.Extent(e)
	}
	if slices.ContainsFunc(o.Args, toolkit.Infinite) {
		return func(m *machine.Machine) (machine.Extent, bool) {
			return machine.Extent{}, m.Infinite(o, "it cannot be enumerated")
		}
	}
	if row, _ := toolkit.RowOf(o.Op); row.Endless {
		return c.enumerateOfNone(o)
	}
	member := c.root.Member(o)
	switch o.Op {
	case zed.PowerSet, zed.Finset:
		return subsets(c.SetTerm(o.Args[0]))
	case zed.PowerSet1, zed.Finset1:
		return machine.FilterMembers(subsets(c.SetTerm(o.Args[0])), member)
	case zed.Relation:
		return subsets(Product(o, []machine.Term{c.SetTerm(o.Args[0]), c.SetTerm(o.Args[1])}))
	case zed.Iseq:
		return c.arrangements(o)
	}
	return machine.FilterMembers(c.functions(o), member)
}

// enumerateOfNone runs through the sequences, or the bags, of the members of a set, of which
// there is no end unless the set is empty.
func (c *Enumerations) enumerateOfNone(o *zed.Op) machine.Extents {
	base := c.SetTerm(o.Args[0])
	return func(m *machine.Machine) (machine.Extent, bool) {
		s, ok := m.Partial(base(m))
		switch {
		case !ok:
			return machine.Extent{}, false
		case s.Len() > 0:
			return machine.Extent{}, m.Infinite(o, "it cannot be enumerated")
		case toolkit.HasFilledMembers(o.Op):
			return machine.Extent{Set: s}, true
		}
		return machine.Extent{Form: machine.Single, One: s}, true
	}
}

// Space compiles a power set or a set of relations that is built whole.
func (c *Enumerations) Space(o *zed.Op) machine.Term {
	over := c.Enumerated(o)
	return func(m *machine.Machine) (value.Value, bool) { return m.Build(o, over) }
}

// subsets runs through the subsets of a set. Each counts as many steps as the
// set has elements.
func subsets(base machine.Term) machine.Extents {
	return func(m *machine.Machine) (machine.Extent, bool) {
		s, ok := m.Whole(base(m))
		if !ok {
			return machine.Extent{}, false
		}
		elems := s.Members()
		count := int64(math.MaxInt64)
		if len(elems) < 62 {
			count = 1 << len(elems)
		}
		return machine.Extent{Form: machine.Decoded, Hi: count, Decode: func(m *machine.Machine, i int) value.Value {
			var sub []value.Value
			for k := range min(len(elems), 62) {
				if i>>k&1 != 0 {
					sub = append(sub, elems[k])
				}
			}
			m.Count(len(elems))
			return value.OfSorted(sub)
		}}, true
	}
}

// functions runs through the functions from one set to another: the digits of
// the index are the images, 0 for none where the arrow is partial.
func (c *Enumerations) functions(o *zed.Op) machine.Extents {
	from, to, none := c.SetTerm(o.Args[0]), c.SetTerm(o.Args[1]), 1
	if toolkit.HasTotalFunctions(o.Op) {
		none = 0
	}
	return func(m *machine.Machine) (machine.Extent, bool) {
		s, ok := m.Whole(from(m))
		if !ok {
			return machine.Extent{}, false
		}
		t, ok := m.Whole(to(m))
		if !ok {
			return machine.Extent{}, false
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
		return machine.Extent{Form: machine.Decoded, Hi: count, Decode: func(m *machine.Machine, i int) value.Value {
			var pairs []value.Value
			for _, x := range sources {
				image := i%int(choices) - none
				i /= int(choices)
				if image >= 0 {
					pairs = append(pairs, value.OfTuple(x, targets[image]))
				}
			}
			m.Count(len(sources))
			return value.OfSorted(pairs)
		}}, true
	}
}

// arrangements runs through the sequences without repetitions of a set's
// elements, the short ones first.
func (c *Enumerations) arrangements(o *zed.Op) machine.Extents {
	base := c.SetTerm(o.Args[0])
	return func(m *machine.Machine) (machine.Extent, bool) {
		s, ok := m.Whole(base(m))
		if !ok {
			return machine.Extent{}, false
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
		return machine.Extent{Form: machine.Decoded, Hi: count, Decode: func(m *machine.Machine, i int) value.Value {
			m.Count(len(elems))
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

// SetTerm compiles a set as a value, building spaces where it must.
func (c *Enumerations) SetTerm(e zed.Expr) machine.Term {
	if o, ok := e.(*zed.Op); ok && toolkit.IsSpace(o.Op) {
		return c.Space(o)
	}
	return c.root.Term(e)
}

// Product compiles S × T × ….
func Product(at zed.Expr, sets []machine.Term) machine.Term {
	return func(m *machine.Machine) (value.Value, bool) {
		rows := [][]value.Value{nil}
		for _, set := range sets {
			s, ok := m.Whole(set(m))
			if !ok {
				return s, false
			}
			members := s.Members()
			if len(rows)*len(members) > machine.MaxBuilt {
				return value.Value{}, m.TooMany(at, machine.MaxBuilt)
			}
			var next [][]value.Value
			for _, row := range rows {
				if m.Pay(len(members)); !m.Pass(at) {
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
