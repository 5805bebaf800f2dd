package types

import (
	"strings"

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

// ref checks a name: a local variable, or what the specification defines.
func (c *checker) ref(e *zed.Ref, env *scope) zed.Expr {
	if e.Kind != zed.Unresolved && e.Type != nil {
		return e // put in already checked
	}
	if t, ok := env.lookup(e.Name); ok {
		out := &zed.Ref{Info: info(e, t), Name: e.Name, Kind: env.kind(e.Name)}
		c.keep(&out.Info)
		if len(e.Args) > 0 {
			out.Type = c.errorf(e.At(), "%q is not generic", e.Name)
		}
		return out
	}
	if entry, ok := c.spec.names[e.Name]; ok {
		return c.named(e, entry, env)
	}
	switch e.Name {
	case "ℤ", "ℕ", "ℕ₁":
		return &zed.Ref{Info: info(e, power(zed.IntType{})), Name: e.Name, Kind: zed.Builtin}
	case "𝕊":
		return &zed.Ref{Info: info(e, power(zed.StrType{})), Name: e.Name, Kind: zed.Builtin}
	}
	if out := c.schemaByConvention(e, env); out != nil {
		return out
	}
	if o, ok := zed.FunctionOf(strings.TrimSuffix(e.Name, " _")); ok {
		return c.opRef(e, o)
	}
	var names []string
	names = append(names, env.all()...)
	for n := range c.spec.names {
		names = append(names, n)
	}
	c.errorf(e.At(), "undeclared variable %q%s", e.Name, source.DidYouMean(e.Name, sorted(names)))
	return &zed.Ref{Info: info(e, bad()), Name: e.Name}
}

func (c *checker) named(e *zed.Ref, entry *entry, env *scope) zed.Expr {
	if entry.def != nil {
		c.define(entry)
	}
	if entry.axiom != nil && entry.state == 0 {
		// Its declaration comes later in the text; the type joins then.
		c.axiomType(entry)
	}
	if len(entry.params) > 0 || len(e.Args) > 0 {
		return c.instance(e, entry, env)
	}
	if entry.def != nil && entry.kind != zed.SchemaName {
		if entry.value == nil {
			return &zed.Ref{Info: info(e, bad()), Name: e.Name}
		}
		return entry.value
	}
	out := &zed.Ref{Info: info(e, entry.typ), Name: e.Name, Kind: entry.kind}
	c.keep(&out.Info)
	return out
}

// instance checks the use of a generic name. Parameters that are not given are
// found from how it is used: they are all of some type.
func (c *checker) instance(e *zed.Ref, entry *entry, env *scope) zed.Expr {
	out := &zed.Ref{Info: info(e, bad()), Name: e.Name, Kind: entry.kind}
	c.keep(&out.Info)
	if len(e.Args) > 0 && len(e.Args) != len(entry.params) {
		if len(entry.params) == 0 {
			c.errorf(e.At(), "%q is not generic", e.Name)
		} else {
			c.errorf(e.At(), "%q has %d generic parameters, found %d", e.Name, len(entry.params), len(e.Args))
		}
		return out
	}
	if entry.axiom != nil && entry.axiom == c.inside && len(e.Args) == 0 {
		// In its own description a name stands for one value.
		for _, p := range entry.params {
			formal := &zed.Ref{Info: info(e, power(zed.NamedType{Name: p.Name, Formal: true})), Name: p.Name, Kind: zed.Formal}
			out.Args = append(out.Args, formal)
		}
		out.Type = entry.typ
		return out
	}
	args, elems := map[string]zed.Expr{}, map[string]zed.Type{}
	for i, p := range entry.params {
		var set zed.Expr
		if len(e.Args) > 0 {
			set, elems[p.Name] = c.set(e.Args[i], env)
		} else {
			elems[p.Name] = &variable{}
			c.mayBeOpen(e, elems[p.Name], e.Name)
			u := &zed.Universe{Info: info(e, power(elems[p.Name]))}
			c.keep(&u.Info)
			set = u
		}
		args[p.Name] = set
		out.Args = append(out.Args, set)
	}
	if entry.typ == nil || isBad(entry.typ) || entry.def != nil && entry.value == nil {
		return out
	}
	typ := func(t zed.Type) zed.Type { return instanceType(t, elems) }
	if entry.def != nil && entry.kind != zed.SchemaName {
		return zed.Instance(entry.value, args, typ, c.keep)
	}
	out.Type = typ(entry.typ)
	return out
}

// instanceType returns a type with actual types in the place of formal ones.
func instanceType(t zed.Type, elems map[string]zed.Type) zed.Type {
	return zed.InstanceType(t, func(t zed.Type) zed.Type {
		switch x := prune(t).(type) {
		case zed.NamedType:
			if x.Formal && elems[x.Name] != nil {
				return elems[x.Name]
			}
			return x
		case *variable:
			return x
		default:
			if _, bound := t.(*variable); bound {
				return instanceType(x, elems)
			}
		}
		return nil
	})
}

// axiomType finds the type of a variable of an axiomatic description before
// the description itself is checked.
func (c *checker) axiomType(e *entry) {
	e.state = 1
	for _, d := range e.axiom.Text.Decls {
		for _, n := range d.Names {
			if n.Name == e.name {
				silent := &checker{spec: c.spec, path: c.path}
				_, elem := silent.set(d.Type, formals(e.params))
				unify(e.typ, elem)
			}
		}
	}
	e.state = 0
}

// builtin returns the operator that a name stands for; ok is false where the
// specification gives the name to something else.
func (c *checker) builtin(e zed.Expr, env *scope) (o zed.Operator, ok bool) {
	switch e := e.(type) {
	case *zed.OpRef:
		return e.Op, true
	case *zed.Ref:
		if _, local := env.lookup(e.Name); local || len(e.Args) > 0 || c.spec.names[e.Name] != nil {
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

func (c *checker) apply(e *zed.Apply, env *scope) zed.Expr {
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

// selection checks b.x. Where the type of b is found later, so is what is
// selected.
func (c *checker) selection(e *zed.Select, env *scope) zed.Expr {
	x := c.expr(e.X, env)
	component := &variable{}
	out := &zed.Select{Info: info(e, component), X: x, Name: e.Name}
	c.keep(&out.Info)
	c.later(x.Typ(), func(t zed.Type) {
		s, ok := t.(zed.SchemaType)
		if !ok {
			c.errorf(e.X.At(), "expected a binding, found %s", shown(t))
			component.bad = true
			return
		}
		for _, f := range s.Fields {
			if f.Name == e.Name {
				c.same(e.At(), component, f.Type, "the component is used as %s, and is %s")
				return
			}
		}
		component.bad = true
		c.errorf(e.At(), "the binding has no component %q%s", e.Name, source.DidYouMean(e.Name, names(s)))
	})
	return out
}

func (c *checker) tupleSelection(e *zed.TupleSelect, env *scope) zed.Expr {
	x := c.expr(e.X, env)
	component := &variable{}
	out := &zed.TupleSelect{Info: info(e, component), X: x, Index: e.Index}
	c.keep(&out.Info)
	c.later(x.Typ(), func(t zed.Type) {
		p, ok := t.(zed.ProductType)
		switch {
		case !ok:
			c.errorf(e.X.At(), "expected a tuple, found %s", shown(t))
			component.bad = true
		case e.Index < 1 || e.Index > len(p.Elems):
			c.errorf(e.At(), "the tuple has %d components, not a component %d", len(p.Elems), e.Index)
			component.bad = true
		default:
			c.same(e.At(), component, p.Elems[e.Index-1], "the component is used as %s, and is %s")
		}
	})
	return out
}

// later calls check with a type, at once or when it is found. It does not where
// the type was given up after an error.
func (c *checker) later(t zed.Type, check func(zed.Type)) {
	if _, open := prune(t).(*variable); open && !isBad(t) {
		c.waiting = append(c.waiting, waiting{t, check})
		return
	}
	if !isBad(t) {
		check(prune(t))
	}
}

// waiting is a check of a type that is not known yet.
type waiting struct {
	typ   zed.Type
	check func(zed.Type)
}

// resume makes the checks whose types were found meanwhile, and the others when
// nothing more can be found.
func (c *checker) resume() {
	for again := true; again; {
		again = false
		list := c.waiting
		c.waiting = nil
		for _, w := range list {
			if _, open := prune(w.typ).(*variable); !open {
				again = true
			}
			c.later(w.typ, w.check)
		}
	}
	for _, w := range c.waiting {
		if !isBad(w.typ) {
			w.check(prune(w.typ))
		}
	}
	c.waiting = nil
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

// variable returns the type of a variable in sight, local or global, and which
// it is; nil where there is none.
func (c *checker) variable(name string, env *scope) (zed.Type, zed.Kind) {
	if t, ok := env.lookup(name); ok {
		return t, zed.Local
	}
	e := c.spec.names[name]
	if e == nil || e.axiom == nil || len(e.params) > 0 {
		return nil, zed.Unresolved
	}
	if e.state == 0 {
		c.axiomType(e)
	}
	return e.typ, zed.Global
}

func (c *checker) theta(e *zed.Theta, env *scope) zed.Expr {
	x := c.expr(e.X, env)
	t, ok := schemaOf(x.Typ())
	if !ok {
		if !isBad(x.Typ()) {
			c.errorf(e.X.At(), "θ expects a schema, found %s", shown(x.Typ()))
		}
		return &zed.Theta{Info: info(e, bad()), X: x, Mark: e.Mark}
	}
	out := &zed.Binding{}
	var missing []string
	for _, f := range t.Fields {
		v, kind := c.variable(f.Name+e.Mark, env)
		if v == nil {
			missing = append(missing, f.Name+e.Mark)
			continue
		}
		c.same(e.At(), f.Type, v, "the component has type %s, the variable "+f.Name+e.Mark+" type %s")
		value := &zed.Ref{Info: info(e, v), Name: f.Name + e.Mark, Kind: kind}
		c.keep(&value.Info)
		out.Names, out.Values = append(out.Names, f.Name), append(out.Values, value)
	}
	if len(missing) > 0 {
		c.errorf(e.At(), "θ needs variables that are not declared here: %s", strings.Join(missing, ", "))
	}
	out.Info = info(e, t)
	c.keep(&out.Info)
	return out
}

func (c *checker) comprehension(e *zed.Comp, env *scope) zed.Expr {
	text, inner := c.text(e.Text, env)
	characteristic := c.characteristic(e, inner)
	var body zed.Expr
	if e.Body != nil {
		body = c.expr(e.Body, inner)
	} else {
		body = characteristic
	}
	out := &zed.Comp{Op: e.Op, Text: text, Body: body}
	switch e.Op {
	case zed.SetComp:
		out.Info = info(e, power(body.Typ()))
	case zed.Lambda:
		out.Info = info(e, relation(characteristic.Typ(), body.Typ()))
	default:
		out.Info = info(e, body.Typ())
	}
	c.keep(&out.Info)
	return out
}

// characteristic returns the characteristic tuple of declarations: a component
// for each declared name, and the binding θS for an included schema S.
func (c *checker) characteristic(e *zed.Comp, env *scope) zed.Expr {
	var elems []zed.Expr
	var ts []zed.Type
	add := func(x zed.Expr) { elems, ts = append(elems, x), append(ts, x.Typ()) }
	for _, d := range e.Text.Decls {
		if len(d.Names) == 0 {
			add(c.theta(&zed.Theta{Info: zed.Info{Span: d.Type.At()}, X: d.Type}, env))
		}
		for _, n := range d.Names {
			r := &zed.Ref{Info: info(e, env.names[n.Name]), Name: n.Name, Kind: zed.Local}
			c.keep(&r.Info)
			add(r)
		}
	}
	switch len(elems) {
	case 0:
		return &zed.Binding{Info: info(e, zed.SchemaType{})}
	case 1:
		return elems[0]
	}
	out := &zed.TupleExt{Info: info(e, zed.ProductType{Elems: ts}), Elems: elems}
	c.keep(&out.Info)
	return out
}

// text checks declarations and their predicate. An included schema becomes
// declarations of its components, and a conjunct.
func (c *checker) text(t zed.Text, env *scope) (zed.Text, *scope) {
	inner := &scope{names: map[string]zed.Type{}, outer: env}
	var out zed.Text
	var included []zed.Expr
	spans := map[string]source.Span{}
	declare := func(n zed.Ident, elem zed.Type) bool {
		if before, ok := inner.names[n.Name]; ok {
			w, g := shown(before), shown(elem)
			if !isBad(before) && !isBad(elem) && !unify(before, elem) {
				c.errs = append(c.errs, source.Errorf(n.Span, "%q is declared with two types: %s and %s", n.Name, w, g).With(spans[n.Name], "the other declaration is here"))
			}
			return false
		}
		inner.names[n.Name], spans[n.Name] = elem, n.Span
		c.declared(n, elem)
		return true
	}
	for _, d := range t.Decls {
		if len(d.Names) > 0 {
			set, elem := c.set(d.Type, env)
			kept := zed.Decl{Type: set}
			for _, n := range d.Names {
				if declare(n, elem) {
					kept.Names = append(kept.Names, n)
					continue
				}
				name := &zed.Ref{Info: zed.Info{Span: n.Span, Type: elem}, Name: n.Name, Kind: zed.Local}
				c.keep(&name.Info)
				included = append(included, &zed.Op{Info: zed.Info{Span: n.Span, Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{name, set}})
			}
			if len(kept.Names) > 0 {
				out.Decls = append(out.Decls, kept)
			}
			continue
		}
		x := c.expr(d.Type, env)
		s, ok := schemaOf(x.Typ())
		if !ok {
			if !isBad(x.Typ()) {
				c.errorf(d.Type.At(), "expected a schema or a declaration, found %s", shown(x.Typ()))
			}
			continue
		}
		included = append(included, x)
		for _, f := range s.Fields {
			n := zed.Ident{Name: f.Name, Span: d.Type.At()}
			if declare(n, f.Type) {
				set := &zed.Universe{Info: zed.Info{Span: d.Type.At(), Type: power(f.Type)}}
				c.keep(&set.Info)
				out.Decls = append(out.Decls, zed.Decl{Names: []zed.Ident{n}, Type: set})
			}
		}
	}
	if t.Pred != nil {
		included = append(included, c.predicate(t.Pred, inner))
	}
	switch len(included) {
	case 0:
	case 1:
		out.Pred = included[0]
	default:
		out.Pred = &zed.Logic{Info: zed.Info{Span: included[0].At(), Type: zed.BoolType{}}, Op: zed.And, Args: included}
	}
	return out, inner
}
