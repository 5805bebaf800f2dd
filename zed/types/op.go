package types

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// op checks an operator and its operands. Where the operands are schemas, some
// operators mean one of the schema calculus.
func (c *checker) op(e *zed.Op, env *scope) zed.Expr {
	switch e.Op {
	case zed.Cross:
		return c.cross(e, env)
	case zed.BagExt:
		elems, t := c.alike(e.Args, env)
		out := &zed.Op{Info: info(e, relation(t, zed.IntType{})), Op: e.Op, Args: elems}
		c.keep(&out.Info)
		return out
	}
	if len(e.Args) == 2 {
		switch e.Op {
		case zed.Minus:
			if c.hides(e, env) {
				return c.schemaOperator(e, env)
			}
		case zed.RelComp, zed.Filter:
			if c.isSchema(e.Args[0], env) || c.isSchema(e.Args[1], env) {
				return c.schemaOperator(e, env)
			}
		}
	}
	if made := c.ofUnread(e, env); made != nil {
		return made
	}
	want, result, ok := signature(e.Op)
	args := make([]zed.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = c.expr(a, env)
	}
	out := &zed.Op{Info: info(e, result), Op: e.Op, Args: args}
	if e.Op == zed.EmptySet {
		c.mayBeOpen(e, result, "∅")
	}
	if !ok || len(want) != len(args) {
		out.Type = c.errorf(e.At(), "the operator %s cannot be used like this", e.Op)
		return out
	}
	c.keep(&out.Info)
	if len(args) == 2 && c.bothSides(e, want, args) {
		if _, truth := result.(zed.BoolType); !truth {
			out.Type = bad()
		}
		return out
	}
	for i, a := range args {
		if isBad(a.Typ()) {
			continue
		}
		w, g := shown(want[i]), shown(a.Typ())
		if !unify(want[i], a.Typ()) {
			c.mismatch(e.Args[i].At(), args[i], want[i], w, g)
			if _, truth := result.(zed.BoolType); !truth {
				out.Type = bad()
			}
			return out
		}
	}
	return out
}

// bothSides reports operands that each fit, but not with each other.
func (c *checker) bothSides(e *zed.Op, want []zed.Type, args []zed.Expr) bool {
	if !symmetric(e.Op) || isBad(args[0].Typ()) || isBad(args[1].Typ()) {
		return false
	}
	l, r := shown(args[0].Typ()), shown(args[1].Typ())
	if !unify(want[0], args[0].Typ()) {
		c.mismatch(e.Args[0].At(), args[0], want[0], shown(want[0]), l)
		return true
	}
	_, set := prune(want[1]).(zed.PowerType)
	if _, ok := prune(args[1].Typ()).(zed.PowerType); set && !ok {
		if _, open := prune(args[1].Typ()).(*variable); !open {
			c.mismatch(e.Args[1].At(), args[1], want[1], shown(want[1]), r)
			return true
		}
	}
	if !unify(want[1], args[1].Typ()) {
		c.mismatched(e.At(), args, "type mismatch: left %s, right %s", l, r)
		return true
	}
	return false
}

// symmetric tells whether an operator takes two operands of one type, which is not
// known but for them.
func symmetric(o zed.Operator) bool {
	row, _ := toolkit.Of(o)
	if len(row.Operands) != 2 {
		return false
	}
	left, right := row.Operands[0].Type, row.Operands[1].Type
	return zed.Same(left, right) && !zed.Same(left, zed.IntType{})
}

// mismatch reports that an operand, checked, is not what is wanted at its place.
func (c *checker) mismatch(at source.Span, x zed.Expr, want zed.Type, wanted, got string) {
	if p, ok := prune(want).(zed.PowerType); ok {
		if _, open := prune(p.Elem).(*variable); open {
			c.mismatched(at, []zed.Expr{x}, "expected a set, found %s", got)
			return
		}
		if t, ok := prune(p.Elem).(zed.ProductType); ok && len(t.Elems) == 2 {
			_, first := prune(t.Elems[0]).(*variable)
			_, second := prune(t.Elems[1]).(*variable)
			if first && second {
				c.mismatched(at, []zed.Expr{x}, "expected a relation, found %s", got)
				return
			}
		}
	}
	c.mismatched(at, []zed.Expr{x}, "expected %s, found %s", wanted, got)
}

