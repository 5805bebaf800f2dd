package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

func (c *compiler) conditional(e *zed.If) term {
	cond, then, otherwise := c.predicate(e.Cond), c.term(e.Then), c.term(e.Else)
	return func(m *machine) (value.Value, bool) {
		switch t := cond(m); t {
		case True:
			return then(m)
		case False:
			return otherwise(m)
		default:
			m.fail = t
			return value.Value{}, false
		}
	}
}

func (c *compiler) let(e *zed.Let) term {
	values := c.terms(e.Values)
	places := make([]int, len(values))
	var leaves []func()
	for i, name := range e.Names {
		var leave func()
		places[i], leave = c.local(name)
		leaves = append(leaves, leave)
	}
	body := c.term(e.Body)
	for i := len(leaves) - 1; i >= 0; i-- {
		leaves[i]()
	}
	return func(m *machine) (value.Value, bool) {
		for i, x := range values {
			v, ok := x(m)
			if !ok {
				return v, false
			}
			m.bind(places[i], v)
		}
		return body(m)
	}
}

// apply compiles f x.
func (c *compiler) apply(e *zed.Apply) term {
	if fn, ok := e.Fn.(*zed.Ref); ok && fn.Kind == zed.Constant {
		arg := c.term(e.Arg)
		return func(m *machine) (value.Value, bool) {
			v, ok := arg(m)
			if !ok {
				return v, false
			}
			return value.OfCtor(fn.Name, v), true
		}
	}
	if f := c.function(e.Fn); f != nil {
		return c.called(e, f)
	}
	if o, ok := e.Fn.(*zed.Op); ok && o.Op == zed.Inverse {
		if name, ok := constructor(o.Args[0]); ok {
			return c.taken(e, name)
		}
	}
	if fn, ok := c.resolved(e.Fn).(*zed.Comp); ok {
		if made := c.applied(e, fn); made != nil {
			return made
		}
	}
	if r := c.images(e.Fn); r != nil {
		return c.appliedByImage(e, r)
	}
	fn, arg := c.term(e.Fn), c.term(e.Arg)
	return func(m *machine) (value.Value, bool) {
		f, ok := m.partial(fn(m))
		if !ok {
			return f, false
		}
		if f.Kind() == value.Seq {
			x, ok := m.shell(arg(m))
			if !ok {
				return x, false
			}
			i, ok := x.Int()
			if !ok || i < 1 || i > int64(f.Len()) {
				return m.undefined(e, "%s is not in the domain", x)
			}
			return f.Elem(int(i - 1)), true
		}
		x, ok := m.whole(arg(m))
		if !ok {
			return x, false
		}
		pairs := f.Items()
		i, found := slices.BinarySearchFunc(pairs, x, func(p, x value.Value) int { return p.Elem(0).Compare(x) })
		if !found {
			return m.undefined(e, "%s is not in the domain", x)
		}
		if i+1 < len(pairs) && pairs[i+1].Elem(0).Equal(x) {
			return m.undefined(e, "%s has more than one image", x)
		}
		return pairs[i].Elem(1), true
	}
}
