package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// made tells whether a value was made by a constructor.
func made(m *machine, v value.Value, name string) Truth {
	v, ok := m.shell(v, true)
	if !ok {
		return Unknown
	}
	return truth(v.Kind() == value.Ctor && v.Name() == name)
}

// memberOfCtor compiles (x, y) ∈ c: y is what c makes of x.
func (c *memberTests) memberOfCtor(name string) membership {
	return func(m *machine, v value.Value) Truth {
		v, ok := m.shell(v, true)
		if !ok {
			return Unknown
		}
		if t := made(m, v.Elem(1), name); t != True {
			return t
		}
		return m.equal(v.Elem(0), v.Elem(1).Elem(0))
	}
}

// step goes from a value to a part of it: to what a constructor made it of, or to
// a component of a tuple.
type step struct {
	ctor string
	elem int // where ctor is ""
}

// pathTo returns the way to a variable in a term of constructors and tuples.
func pathTo(e zed.Expr, is func(zed.Expr) bool) ([]step, bool) {
	switch e := e.(type) {
	case *zed.Apply:
		name, ok := constructor(e.Fn)
		if !ok {
			return nil, false
		}
		if is(e.Arg) {
			return []step{{ctor: name}}, true
		}
		rest, ok := pathTo(e.Arg, is)
		return append([]step{{ctor: name}}, rest...), ok
	case *zed.TupleExt:
		for i, x := range e.Elems {
			if is(x) {
				return []step{{elem: i}}, true
			}
			if rest, ok := pathTo(x, is); ok {
				return append([]step{{elem: i}}, rest...), true
			}
		}
	}
	return nil, false
}

// partAt is the part of a value that a path leads to; nothing where another
// constructor made it.
func (m *machine) partAt(v value.Value, ok bool, path []step) (extent, bool) {
	for _, s := range path {
		if v, ok = m.shell(v, ok); !ok {
			return extent{}, false
		}
		if s.ctor == "" {
			v = v.Elem(s.elem)
			continue
		}
		if v.Kind() != value.Ctor || v.Name() != s.ctor {
			return extent{}, true
		}
		v = v.Elem(0)
	}
	return extent{form: single, one: v}, ok
}
