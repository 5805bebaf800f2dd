package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// applications compile functions, applied and as sets of pairs: those that are values,
// that axioms define, that λ makes, and constructors of free types.
type applications struct {
	root        *compiler
	definitions *definitions
	texts       *texts
}

// apply compiles f x.
func (c *applications) apply(e *zed.Apply) term {
	if fn, ok := e.Fn.(*zed.Ref); ok && fn.Kind == zed.Constant {
		arg := c.root.term(e.Arg)
		return func(m *machine) (value.Value, bool) {
			v, ok := arg(m)
			if !ok {
				return v, false
			}
			return value.OfCtor(fn.Name, v), true
		}
	}
	if f := c.definitions.function(e.Fn); f != nil {
		return c.called(e, f)
	}
	if o, ok := e.Fn.(*zed.Op); ok && o.Op == zed.Inverse {
		if name, ok := constructor(o.Args[0]); ok {
			return c.taken(e, name)
		}
	}
	if fn, ok := c.definitions.resolved(e.Fn).(*zed.Comp); ok {
		if made := c.applied(e, fn); made != nil {
			return made
		}
	}
	if r := c.root.images(e.Fn); r != nil {
		return c.appliedByImage(e, r)
	}
	fn, arg := c.root.term(e.Fn), c.root.term(e.Arg)
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

// applied compiles (λ D | P • e) x by substitution, so that D may be infinite;
// nil where the declarations are not simple.
func (c *applications) applied(e *zed.Apply, fn *zed.Comp) term {
	if fn.Op != zed.Lambda || !simple(fn.Text) {
		return nil
	}
	arg := c.root.term(e.Arg)
	p, body := c.texts.pattern(fn.Text, tupleOf(fn.Text), fn.Body)
	return func(m *machine) (value.Value, bool) {
		x, ok := arg(m)
		if !ok {
			return x, false
		}
		switch t := p.match(m, x); t {
		case True:
			return body(m)
		case False:
			return m.undefined(e, "%s is not in the domain", x)
		default:
			m.fail = t
			return value.Value{}, false
		}
	}
}

// graphOf compiles a constructor as a set of pairs, which must be finite.
func (c *applications) graphOf(e *zed.Ref) term {
	set := c.definitions.ctors[e.Name]
	if set == nil {
		return func(m *machine) (value.Value, bool) {
			return value.Value{}, m.infinite(e, "its arguments are not known")
		}
	}
	over := c.root.enumerated(set)
	return func(m *machine) (value.Value, bool) {
		args, ok := m.build(e, over)
		if !ok {
			return args, false
		}
		return mapped(args, func(x value.Value) value.Value { return value.OfTuple(x, value.OfCtor(e.Name, x)) }), true
	}
}

// taken compiles c∼ y: what the constructor made y of.
func (c *applications) taken(e *zed.Apply, name string) term {
	arg := c.root.term(e.Arg)
	return func(m *machine) (value.Value, bool) {
		v, ok := m.shell(arg(m))
		if !ok {
			return v, false
		}
		if v.Kind() != value.Ctor || v.Name() != name {
			return m.undefined(e, "%s is not in the domain", v)
		}
		return v.Elem(0), true
	}
}

// called compiles the application of a function that equations define.
func (c *applications) called(e *zed.Apply, f *function) term {
	arg := c.root.term(e.Arg)
	return func(m *machine) (value.Value, bool) {
		v, ok := arg(m)
		if !ok {
			return v, false
		}
		return f.call(m, e, f.compiled(), v)
	}
}

// graph compiles a function that equations define as a set of pairs. Its domain
// must be finite.
func (c *applications) graph(e zed.Expr, f *function) term {
	o, ok := f.def.Set.(*zed.Op)
	if !ok || !toolkit.IsArrow(o.Op) {
		return func(m *machine) (value.Value, bool) {
			return value.Value{}, m.infinite(e, "the domain of the function is not known")
		}
	}
	over := c.root.enumerated(f.over(o))
	return func(m *machine) (value.Value, bool) {
		x, ok := over(m)
		if !ok {
			return value.Value{}, false
		}
		clauses := f.compiled()
		var pairs []value.Value
		for i := range x.len() {
			v, in := x.at(m, i)
			if in != True {
				continue
			}
			if v, ok = m.whole(v, true); !ok {
				return v, false
			}
			y, ok := f.call(m, e, clauses, v)
			switch {
			case ok:
				pairs = append(pairs, value.OfTuple(v, y))
			case toolkit.HasTotalFunctions(o.Op) || m.fail == Unknown || m.reason.Infinite:
				return y, false
			}
		}
		return value.OfSet(pairs), true
	}
}

// appliedByImage compiles R x, which has a value where x has one image.
func (c *applications) appliedByImage(e *zed.Apply, r images) term {
	arg := c.root.term(e.Arg)
	return func(m *machine) (value.Value, bool) {
		x, ok := m.whole(arg(m))
		if !ok {
			return x, false
		}
		ys, ok := r(m, x)
		if !ok {
			return value.Value{}, false
		}
		for _, y := range ys {
			if !y.Equal(ys[0]) {
				return m.undefined(e, "%s has more than one image", x)
			}
		}
		if len(ys) == 0 {
			return m.undefined(e, "%s is not in the domain", x)
		}
		return ys[0], true
	}
}