func (c *checker) cross(e *zed.Op, env *scope) zed.Expr {
	var args []zed.Expr
	var ts []zed.Type
	for _, a := range e.Args {
		x, t := c.set(a, env)
		args, ts = append(args, x), append(ts, t)
	}
	out := &zed.Op{Info: info(e, power(zed.ProductType{Elems: ts})), Op: zed.Cross, Args: args}
	c.keep(&out.Info)
	return out
}

// isPredicate tells whether a term, as written, can only be a predicate.
func isPredicate(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Truth, *zed.Logic, *zed.Quant:
		return true
	case *zed.Op:
		return toolkit.IsRelation(e.Op)
	case *zed.Let:
		return isPredicate(e.Body)
	case *zed.If:
		return isPredicate(e.Then)
	}
	return false
}

// predicate checks a predicate. A schema in the place of one stays a schema
// expression, of a schema's type, whose components are variables in scope.
func (c *checker) predicate(e zed.Expr, env *scope) zed.Expr {
	truth := zed.Info{Span: e.At(), Type: zed.BoolType{}}
	switch e := e.(type) {
	case *zed.Truth:
		return &zed.Truth{Info: truth, Value: e.Value}
	case *zed.Logic:
		out := &zed.Logic{Info: truth, Op: e.Op}
		for i, a := range e.Args {
			p := c.predicate(a, env)
			out.Args = append(out.Args, p)
			c.chain(e.Args, i, p)
		}
		c.middle = nil
		return out
	case *zed.Quant:
		text, inner := c.text(e.Text, env)
		return &zed.Quant{Info: truth, Q: e.Q, Text: text, Body: c.predicate(e.Body, inner)}
	case *zed.If:
		return &zed.If{Info: truth, Cond: c.predicate(e.Cond, env), Then: c.predicate(e.Then, env), Else: c.predicate(e.Else, env)}
	case *zed.Let:
		if c.isSchema(e, env) {
			break
		}
		names, values, inner := c.lets(e, env)
		return &zed.Let{Info: truth, Names: names, Values: values, Body: c.predicate(e.Body, inner)}
	}
	out := c.expr(e, env)
	switch prune(out.Typ()).(type) {
	case zed.BoolType:
		return out
	}
	if t, ok := schemaOf(out.Typ()); ok {
		return c.holding(out, t, env)
	}
	if !isBad(out.Typ()) {
		c.errorf(e.At(), "expected a predicate, found an expression of type %s", shown(out.Typ()))
	}
	return &zed.Truth{Info: truth, Value: true}
}

// chain keeps what was checked of the term between two relations, a in
// x = a = y, for the second of them.
func (c *checker) chain(args []zed.Expr, i int, p zed.Expr) {
	c.middle = nil
	first, ok := args[i].(*zed.Op)
	made, checked := p.(*zed.Op)
	if !ok || !checked || len(first.Args) != 2 || len(made.Args) != 2 || i+1 == len(args) {
		return
	}
	if second, ok := args[i+1].(*zed.Op); ok && len(second.Args) == 2 && second.Args[0] == first.Args[1] {
		c.middle = map[zed.Expr]zed.Expr{first.Args[1]: made.Args[1]}
	}
}

// holding returns the predicate that a schema is where its components are
// variables in sight: the schema itself, or where some of them are global, that
// the binding of them is in it.
func (c *checker) holding(x zed.Expr, t zed.SchemaType, env *scope) zed.Expr {
	global := false
	values := &zed.Binding{Info: info(x, t)}
	for _, f := range t.Fields {
		v, kind := c.variable(f.Name, env)
		if v == nil {
			c.errorf(x.At(), "the schema's component %q is not declared here", f.Name)
			return x
		}
		c.same(x.At(), f.Type, v, "the component "+f.Name+" has type %s, the variable type %s")
		global = global || kind == zed.Global
		ref := &zed.Ref{Info: info(x, v), Name: c.variableName(f.Name, kind), Kind: kind}
		c.keep(&ref.Info)
		values.Names, values.Values = append(values.Names, f.Name), append(values.Values, ref)
	}
	if !global {
		return x
	}
	c.keep(&values.Info)
	return &zed.Op{Info: info(x, zed.BoolType{}), Op: zed.In, Args: []zed.Expr{values, x}}
}
