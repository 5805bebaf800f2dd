package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/functions"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/eval/texts"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// applications compiles functions, both applied and as sets of pairs: values, functions
// that axioms define, λ terms, and constructors of free types.
type applications struct {
	root        *compiler
	definitions *scope.Definitions
	texts       *texts.Compiler
}

// apply compiles f x.
func (c *applications) apply(e *zed.Apply) machine.Term {
	if fn, ok := e.Fn.(*zed.Ref); ok && fn.Kind == zed.Constant {
		arg := c.root.Term(e.Arg)
		return func(m *machine.Machine) (value.Value, bool) {
			v, ok := arg(m)
			if !ok {
				return v, false
			}
			return value.OfCtor(fn.Name, v), true
		}
	}
	if f := c.definitions.Function(e.Fn); f != nil {
		return c.compileCall(e, f)
	}
	if o, ok := e.Fn.(*zed.Op); ok && o.Op == zed.Inverse {
		if name, ok := scope.Constructor(o.Args[0]); ok {
			return c.compileInverse(e, name)
		}
	}
	if fn, ok := c.definitions.Resolve(e.Fn).(*zed.Comp); ok {
		if made := c.compileLambda(e, fn); made != nil {
			return made
		}
	}
	if r := c.root.Images(e.Fn); r != nil {
		return c.compileByImage(e, r)
	}
	fn, arg := c.root.Term(e.Fn), c.root.Term(e.Arg)
	return func(m *machine.Machine) (value.Value, bool) {
		f, ok := fn(m)
		if ok && f.Kind() == value.Total {
			return appliedEverywhere(m, e, f, arg)
		}
		if f, ok = m.Partial(f, ok); !ok {
			return f, false
		}
		if f.Kind() == value.Seq {
			x, ok := m.Shell(arg(m))
			if !ok {
				return x, false
			}
			i, ok := x.Int()
			if !ok || i < 1 || i > int64(f.Len()) {
				return m.Undefined(e, "%s is not in the domain", x)
			}
			return f.Elem(int(i - 1)), true
		}
		x, ok := m.Whole(arg(m))
		if !ok {
			return x, false
		}
		switch pairs := machine.PairsOf(f.Items(), x); len(pairs) {
		case 0:
			return m.Undefined(e, "%s is not in the domain", x)
		case 1:
			return pairs[0].Elem(1), true
		}
		return m.Undefined(e, "%s has more than one image", x)
	}
}

// appliedEverywhere returns the image of a number by a function that is infinite.
func appliedEverywhere(m *machine.Machine, e *zed.Apply, f value.Value, arg machine.Term) (value.Value, bool) {
	x, ok := m.Shell(arg(m))
	if !ok {
		return x, false
	}
	if !f.IsDefinedAt(x) {
		return m.Undefined(e, "%s is not in the domain", x)
	}
	return f.Elem(0), true
}

// compileLambda compiles (λ D | P • e) x by substitution, so that D may be infinite, and
// {D | P • (x, e)} y alike, where D is infinite and y settles its variables. It returns nil
// where it cannot.
func (c *applications) compileLambda(e *zed.Apply, fn *zed.Comp) machine.Term {
	if !scope.Simple(fn.Text) {
		return nil
	}
	from, to := scope.TupleOf(fn.Text), fn.Body
	switch fn.Op {
	case zed.Lambda:
	case zed.SetComp:
		pair, ok := fn.Body.(*zed.TupleExt)
		if !ok || len(pair.Elems) != 2 || !c.definitions.EndlessText(fn.Text) {
			return nil
		}
		from, to = pair.Elems[0], pair.Elems[1]
	default:
		return nil
	}
	arg := c.root.Term(e.Arg)
	p, body := c.texts.Pattern(fn.Text, from, to)
	if p == nil {
		return nil
	}
	return func(m *machine.Machine) (value.Value, bool) {
		x, ok := arg(m)
		if !ok {
			return x, false
		}
		switch t := p.Match(m, x); t {
		case machine.True:
			return body(m)
		case machine.False:
			return m.Undefined(e, "%s is not in the domain", x)
		default:
			m.Fail = t
			return value.Value{}, false
		}
	}
}

// graphOf compiles a constructor as a set of pairs. The set must be finite.
func (c *applications) graphOf(e *zed.Ref) machine.Term {
	set := c.definitions.Ctors[e.Name]
	if set == nil {
		return func(m *machine.Machine) (value.Value, bool) {
			return value.Value{}, m.Infinite(e, "its arguments are not known")
		}
	}
	over := c.root.Enumerated(set)
	return func(m *machine.Machine) (value.Value, bool) {
		args, ok := m.Build(e, over)
		if !ok {
			return args, false
		}
		return machine.MapSet(args,
			func(x value.Value) value.Value { return value.OfTuple(x, value.OfCtor(e.Name, x)) }), true
	}
}

// compileInverse compiles c∼ y: the value to which the constructor c was applied to make y.
func (c *applications) compileInverse(e *zed.Apply, name string) machine.Term {
	arg := c.root.Term(e.Arg)
	return func(m *machine.Machine) (value.Value, bool) {
		v, ok := m.Shell(arg(m))
		if !ok {
			return v, false
		}
		if v.Kind() != value.Ctor || v.Name() != name {
			return m.Undefined(e, "%s is not in the domain", v)
		}
		return v.Elem(0), true
	}
}

// compileCall compiles the application of a function that axioms define by equations.
func (c *applications) compileCall(e *zed.Apply, f *functions.Function) machine.Term {
	arg := c.root.Term(e.Arg)
	return func(m *machine.Machine) (value.Value, bool) {
		v, ok := arg(m)
		if !ok {
			return v, false
		}
		return f.Call(m, e, v)
	}
}

// graph compiles a function that axioms define by equations as a set of pairs. Its
// domain must be finite.
func (c *applications) graph(e zed.Expr, f *functions.Function) machine.Term {
	o, ok := f.Def.Set.(*zed.Op)
	if !ok || !toolkit.IsArrow(o.Op) {
		return func(m *machine.Machine) (value.Value, bool) {
			return value.Value{}, m.Infinite(e, "the domain of the function is not known")
		}
	}
	over := c.root.Enumerated(f.ArgumentSet(o))
	return func(m *machine.Machine) (value.Value, bool) {
		x, ok := over(m)
		if !ok {
			return value.Value{}, false
		}
		var pairs []value.Value
		for i := range x.Len() {
			v, in := x.At(m, i)
			if in != machine.True {
				continue
			}
			if v, ok = m.Whole(v, true); !ok {
				return v, false
			}
			y, ok := f.Call(m, e, v)
			switch {
			case ok:
				pairs = append(pairs, value.OfTuple(v, y))
			case toolkit.HasTotalFunctions(o.Op) || m.Fail == machine.Unknown || m.Reason.Infinite:
				return y, false
			}
		}
		return value.OfSet(pairs), true
	}
}

// compileByImage compiles R x for a relation that cannot be built. It has a value where
// x has exactly one image.
func (c *applications) compileByImage(e *zed.Apply, r machine.Images) machine.Term {
	arg := c.root.Term(e.Arg)
	return func(m *machine.Machine) (value.Value, bool) {
		x, ok := m.Whole(arg(m))
		if !ok {
			return x, false
		}
		ys, ok := r(m, x)
		if !ok {
			return value.Value{}, false
		}
		for _, y := range ys {
			if !y.Equal(ys[0]) {
				return m.Undefined(e, "%s has more than one image", x)
			}
		}
		if len(ys) == 0 {
			return m.Undefined(e, "%s is not in the domain", x)
		}
		return ys[0], true
	}
}
