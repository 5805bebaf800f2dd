package types

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// info returns the Info of a new node.
func info(e zed.Expr, t zed.Type) zed.Info { return zed.Info{Span: e.At(), Type: t} }

// keep remembers a node whose type may be found later.
func (c *checker) keep(i *zed.Info) { c.made = append(c.made, i) }

// expr checks an expression or a schema expression.
func (c *checker) expr(e zed.Expr, env *scope) zed.Expr {
	if known, ok := c.middle[e]; ok {
		return known
	}
	e = c.ofToolkit(e, env)
	switch e := e.(type) {
	case *zed.Ref:
		return c.ref(e, env)
	case *zed.Num:
		return &zed.Num{Info: info(e, zed.IntType{}), Value: e.Value}
	case *zed.Str:
		return &zed.Str{Info: info(e, zed.StrType{}), Value: e.Value}
	case *zed.Op:
		return c.op(e, env)
	case *zed.SetExt:
		if len(e.Elems) == 1 && c.isSchema(e.Elems[0], env) {
			return c.braced(e, env)
		}
		elems, t := c.alike(e.Elems, env)
		out := &zed.SetExt{Info: info(e, power(t)), Elems: elems}
		c.keep(&out.Info)
		if len(elems) == 0 {
			c.mayBeOpen(e, t, "{}")
		}
		return out
	case *zed.SeqExt:
		elems, t := c.alike(e.Elems, env)
		out := &zed.SeqExt{Info: info(e, zed.SeqOf(t)), Elems: elems}
		c.keep(&out.Info)
		if len(elems) == 0 {
			c.mayBeOpen(e, t, "⟨⟩")
		}
		return out
	case *zed.TupleExt:
		elems, ts := c.exprs(e.Elems, env)
		out := &zed.TupleExt{Info: info(e, zed.ProductType{Elems: ts}), Elems: elems}
		c.keep(&out.Info)
		return out
	case *zed.Binding:
		return c.binding(e, env)
	case *zed.Apply:
		return c.apply(e, env)
	case *zed.Select:
		return c.selection(e, env)
	case *zed.TupleSelect:
		return c.tupleSelection(e, env)
	case *zed.If:
		cond, then, other := c.predicate(e.Cond, env), c.expr(e.Then, env), c.expr(e.Else, env)
		c.same(e.Else.At(), then.Typ(), other.Typ(), "the branches of if must have one type: %s after then, %s after else")
		out := &zed.If{Info: info(e, then.Typ()), Cond: cond, Then: then, Else: other}
		c.keep(&out.Info)
		return out
	case *zed.Let:
		if c.isSchema(e, env) {
			return c.replaced(e, env)
		}
		names, values, inner := c.lets(e, env)
		body := c.expr(e.Body, inner)
		out := &zed.Let{Info: info(e, body.Typ()), Names: names, Values: values, Body: body}
		c.keep(&out.Info)
		return out
	case *zed.Comp:
		return c.comprehension(e, env)
	case *zed.Theta:
		return c.theta(e, env)
	case *zed.OpRef:
		return c.opRef(e, e.Op)
	case *zed.Truth:
		c.errorf(e.At(), "expected an expression, found a predicate")
		return &zed.Truth{Info: info(e, bad()), Value: e.Value}
	}
	return c.schemaExpr(e, env)
}

// braced checks {S}, where S is a schema: in the standard the set that holds S,
// in older documents the set of the bindings of S. What it is used as decides;
// where that does not, the standard does.
func (c *checker) braced(e *zed.SetExt, env *scope) zed.Expr {
	x, s, _ := c.operand(e.Elems[0], env)
	elem := &variable{}
	out := &zed.Let{Info: info(e, power(elem)), Body: &zed.SetExt{Info: info(e, power(x.Typ())), Elems: []zed.Expr{x}}}
	c.keep(&out.Info)
	c.keep(zed.InfoOf(out.Body))
	c.waiting = append(c.waiting, waiting{elem, func(t zed.Type) {
		if _, bindings := t.(zed.SchemaType); bindings {
			out.Body = x
		}
		want := zed.Type(s)
		if out.Body != x {
			want = x.Typ()
		}
		c.same(e.At(), t, want, "the elements are used as %s, and are %s")
	}})
	return out
}

func (c *checker) lets(e *zed.Let, env *scope) ([]string, []zed.Expr, *scope) {
	inner := &scope{names: map[string]zed.Type{}, outer: env}
	var values []zed.Expr
	for i, name := range e.Names {
		v := c.expr(e.Values[i], env)
		values = append(values, v)
		inner.names[name] = v.Typ()
	}
	return e.Names, values, inner
}

func (c *checker) exprs(es []zed.Expr, env *scope) ([]zed.Expr, []zed.Type) {
	out := make([]zed.Expr, len(es))
	ts := make([]zed.Type, len(es))
	for i, e := range es {
		out[i] = c.expr(e, env)
		ts[i] = out[i].Typ()
	}
	return out, ts
}

// alike checks expressions that must have one type.
func (c *checker) alike(es []zed.Expr, env *scope) ([]zed.Expr, zed.Type) {
	out, ts := c.exprs(es, env)
	var t zed.Type = &variable{}
	for i := range out {
		c.same(es[i].At(), t, ts[i], "the elements must have one type: expected %s, found %s")
	}
	return out, t
}

// same makes two types the same, or says that they differ; the message takes
// both.
func (c *checker) same(at source.Span, want, got zed.Type, message string) {
	if isBad(want) || isBad(got) {
		return
	}
	w, g := shown(want), shown(got)
	if !unify(want, got) {
		c.errorf(at, message, w, g)
	}
}

// set checks an expression that must be a set, and returns the type of its
// elements.
func (c *checker) set(e zed.Expr, env *scope) (zed.Expr, zed.Type) {
	out := c.expr(e, env)
	t := prune(out.Typ())
	if p, ok := t.(zed.PowerType); ok {
		return out, p.Elem
	}
	elem := zed.Type(&variable{})
	if !isBad(t) && !unify(t, power(elem)) {
		return out, c.errorf(e.At(), "expected a set, found %s", shown(t))
	}
	if isBad(t) {
		return out, bad()
	}
	return out, elem
}

func (c *checker) binding(e *zed.Binding, env *scope) zed.Expr {
	values, ts := c.exprs(e.Values, env)
	byName := map[string]int{}
	for i, n := range e.Names {
		if _, ok := byName[n]; ok {
			c.errorf(e.At(), "the component %q is given twice", n)
		}
		byName[n] = i
	}
	out := &zed.Binding{}
	var t zed.SchemaType
	for _, n := range sorted(append([]string(nil), e.Names...)) {
		out.Names = append(out.Names, n)
		out.Values = append(out.Values, values[byName[n]])
		t.Fields = append(t.Fields, zed.Field{Name: n, Type: ts[byName[n]]})
	}
	out.Info = info(e, t)
	c.keep(&out.Info)
	return out
}
