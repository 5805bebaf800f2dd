package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

func (c *memberTests) memberOfRan(e *zed.Op) membership {
	if name, ok := constructor(e.Args[0]); ok {
		return func(m *machine, v value.Value) Truth { return made(m, v, name) }
	}
	if r := c.relations.sources(e.Args[0]); r != nil {
		return related(r)
	}
	x := c.root.term(e.Args[0])
	return func(m *machine, v value.Value) Truth {
		r, ok := m.partial(x(m))
		if !ok {
			return m.fail
		}
		if r.Open() {
			return m.anyEqual(secondsOf(r), v)
		}
		if r.Kind() == value.Seq {
			return m.anyEqual(r.Items(), v)
		}
		if r.Len() == 0 {
			return False
		}
		if v, ok = m.whole(v, true); !ok {
			return Unknown
		}
		m.pay(r.Len())
		for _, pair := range r.Items() {
			if pair.Elem(1).Equal(v) {
				return True
			}
		}
		return False
	}
}

// related compiles that a relation has images of a value.
func related(r images) membership {
	return func(m *machine, v value.Value) Truth {
		v, ok := m.whole(v, true)
		if !ok {
			return Unknown
		}
		ys, ok := r(m, v)
		if !ok {
			return m.fail
		}
		return truth(len(ys) > 0)
	}
}

func (c *memberTests) memberOfDom(e *zed.Op) membership {
	if name, ok := constructor(e.Args[0]); ok && c.definitions.ctors[name] != nil {
		return c.root.member(c.definitions.ctors[name])
	}
	if f := c.definitions.function(e.Args[0]); f != nil && f.domain() != nil {
		return c.root.member(f.domain())
	}
	if r := c.root.images(e.Args[0]); r != nil {
		return related(r)
	}
	x := c.root.term(e.Args[0])
	return func(m *machine, v value.Value) Truth {
		r, ok := m.partial(x(m))
		if !ok {
			return m.fail
		}
		if r.Len() == 0 {
			return False
		}
		if v, ok = m.whole(v, true); !ok {
			return Unknown
		}
		if r.Kind() == value.Seq {
			i, ok := v.Int()
			return truth(ok && i >= 1 && i <= int64(r.Len()))
		}
		m.pay(r.Len())
		for _, pair := range r.Items() {
			if pair.Elem(0).Equal(v) {
				return True
			}
		}
		return False
	}
}
