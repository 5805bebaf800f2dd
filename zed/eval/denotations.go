package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// denotations compile expressions: what each form of them denotes.
type denotations struct {
	root         *compiler
	places       *places
	definitions  *definitions
	texts        *texts
	applications *applications
	operators    *operators
}

func (c *denotations) expression(e zed.Expr) term {
	switch e := e.(type) {
	case *zed.Ref:
		return c.ref(e)
	case *zed.Num:
		return constant(value.OfBig(e.Value))
	case *zed.Str:
		return constant(value.OfStr(e.Value))
	case *zed.Op:
		return c.operators.operator(e)
	case *zed.SetExt:
		elems := c.root.terms(e.Elems)
		return func(m *machine) (value.Value, bool) {
			out := make([]value.Value, len(elems))
			for i, x := range elems {
				v, ok := m.whole(x(m))
				if !ok {
					return v, false
				}
				out[i] = v
			}
			return value.OfSet(out), true
		}
	case *zed.SeqExt:
		return c.built(e.Elems, value.OfSeq)
	case *zed.TupleExt:
		return c.built(e.Elems, func(vs []value.Value) value.Value { return value.OfTuple(vs...) })
	case *zed.Binding:
		return c.built(e.Values, func(vs []value.Value) value.Value { return value.OfBinding(e.Names, vs) })
	case *zed.Apply:
		return c.applications.apply(e)
	case *zed.Select:
		x := c.root.term(e.X)
		return func(m *machine) (value.Value, bool) {
			b, ok := m.shell(x(m))
			if !ok {
				return b, false
			}
			v, _ := b.Field(e.Name)
			if v.Kind() == value.Nothing {
				return m.undefined(e, "it was not observed", value.Value{})
			}
			return v, true
		}
	case *zed.TupleSelect:
		x := c.root.term(e.X)
		return func(m *machine) (value.Value, bool) {
			t, ok := m.shell(x(m))
			if !ok {
				return t, false
			}
			return t.Elem(e.Index - 1), true
		}
	case *zed.If:
		return c.conditional(e)
	case *zed.Let:
		return c.let(e)
	case *zed.Comp:
		return c.texts.comprehension(e)
	}
	c.root.fail(e, "it has no value that can be computed")
	return func(m *machine) (value.Value, bool) { return m.undefined(e, "it cannot be computed", value.Value{}) }
}

// built compiles a structured value, whose elements may be holes.
func (c *denotations) built(es []zed.Expr, build func([]value.Value) value.Value) term {
	elems := c.root.terms(es)
	return func(m *machine) (value.Value, bool) {
		out := make([]value.Value, len(elems))
		for i, x := range elems {
			v, ok := x(m)
			if !ok {
				return v, false
			}
			out[i] = v
		}
		return build(out), true
	}
}

func (c *denotations) ref(e *zed.Ref) term {
	if i, ok := c.places.names[e.Name]; ok && (e.Kind == zed.Local || e.Kind == zed.Unresolved || e.Kind == zed.Global) {
		return func(m *machine) (value.Value, bool) {
			v := m.frame[i]
			if v.Kind() == value.Nothing {
				return m.undefined(e, "it was not observed", value.Value{})
			}
			return v, true
		}
	}
	switch e.Kind {
	case zed.Constant, zed.Element:
		if _, ok := constructor(e); ok {
			return c.applications.graphOf(e)
		}
		return constant(value.OfAtom(e.Name))
	case zed.Global:
		if v, ok := c.definitions.consts[e.Name]; ok && len(e.Args) == 0 {
			return constant(v)
		}
		if x := c.definitions.resolved(e); x != e {
			return c.once(e, func() term { return c.root.term(x) })
		}
		if f := c.definitions.function(e); f != nil {
			return c.applications.graph(e, f)
		}
		if d := c.definitions.defined(e); d != nil && len(d.Members) > 0 {
			return func(m *machine) (value.Value, bool) { return value.Value{}, m.infinite(e, "it cannot be enumerated") }
		}
		return func(m *machine) (value.Value, bool) {
			return m.undefined(e, "the constant has no value; give it one under constants", value.Value{})
		}
	case zed.GivenSet:
		return constant(value.OfSet(append([]value.Value(nil), c.definitions.given[e.Name]...)))
	case zed.FreeType:
		if c.definitions.partial[e.Name] {
			return func(m *machine) (value.Value, bool) { return value.Value{}, m.infinite(e, "it cannot be enumerated") }
		}
		return constant(value.OfSet(append([]value.Value(nil), c.definitions.free[e.Name]...)))
	case zed.Builtin:
		return func(m *machine) (value.Value, bool) { return value.Value{}, m.infinite(e, "it cannot be enumerated") }
	}
	c.root.fail(e, "the name was not resolved")
	return constant(value.Value{})
}

// once compiles what a global variable is defined to be; one that needs itself
// may be anything.
func (c *denotations) once(e *zed.Ref, compile func() term) term {
	if c.definitions.resolving[e.Name] {
		return func(m *machine) (value.Value, bool) { return value.Value{}, m.infinite(e, "it is defined by itself") }
	}
	defer c.definitions.enter(e.Name)()
	return compile()
}

func (c *denotations) conditional(e *zed.If) term {
	cond, then, otherwise := c.root.predicate(e.Cond), c.root.term(e.Then), c.root.term(e.Else)
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

func (c *denotations) let(e *zed.Let) term {
	values := c.root.terms(e.Values)
	places, leave := c.places.locals(e.Names)
	body := c.root.term(e.Body)
	leave()
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
