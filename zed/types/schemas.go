package types

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// isSchema tells whether a term denotes a schema, without reporting what is
// wrong with it.
func (c *checker) isSchema(e zed.Expr, env *scope) bool {
	e = c.ofToolkit(e, env)
	switch e := e.(type) {
	case *zed.Schema, *zed.Decorate, *zed.Rename, *zed.Hide, *zed.Combine, *zed.Pre:
		return true
	case *zed.Ref:
		if t, local := env.lookup(e.Name); local {
			_, ok := schemaOf(t)
			return ok
		}
		entry := c.lookup(e.Name)
		if entry != nil && entry.def != nil {
			c.define(entry)
			return entry.kind == zed.SchemaName
		}
		return entry == nil && c.base(e.Name) != nil
	case *zed.Logic:
		return c.isSchema(e.Args[0], env)
	case *zed.Quant:
		return c.isSchema(e.Body, env)
	case *zed.Let:
		return e.Replaces && c.isSchema(e.Body, env)
	case *zed.Op:
		switch e.Op {
		case zed.Minus:
			return c.hides(e, env)
		case zed.RelComp, zed.Filter:
			return c.isSchema(e.Args[0], env)
		}
	}
	return false
}

// hides tells whether an operator that was read as one on sets hides components of
// a schema: a variable is a set of bindings, of which others are taken away.
func (c *checker) hides(e *zed.Op, env *scope) bool {
	r, named := e.Args[0].(*zed.Ref)
	return c.isSchema(e.Args[0], env) && (!named || env.kind(r.Name) == zed.Unresolved)
}

// base returns the entry of the schema that a name is made from by
// convention: ΔS, ΞS, S'.
func (c *checker) base(name string) *entry {
	for _, prefix := range []string{"Δ", "Ξ"} {
		name = strings.TrimPrefix(name, prefix)
	}
	e := c.lookup(name)
	if e == nil {
		e = c.lookup(strings.TrimRight(name, "'?!"))
	}
	if e == nil || e.def == nil {
		return nil
	}
	c.define(e)
	if e.kind != zed.SchemaName {
		return nil
	}
	return e
}

// schemaByConvention builds ΔS, ΞS and S' where they are not defined.
func (c *checker) schemaByConvention(e *zed.Ref, env *scope) zed.Expr {
	if c.base(e.Name) == nil {
		return nil
	}
	for _, prefix := range []string{"Δ", "Ξ"} {
		name, ok := strings.CutPrefix(e.Name, prefix)
		if !ok {
			continue
		}
		s := &zed.Ref{Info: zed.Info{Span: e.At()}, Name: name, Args: e.Args}
		primed := &zed.Decorate{Info: zed.Info{Span: e.At()}, X: s, Mark: "'"}
		out := &zed.Schema{Info: zed.Info{Span: e.At()}, Text: zed.Text{Decls: []zed.Decl{{Type: s}, {Type: primed}}}}
		if prefix == "Ξ" {
			out.Text.Pred = c.unchanged(c.expr(s, env), e.At())
		}
		return c.schemaExpr(out, env)
	}
	name := e.Name
	if c.lookup(name) == nil {
		name = strings.TrimRight(name, "'?!")
	}
	return c.schemaExpr(&zed.Decorate{Info: zed.Info{Span: e.At()}, X: &zed.Ref{Info: zed.Info{Span: e.At()}, Name: name, Args: e.Args}, Mark: e.Name[len(name):]}, env)
}

// unchanged says that every component of a schema equals its primed one, as
// θS = θS' does.
func (c *checker) unchanged(s zed.Expr, at source.Span) zed.Expr {
	t, _ := schemaOf(s.Typ())
	out := &zed.Logic{Info: zed.Info{Span: at}, Op: zed.And}
	for _, f := range t.Fields {
		if f.Name == more {
			continue
		}
		out.Args = append(out.Args, &zed.Op{Info: zed.Info{Span: at}, Op: zed.Equal, Args: []zed.Expr{
			&zed.Ref{Info: zed.Info{Span: at}, Name: f.Name + "'"}, &zed.Ref{Info: zed.Info{Span: at}, Name: f.Name}}})
	}
	switch len(out.Args) {
	case 0:
		return nil
	case 1:
		return out.Args[0]
	}
	return out
}

