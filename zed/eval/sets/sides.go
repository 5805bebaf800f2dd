package sets

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/value"
)

func (c *Tests) memberOfRan(e *zed.Op) machine.Membership {
	if name, ok := scope.Constructor(e.Args[0]); ok {
		return func(m *machine.Machine, v value.Value) machine.Truth { return machine.IsMadeBy(m, v, name) }
	}
	if r := c.relations.Sources(e.Args[0]); r != nil {
		return testRelated(r)
	}
	x := c.root.Term(e.Args[0])
	return func(m *machine.Machine, v value.Value) machine.Truth {
		r, ok := x(m)
		if ok && r.Kind() == value.Total {
			return m.Equal(r.Elem(0), v)
		}
		if r, ok = m.Partial(r, ok); !ok {
			return m.Fail
		}
		if r.Open() {
			return m.AnyEqual(machine.SecondsOf(r.Items()), v)
		}
		if r.Kind() == value.Seq {
			return m.AnyEqual(r.Items(), v)
		}
		if r.Len() == 0 {
			return machine.False
		}
		if v, ok = m.Whole(v, true); !ok {
			return m.Fail
		}
		m.Pay(r.Len())
		for _, pair := range r.Items() {
			if pair.Elem(1).Equal(v) {
				return machine.True
			}
		}
		return machine.False
	}
}

// testRelated compiles that a relation has images of a value.
func testRelated(r machine.Images) machine.Membership {
	return func(m *machine.Machine, v value.Value) machine.Truth {
		v, ok := m.Whole(v, true)
		if !ok {
			return m.Fail
		}
		ys, ok := r(m, v)
		if !ok {
			return m.Fail
		}
		return machine.TruthOf(len(ys) > 0)
	}
}

func (c *Tests) memberOfDom(e *zed.Op) machine.Membership {
	if name, ok := scope.Constructor(e.Args[0]); ok && c.definitions.Ctors[name] != nil {
		return c.root.Member(c.definitions.Ctors[name])
	}
	if f := c.definitions.Function(e.Args[0]); f != nil && f.Domain() != nil {
		return c.root.Member(f.Domain())
	}
	if r := c.root.Images(e.Args[0]); r != nil {
		return testRelated(r)
	}
	x := c.root.Term(e.Args[0])
	return func(m *machine.Machine, v value.Value) machine.Truth {
		r, ok := x(m)
		if ok && r.Kind() == value.Total {
			if v, ok = m.Partial(v, true); !ok {
				return m.Fail
			}
			return machine.TruthOf(r.IsDefinedAt(v))
		}
		if r, ok = m.Partial(r, ok); !ok {
			return m.Fail
		}
		if r.Len() == 0 {
			return machine.False
		}
		if v, ok = m.Whole(v, true); !ok {
			return m.Fail
		}
		if r.Kind() == value.Seq {
			i, ok := v.Int()
			return machine.TruthOf(ok && i >= 1 && i <= int64(r.Len()))
		}
		m.Pay(r.Len())
		for _, pair := range r.Items() {
			if pair.Elem(0).Equal(v) {
				return machine.True
			}
		}
		return machine.False
	}
}
