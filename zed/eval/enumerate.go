package eval

import (
	"fmt"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxPower bounds the size of sets whose subsets are built: 2¹⁶ of them are
// milliseconds.
const maxPower = 16

// maxBuilt bounds the elements of products and function spaces that are built.
const maxBuilt = 1 << 18

// enumerated is extent for any set, power sets and function spaces included.
func (c *compiler) enumerated(e zed.Expr) extents {
	o, ok := e.(*zed.Op)
	if !ok || !arrow(e) {
		return c.extent(e)
	}
	built := c.space(o)
	return func(m *machine) (extent, bool) {
		v, ok := built(m)
		return extent{set: v}, ok
	}
}

// space compiles a power set or a set of relations that is built whole.
func (c *compiler) space(o *zed.Op) term {
	none := func(m *machine) (value.Value, bool) {
		return value.Value{}, m.infinite(o, "it cannot be enumerated")
	}
	for _, a := range o.Args {
		if infinite(a) {
			return none
		}
	}
	var base term
	switch o.Op {
	case zed.Seq, zed.Seq1:
		return none
	case zed.Iseq:
		return none
	case zed.PowerSet, zed.PowerSet1, zed.Finset, zed.Finset1:
		base = c.setTerm(o.Args[0])
	default:
		base = c.product(o, []term{c.setTerm(o.Args[0]), c.setTerm(o.Args[1])})
	}
	member := c.member(o)
	return func(m *machine) (value.Value, bool) {
		s, ok := m.whole(base(m))
		if !ok {
			return s, false
		}
		elems := s.Members()
		if len(elems) > maxPower {
			return value.Value{}, m.infinite(o, fmt.Sprintf("it is made of %d elements, and the limit is %d", len(elems), maxPower))
		}
		var out []value.Value
		for mask := range 1 << len(elems) {
			var sub []value.Value
			for i, x := range elems {
				if mask&(1<<i) != 0 {
					sub = append(sub, x)
				}
			}
			v := value.OfSet(sub)
			t := member(m, v)
			if t > True {
				m.fail = t
				return value.Value{}, false
			}
			if t == True {
				out = append(out, v)
			}
		}
		return value.OfSet(out), true
	}
}

// setTerm compiles a set as a value, building spaces where it must.
func (c *compiler) setTerm(e zed.Expr) term {
	if o, ok := e.(*zed.Op); ok && arrow(e) {
		return c.space(o)
	}
	return c.term(e)
}

// product compiles S × T × ….
func (c *compiler) product(at zed.Expr, sets []term) term {
	return func(m *machine) (value.Value, bool) {
		rows := [][]value.Value{nil}
		for _, set := range sets {
			s, ok := m.whole(set(m))
			if !ok {
				return s, false
			}
			members := s.Members()
			if len(rows)*len(members) > maxBuilt {
				return value.Value{}, m.infinite(at, fmt.Sprintf("it has more elements than the limit of %d", maxBuilt))
			}
			var next [][]value.Value
			for _, row := range rows {
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
		return value.OfSet(out), true
	}
}