// fields is the signature of a schema while it is made.
type fields struct {
	types map[string]zed.Type
}

func (f *fields) schema() zed.Type {
	var t zed.SchemaType
	for n, x := range f.types {
		t.Fields = append(t.Fields, zed.Field{Name: n, Type: x})
	}
	slices.SortFunc(t.Fields, func(a, b zed.Field) int { return strings.Compare(a.Name, b.Name) })
	return power(t)
}

// join merges the signature of a schema, or reports that types differ.
func (c *checker) join(f *fields, t zed.SchemaType, at source.Span) {
	for _, x := range t.Fields {
		if before, ok := f.types[x.Name]; ok {
			c.same(at, before, x.Type, "the component "+x.Name+" has two types here: %s and %s")
			continue
		}
		f.types[x.Name] = x.Type
	}
}

// operand checks a schema, and returns its signature.
func (c *checker) operand(e zed.Expr, env *scope) (zed.Expr, zed.SchemaType, bool) {
	x := c.expr(e, env)
	t, ok := schemaOf(x.Typ())
	if !ok && !isBad(x.Typ()) {
		c.errorf(e.At(), "expected a schema, found %s", shown(x.Typ()))
	}
	return x, t, ok
}

// made returns the Info of a schema that is made of others; where one of those
// has an error, so has it.
func made(e zed.Expr, f *fields, fine bool) zed.Info {
	if !fine {
		return info(e, bad())
	}
	return info(e, f.schema())
}

// schemaExpr checks an operator of the schema calculus.
func (c *checker) schemaExpr(e zed.Expr, env *scope) zed.Expr {
	switch e := e.(type) {
	case *zed.Schema:
		return c.box(e, env)
	case *zed.Logic:
		f := &fields{map[string]zed.Type{}}
		out := &zed.Logic{Op: e.Op}
		fine := true
		for _, a := range e.Args {
			x, t, ok := c.operand(a, env)
			fine = fine && ok
			c.join(f, t, a.At())
			out.Args = append(out.Args, x)
		}
		out.Info = made(e, f, fine)
		c.keep(&out.Info)
		return out
	case *zed.Quant:
		text, inner := c.text(e.Text, env)
		x, t, ok := c.operand(e.Body, env)
		f := &fields{map[string]zed.Type{}}
		for _, y := range t.Fields {
			if bound, ok := inner.names[y.Name]; ok {
				c.same(e.At(), y.Type, bound, "the component "+y.Name+" has type %s, the bound variable type %s")
				continue
			}
			f.types[y.Name] = y.Type
		}
		out := &zed.Quant{Info: made(e, f, ok), Q: e.Q, Text: text, Body: x}
		c.keep(&out.Info)
		return out
	case *zed.Decorate:
		x, t, ok := c.operand(e.X, env)
		f := &fields{map[string]zed.Type{}}
		for _, y := range t.Fields {
			if y.Name != more {
				y.Name += e.Mark
			}
			f.types[y.Name] = y.Type
		}
		out := &zed.Decorate{Info: made(e, f, ok), X: x, Mark: e.Mark}
		c.keep(&out.Info)
		return out
	case *zed.Rename:
		return c.rename(e, env)
	case *zed.Hide:
		return c.hide(e, e.X, e.Names, env)
	case *zed.Combine:
		return c.combine(e, e.Op, e.X, e.Y, env)
	case *zed.Pre:
		x, t, ok := c.operand(e.X, env)
		f := &fields{map[string]zed.Type{}}
		for _, y := range t.Fields {
			if !strings.HasSuffix(y.Name, "'") && !strings.HasSuffix(y.Name, "!") {
				f.types[y.Name] = y.Type
			}
		}
		out := &zed.Pre{Info: made(e, f, ok), X: x}
		c.keep(&out.Info)
		return out
	}
	c.errorf(e.At(), "expected an expression")
	return &zed.Truth{Info: info(e, bad())}
}

