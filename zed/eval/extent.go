package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

func (c *enumerations) runThrough(e zed.Expr) extents {
	if o, ok := e.(*zed.Op); ok {
		switch o.Op {
		case zed.Dom, zed.Ran:
			if d := c.relations.domain(o); d != o {
				return c.enumerated(d)
			}
			return c.extentOfRelation(o)
		case zed.Range:
			lo, hi := c.root.term(o.Args[0]), c.root.term(o.Args[1])
			return func(m *machine) (extent, bool) { return between(m, o, lo, hi) }
		case zed.Minus:
			return kept(c.root.extent(o.Args[0]), opposite(c.root.member(o.Args[1])))
		case zed.Intersect:
			first, second := o.Args[0], o.Args[1]
			if toolkit.Infinite(first) || c.root.images(first) != nil || c.relations.endlessSide(first) || c.definitions.defined(first) != nil && finite(second) {
				first, second = second, first
			}
			return kept(c.root.extent(first), c.root.member(second))
		}
	}
	set := c.root.term(e)
	return func(m *machine) (extent, bool) {
		v, ok := m.shell(set(m))
		return extent{set: v}, ok
	}
}

// endlessSide tells whether a set is a side of a relation that cannot be built.
func (c *relations) endlessSide(e zed.Expr) bool {
	o, ok := e.(*zed.Op)
	return ok && (o.Op == zed.Dom || o.Op == zed.Ran) && c.root.images(o.Args[0]) != nil
}

func (c *enumerations) extentOfRelation(o *zed.Op) extents {
	x := c.root.term(o.Args[0])
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
