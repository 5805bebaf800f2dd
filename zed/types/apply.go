package types

import (
	"github.com/ttf-int/ttf-int/zed"
)

// builtin returns the operator that a name stands for; ok is false where the
// specification gives the name to something else.
func (c *checker) builtin(e zed.Expr, env *scope) (o zed.Operator, ok bool) {
	switch e := e.(type) {
	case *zed.OpRef:
		return e.Op, true
	case *zed.Ref:
		if _, local := env.lookup(e.Name); local || len(e.Args) > 0 || c.lookup(e.Name) != nil {
			return "", false
		}
		return zed.FunctionOf(e.Name)
	}
	return "", false
}

// opRef checks an operator in the place of a value.
func (c *checker) opRef(e zed.Expr, o zed.Operator) zed.Expr {
	want, result, ok := signature(o)
	if !ok || len(want) == 0 {
		c.errorf(e.At(), "the operator %s cannot be used like this", o)
		return &zed.OpRef{Info: info(e, bad()), Op: o}
	}
	_, truth := result.(zed.BoolType)
	var t zed.Type
	switch {
	case o == zed.Iter || o == zed.Count:
		t = relation(want[0], relation(want[1], result))
	case len(want) == 1 && truth:
		t = power(want[0])
	case truth:
		t = power(product(want...))
	case len(want) == 1:
		t = relation(want[0], result)
	default:
		t = relation(product(want...), result)
	}
	out := &zed.OpRef{Info: info(e, t), Op: o}
	c.keep(&out.Info)
	return out
}

// operands returns the operands of an application of a toolkit function: one
// behind the name, or for those that take several one behind the other or a
// tuple.
func (c *checker) operands(e *zed.Apply, env *scope) (zed.Operator, []zed.Expr) {
	if inner, ok := e.Fn.(*zed.Apply); ok {
		if o, ok := c.builtin(inner.Fn, env); ok && (o == zed.Iter || o == zed.Count) {
			return o, []zed.Expr{inner.Arg, e.Arg}
		}
	}
	o, ok := c.builtin(e.Fn, env)
	if !ok || o == zed.Iter || o == zed.Count {
		return "", nil
	}
	want, _, _ := signature(o)
	if t, ok := e.Arg.(*zed.TupleExt); ok && len(want) == len(t.Elems) && len(want) > 1 {
		return o, t.Elems
	}
	if len(want) != 1 {
		return "", nil
	}
	return o, []zed.Expr{e.Arg}
}

// regrouped returns the application of a function whose values are numbers to
// all that follows it: min f x is min (f x). In ISO 13568 these functions are
// prefix operators, whose operand may be an application; the application of
// their values cannot have a type.
func (c *checker) regrouped(e *zed.Apply, env *scope) *zed.Apply {
	head := e
	chain := []*zed.Apply{e}
	for {
		inner, ok := head.Fn.(*zed.Apply)
		if !ok {
			break
		}
		head, chain = inner, append(chain, inner)
	}
	if len(chain) == 1 {
		return e
	}
	switch o, _ := c.builtin(head.Fn, env); o {
	case zed.Min, zed.Max, zed.Succ:
	default:
		return e
	}
	arg := head.Arg
	for i := len(chain) - 2; i >= 0; i-- {
		arg = &zed.Apply{Info: chain[i].Info, Fn: arg, Arg: chain[i].Arg}
	}
	return &zed.Apply{Info: e.Info, Fn: head.Fn, Arg: arg}
}

func (c *checker) apply(e *zed.Apply, env *scope) zed.Expr {
	e = c.regrouped(e, env)
	if o, args := c.operands(e, env); args != nil {
		return c.op(&zed.Op{Info: e.Info, Op: o, Args: args}, env)
	}
	fn, arg := c.expr(e.Fn, env), c.expr(e.Arg, env)
	var from, to zed.Type = &variable{}, &variable{}
	out := &zed.Apply{Info: info(e, to), Fn: fn, Arg: arg}
	c.keep(&out.Info)
	switch {
	case isBad(fn.Typ()):
		out.Type = bad()
	case isBad(arg.Typ()) && !unify(relation(from, to), fn.Typ()):
		out.Type = bad() // such as S land T: the word is the error
	case !unify(relation(from, to), fn.Typ()):
		out.Type = c.mismatched(e.Fn.At(), []zed.Expr{fn}, "expected a function, found %s", shown(fn.Typ()))
	case isBad(arg.Typ()):
	default:
		if w, g := shown(from), shown(arg.Typ()); !unify(from, arg.Typ()) {
			c.mismatched(e.Arg.At(), []zed.Expr{fn, arg}, "the function takes %s, found %s", w, g)
		}
	}
	return out
}