// box checks [D | P]. Unlike in a quantifier, included schemas stay included.
func (c *checker) box(e *zed.Schema, env *scope) zed.Expr {
	f := &fields{map[string]zed.Type{}}
	out := &zed.Schema{}
	spans := map[string]source.Span{}
	for _, d := range e.Text.Decls {
		if len(d.Names) == 0 {
			x, t, ok := c.operand(d.Type, env)
			if !ok {
				f.types[more] = bad()
				continue
			}
			c.join(f, t, d.Type.At())
			out.Text.Decls = append(out.Text.Decls, zed.Decl{Type: x})
			continue
		}
		set, elem := c.declaration(d, e.Text, env)
		for _, n := range d.Names {
			if before, ok := f.types[n.Name]; ok {
				w, g := shown(before), shown(elem)
				if !isBad(before) && !isBad(elem) && !unify(before, elem) {
					err := source.Errorf(n.Span, "%q is declared with two types: %s and %s", n.Name, w, g)
					if at, ok := spans[n.Name]; ok {
						err = err.With(at, "the other declaration is here")
					}
					c.errs = append(c.errs, err)
				}
				continue
			}
			f.types[n.Name], spans[n.Name] = elem, n.Span
			c.declared(n, elem)
		}
		out.Text.Decls = append(out.Text.Decls, zed.Decl{Names: d.Names, Type: set})
	}
	if e.Text.Pred != nil {
		inner := &scope{names: f.types, outer: env}
		out.Text.Pred = c.predicate(e.Text.Pred, inner)
	}
	out.Info = info(e, f.schema())
	c.keep(&out.Info)
	return out
}

// replaced checks S[x := e], the schema that is left of S where its component x
// is e.
func (c *checker) replaced(e *zed.Let, env *scope) zed.Expr {
	x, t, ok := c.operand(e.Body, env)
	q := &zed.Quant{Info: zed.Info{Span: e.At()}, Q: zed.Exists, Body: e.Body}
	for i, n := range e.Names {
		if slices.Contains(e.Names[:i], n) {
			c.errorf(e.At(), "the component %q is replaced twice", n)
			return &zed.Truth{Info: info(e, bad())}
		}
		if !c.has(t, ok, n, e.At(), "to replace") {
			return &zed.Truth{Info: info(e, bad())}
		}
		v := e.Values[i]
		set := &zed.SetExt{Info: zed.Info{Span: v.At()}, Elems: []zed.Expr{v}}
		q.Text.Decls = append(q.Text.Decls, zed.Decl{Names: []zed.Ident{{Name: n, Span: e.At()}}, Type: set})
	}
	if !ok {
		return x
	}
	return c.schemaExpr(q, env)
}

// has tells whether a schema has a component, and reports where it has none.
func (c *checker) has(t zed.SchemaType, ok bool, name string, at source.Span, purpose string) bool {
	if !ok || open(t) || slices.Contains(names(t), name) {
		return true
	}
	c.errorf(at, "the schema has no component %q %s%s", name, purpose, source.DidYouMean(name, names(t)))
	return false
}

func (c *checker) rename(e *zed.Rename, env *scope) zed.Expr {
	x, t, ok := c.operand(e.X, env)
	f := &fields{map[string]zed.Type{}}
	for i, old := range e.Old {
		if slices.Contains(e.Old[:i], old) {
			c.errorf(e.At(), "the component %q is renamed twice", old)
		}
		c.has(t, ok, old, e.At(), "to rename")
	}
	for _, y := range t.Fields {
		name := y.Name
		for i, old := range e.Old {
			if old == name {
				name = e.New[i]
				break
			}
		}
		if before, twice := f.types[name]; twice {
			c.same(e.At(), before, y.Type, "two components become "+name+", of types %s and %s")
			continue
		}
		f.types[name] = y.Type
	}
	out := &zed.Rename{Info: made(e, f, ok), X: x, New: e.New, Old: e.Old}
	c.keep(&out.Info)
	return out
}

func names(t zed.SchemaType) []string {
	var out []string
	for _, f := range t.Fields {
		out = append(out, f.Name)
	}
	return out
}

