package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/eval/texts"
	"github.com/ttf-int/ttf-int/zed/value"
)

// denotations compiles expressions, by their forms.
type denotations struct {
	root         *compiler
	places       *scope.Places
	definitions  *scope.Definitions
	texts        *texts.Compiler
	applications *applications
	operators    *operators
}

func (c *denotations) expression(e zed.Expr) machine.Term {
	switch e := e.(type) {
	case *zed.Ref:
		return c.ref(e)
	case *zed.Num:
		return machine.Constant(value.OfBig(e.Value))
	case *zed.Str:
		return machine.Constant(value.OfStr(e.Value))
	case *zed.Op:
		return c.operators.operator(e)
	case *zed.SetExt:
		elems := c.root.Terms(e.Elems)
		return func(m *machine.Machine) (value.Value, bool) {
			out := make([]value.Value, len(elems))
			for i, x := range elems {
				v, ok := m.Settled(x(m))
				if !ok {
					return v, false
				}
				out[i] = v
			}
			return value.OfSet(out), true
		}
	case *zed.SeqExt:
		return c.compileBuilt(e.Elems, value.OfSeq)
	case *zed.TupleExt:
		return c.compileBuilt(e.Elems, func(vs []value.Value) value.Value { return value.OfTuple(vs...) })
	case *zed.Binding:
		return c.compileBuilt(e.Values, func(vs []value.Value) value.Value { return value.OfBinding(e.Names, vs) })
	case *zed.Apply:
		return c.applications.apply(e)
	case *zed.Select:
		x := c.root.Term(e.X)
		return func(m *machine.Machine) (value.Value, bool) {
			b, ok := m.Shell(x(m))
			if !ok {
				return b, false
			}
			v, _ := b.Field(e.Name)
			if v.Kind() == value.Nothing {
				return m.Undefined(e, "it was not observed", value.Value{})
			}
			return v, true
		}
	case *zed.TupleSelect:
		x := c.root.Term(e.X)
		return func(m *machine.Machine) (value.Value, bool) {
			t, ok := m.Shell(x(m))
			if !ok {
				return t, false
			}
			return t.Elem(e.Index - 1), true
		}
	case *zed.If:
		return c.compileConditional(e)
	case *zed.Let:
		return c.let(e)
	case *zed.Comp:
		return c.texts.Comprehension(e)
	}
	c.root.fail(e, "it has no value that can be computed")
	return func(m *machine.Machine) (value.Value, bool) {
		return m.Undefined(e, "it cannot be computed", value.Value{})
	}
}

// compileBuilt compiles a structured value, whose parts may be holes.
func (c *denotations) compileBuilt(es []zed.Expr, build func([]value.Value) value.Value) machine.Term {
	elems := c.root.Terms(es)
	return func(m *machine.Machine) (value.Value, bool) {
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

func (c *denotations) ref(e *zed.Ref) machine.Term {
	if i, ok := c.places.Find(e.Name); ok && (e.Kind == zed.Local || e.Kind == zed.Unresolved || e.Kind == zed.Global) {
		return func(m *machine.Machine) (value.Value, bool) {
			v := m.Frame[i]
			if v.Kind() == value.Nothing {
				return m.Undefined(e, "it was not observed", value.Value{})
			}
			return v, true
		}
	}
	switch e.Kind {
	case zed.Constant, zed.Element:
		if _, ok := scope.Constructor(e); ok {
			return c.applications.graphOf(e)
		}
		return machine.Constant(value.OfAtom(e.Name))
	case zed.Global:
		if v, ok := c.definitions.Consts[e.Name]; ok && len(e.Args) == 0 {
			return machine.Constant(v)
		}
		if x := c.definitions.Resolve(e); x != e {
			return c.compileGlobal(e, func() machine.Term { return c.root.Term(x) })
		}
		if f := c.definitions.Function(e); f != nil {
			return c.applications.graph(e, f)
		}
		if d := c.definitions.LookUp(e); d != nil && len(d.Members) > 0 {
			return func(m *machine.Machine) (value.Value, bool) {
				return value.Value{}, m.Infinite(e, "it cannot be enumerated")
			}
		}
		return func(m *machine.Machine) (value.Value, bool) {
			return value.Value{}, m.Infinite(e, "the constant has no value; give it one under constants")
		}
	case zed.GivenSet:
		return machine.Constant(value.OfSet(append([]value.Value(nil), c.definitions.Given[e.Name]...)))
	case zed.FreeType:
		if c.definitions.Partial[e.Name] {
			return func(m *machine.Machine) (value.Value, bool) {
				return value.Value{}, m.Infinite(e, "it cannot be enumerated")
			}
		}
		return machine.Constant(value.OfSet(append([]value.Value(nil), c.definitions.Free[e.Name]...)))
	case zed.Builtin:
		return func(m *machine.Machine) (value.Value, bool) {
			return value.Value{}, m.Infinite(e, "it cannot be enumerated")
		}
	}
	c.root.fail(e, "the name was not resolved")
	return machine.Constant(value.Value{})
}

// compileGlobal compiles the definition of a global variable. A variable whose value depends on
// itself may have any value.
func (c *denotations) compileGlobal(e *zed.Ref, compile func() machine.Term) machine.Term {
	if c.definitions.IsEntered(e.Name) {
		return func(m *machine.Machine) (value.Value, bool) {
			return value.Value{}, m.Infinite(e, "it is defined by itself")
		}
	}
	defer c.definitions.Enter(e.Name)()
	return compile()
}

func (c *denotations) compileConditional(e *zed.If) machine.Term {
	cond, then, otherwise := c.root.Predicate(e.Cond), c.root.Term(e.Then), c.root.Term(e.Else)
	return func(m *machine.Machine) (value.Value, bool) {
		switch t := cond(m); t {
		case machine.True:
			return then(m)
		case machine.False:
			return otherwise(m)
		default:
			m.Fail = t
			return value.Value{}, false
		}
	}
}

func (c *denotations) let(e *zed.Let) machine.Term {
	values := c.root.Terms(e.Values)
	places, leave := c.places.Locals(e.Names)
	body := c.root.Term(e.Body)
	leave()
	return func(m *machine.Machine) (value.Value, bool) {
		for i, x := range values {
			v, ok := x(m)
			if !ok {
				return v, false
			}
			m.Bind(places[i], v)
		}
		return body(m)
	}
}
