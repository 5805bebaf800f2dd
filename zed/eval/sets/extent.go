package sets

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// RunThrough compiles a set to run through, by its form.
func (c *Enumerations) RunThrough(e zed.Expr) machine.Extents {
	if o, ok := e.(*zed.Op); ok {
		switch o.Op {
		case zed.Dom, zed.Ran:
			if d := c.relations.Domain(o); d != o {
				return c.Enumerated(d)
			}
			return c.extentOfRelation(o)
		case zed.Range:
			lo, hi := c.root.Term(o.Args[0]), c.root.Term(o.Args[1])
			return func(m *machine.Machine) (machine.Extent, bool) { return machine.IntegersBetween(m, o, lo, hi) }
		case zed.Minus:
			return c.filterExtents(c.root.Extent(o.Args[0]), o.Args[1], true)
		case zed.Intersect:
			first, second := o.Args[0], o.Args[1]
			if toolkit.Infinite(first) || c.root.Images(first) != nil || c.relations.EndlessSide(first) ||
				c.definitions.LookUp(first) != nil && scope.IsTakenAsFinite(second) {
				first, second = second, first
			}
			return c.filterExtents(c.root.Extent(first), second, false)
		}
	}
	set := c.root.Term(e)
	return func(m *machine.Machine) (machine.Extent, bool) {
		v, ok := m.Shell(set(m))
		return machine.Extent{Set: v}, ok
	}
}

func (c *Enumerations) extentOfRelation(o *zed.Op) machine.Extents {
	x := c.root.Term(o.Args[0])
	domain := o.Op == zed.Dom
	return func(m *machine.Machine) (machine.Extent, bool) {
		r, ok := m.Partial(x(m))
		if ok && !domain {
			r, ok = m.Shell(r, true)
		}
		if !ok {
			return machine.Extent{}, false
		}
		if r.Kind() == value.Seq {
			if domain {
				return machine.Extent{Form: machine.Span, Lo: 1, Hi: int64(r.Len())}, true
			}
			return machine.Extent{Form: machine.Items, Set: r}, true
		}
		which := 1
		if domain {
			which = 0
		}
		return machine.Extent{Set: machine.Column(r, which)}, true
	}
}