func (c *checker) hide(e, schema zed.Expr, hidden []string, env *scope) zed.Expr {
	x, t, ok := c.operand(schema, env)
	f := &fields{map[string]zed.Type{}}
	for _, y := range t.Fields {
		if !slices.Contains(hidden, y.Name) {
			f.types[y.Name] = y.Type
		}
	}
	for _, h := range hidden {
		c.has(t, ok, h, e.At(), "to hide")
	}
	out := &zed.Hide{Info: made(e, f, ok), X: x, Names: hidden}
	c.keep(&out.Info)
	return out
}

// schemaOperator checks an operator that was read as one on sets, and whose
// left side is a schema.
func (c *checker) schemaOperator(e *zed.Op, env *scope) zed.Expr {
	switch e.Op {
	case zed.RelComp:
		return c.combine(e, zed.Compose, e.Args[0], e.Args[1], env)
	case zed.Filter:
		return c.combine(e, zed.Project, e.Args[0], e.Args[1], env)
	}
	// As an operator on sets it binds more loosely than these.
	switch right := e.Args[1].(type) {
	case *zed.Op:
		if right.Op == zed.RelComp || right.Op == zed.Filter {
			return c.schemaOperator(&zed.Op{Info: e.Info, Op: right.Op, Args: []zed.Expr{hiding(e, right.Args[0]), right.Args[1]}}, env)
		}
	case *zed.Combine:
		return c.combine(e, right.Op, hiding(e, right.X), right.Y, env)
	}
	elems := []zed.Expr{e.Args[1]}
	if t, ok := e.Args[1].(*zed.TupleExt); ok {
		elems = t.Elems
	}
	var hidden []string
	for _, x := range elems {
		r, ok := x.(*zed.Ref)
		if !ok {
			c.errorf(x.At(), "expected the name of a component to hide")
			continue
		}
		hidden = append(hidden, r.Name)
	}
	return c.hide(e, e.Args[0], hidden, env)
}

// hiding returns S \ X with another X.
func hiding(e *zed.Op, x zed.Expr) zed.Expr {
	return &zed.Op{Info: e.Info, Op: e.Op, Args: []zed.Expr{e.Args[0], x}}
}

// combine checks S ⨾ T, S ≫ T and S ↾ T.
func (c *checker) combine(e zed.Expr, o zed.Combination, left, right zed.Expr, env *scope) zed.Expr {
	x, t, first := c.operand(left, env)
	y, u, second := c.operand(right, env)
	f := &fields{map[string]zed.Type{}}
	from, to := "", ""
	switch o {
	case zed.Compose:
		from, to = "'", ""
	case zed.Pipe:
		from, to = "!", "?"
	case zed.Project:
		c.join(f, u, e.At())
		for _, a := range t.Fields {
			if before, ok := f.types[a.Name]; ok {
				c.same(e.At(), before, a.Type, "the component "+a.Name+" has two types here: %s and %s")
			}
		}
		out := &zed.Combine{Info: made(e, f, first && second), Op: o, X: x, Y: y}
		c.keep(&out.Info)
		return out
	}
	met := func(base string, fs []zed.Field, mark string) (zed.Type, bool) {
		for _, a := range fs {
			if a.Name == base+mark {
				return a.Type, true
			}
		}
		return nil, false
	}
	var rest zed.SchemaType
	for _, a := range t.Fields {
		if base, ok := strings.CutSuffix(a.Name, from); ok {
			if b, ok := met(base, u.Fields, to); ok {
				c.same(e.At(), a.Type, b, "the component "+base+" meets with two types: %s and %s")
				continue
			}
		}
		rest.Fields = append(rest.Fields, a)
	}
	c.join(f, rest, e.At())
	rest.Fields = nil
	for _, a := range u.Fields {
		base := strings.TrimSuffix(a.Name, to)
		if strings.HasSuffix(a.Name, to) {
			if _, ok := met(base, t.Fields, from); ok {
				continue
			}
		}
		rest.Fields = append(rest.Fields, a)
	}
	c.join(f, rest, e.At())
	out := &zed.Combine{Info: made(e, f, first && second), Op: o, X: x, Y: y}
	c.keep(&out.Info)
	return out
}
