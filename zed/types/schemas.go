package types

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// schemas checks the schema calculus: which terms are schemas, and what signatures they
// have.
type schemas struct {
	mistakes *mistakes
	types    *inference
	globals  *globals
	gaps     *gaps
	names    *operatorNames
	defs     *definitions
	texts    *texts
	up       recursion
}

// isSchema tells whether a term denotes a schema, without reporting errors in it.
func (sc *schemas) isSchema(e zed.Expr, env *scope) bool {
	e = sc.names.useOfToolkit(e, env)
	switch e := e.(type) {
	case *zed.Schema, *zed.Decorate, *zed.Rename, *zed.Hide, *zed.Combine, *zed.Pre:
		return true
	case *zed.Ref:
		if t, local := env.lookup(e.Name); local {
			_, ok := schemaOf(t)
			return ok
		}
		entry := sc.globals.lookup(e.Name)
		if entry != nil && entry.def != nil {
			sc.defs.define(entry)
			return entry.kind == zed.SchemaName
		}
		return entry == nil && sc.base(e.Name) != nil
	case *zed.Logic:
		return sc.isSchema(e.Args[0], env)
	case *zed.Quant:
		return sc.isSchema(e.Body, env)
	case *zed.Let:
		return e.Replaces && sc.isSchema(e.Body, env)
	case *zed.Op:
		switch e.Op {
		case zed.Minus:
			return sc.isHiding(e, env)
		case zed.RelComp, zed.Filter:
			return sc.isSchema(e.Args[0], env)
		}
	}
	return false
}

// isHiding tells whether an operator that was parsed as set difference hides components of
// a schema. It does not where its left side is a variable, which is a set of bindings.
func (sc *schemas) isHiding(e *zed.Op, env *scope) bool {
	r, named := e.Args[0].(*zed.Ref)
	return sc.isSchema(e.Args[0], env) && (!named || env.kind(r.Name) == zed.Unresolved)
}

// base returns the entry of the schema S from which a name ΔS, ΞS or S' is formed.
func (sc *schemas) base(name string) *entry {
	for _, prefix := range []string{"Δ", "Ξ"} {
		name = strings.TrimPrefix(name, prefix)
	}
	e := sc.globals.lookup(name)
	if e == nil {
		e = sc.globals.lookup(strings.TrimRight(name, "'?!"))
	}
	if e == nil || e.def == nil {
		return nil
	}
	sc.defs.define(e)
	if e.kind != zed.SchemaName {
		return nil
	}
	return e
}

// schemaByConvention returns the schema ΔS, ΞS or S' where it is not defined.
func (sc *schemas) schemaByConvention(e *zed.Ref, env *scope) zed.Expr {
	if sc.base(e.Name) == nil {
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
			out.Text.Pred = sc.unchangedPred(sc.up.expr(s, env), e.At())
		}
		return sc.schemaExpr(out, env)
	}
	name := e.Name
	if sc.globals.lookup(name) == nil {
		name = strings.TrimRight(name, "'?!")
	}
	undecorated := &zed.Ref{Info: zed.Info{Span: e.At()}, Name: name, Args: e.Args}
	return sc.schemaExpr(&zed.Decorate{Info: zed.Info{Span: e.At()}, X: undecorated, Mark: e.Name[len(name):]}, env)
}

// unchangedPred returns the predicate θS = θS', component by component.
func (sc *schemas) unchangedPred(s zed.Expr, at source.Span) zed.Expr {
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

// fields is the signature of a schema while it is computed.
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

// join adds the signature of a schema, and reports components whose types differ.
func (sc *schemas) join(f *fields, t zed.SchemaType, at source.Span) {
	for _, x := range t.Fields {
		if before, ok := f.types[x.Name]; ok {
			sc.types.unify(at, before, x.Type, "the component "+x.Name+" has two types here: %s and %s")
			continue
		}
		f.types[x.Name] = x.Type
	}
}

// operand checks a schema, and returns its signature.
func (sc *schemas) operand(e zed.Expr, env *scope) (zed.Expr, zed.SchemaType, bool) {
	x := sc.up.expr(e, env)
	t, ok := schemaOf(x.Typ())
	if !ok && !isBad(x.Typ()) {
		sc.mistakes.errorf(e.At(), "expected a schema, found %s", showType(x.Typ()))
	}
	return x, t, ok
}

// infoOf returns the Info of a schema that consists of others; where one of these has an
// error, so has the schema.
func infoOf(e zed.Expr, f *fields, fine bool) zed.Info {
	if !fine {
		return info(e, newBad())
	}
	return info(e, f.schema())
}

// schemaExpr checks an operator of the schema calculus.
func (sc *schemas) schemaExpr(e zed.Expr, env *scope) zed.Expr {
	switch e := e.(type) {
	case *zed.Schema:
		return sc.box(e, env)
	case *zed.Logic:
		f := &fields{map[string]zed.Type{}}
		out := &zed.Logic{Op: e.Op}
		fine := true
		for _, a := range e.Args {
			x, t, ok := sc.operand(a, env)
			fine = fine && ok
			sc.join(f, t, a.At())
			out.Args = append(out.Args, x)
		}
		out.Info = infoOf(e, f, fine)
		sc.types.keep(&out.Info)
		return out
	case *zed.Quant:
		text, inner := sc.texts.text(e.Text, env)
		x, t, ok := sc.operand(e.Body, env)
		f := &fields{map[string]zed.Type{}}
		for _, y := range t.Fields {
			if bound, ok := inner.names[y.Name]; ok {
				sc.types.unify(e.At(), y.Type, bound,
					"the component "+y.Name+" has type %s, the bound variable type %s")
				continue
			}
			f.types[y.Name] = y.Type
		}
		out := &zed.Quant{Info: infoOf(e, f, ok), Q: e.Q, Text: text, Body: x}
		sc.types.keep(&out.Info)
		return out
	case *zed.Decorate:
		x, t, ok := sc.operand(e.X, env)
		f := &fields{map[string]zed.Type{}}
		for _, y := range t.Fields {
			if y.Name != more {
				y.Name += e.Mark
			}
			f.types[y.Name] = y.Type
		}
		out := &zed.Decorate{Info: infoOf(e, f, ok), X: x, Mark: e.Mark}
		sc.types.keep(&out.Info)
		return out
	case *zed.Rename:
		return sc.rename(e, env)
	case *zed.Hide:
		return sc.hide(e, e.X, e.Names, env)
	case *zed.Combine:
		return sc.combine(e, e.Op, e.X, e.Y, env)
	case *zed.Pre:
		x, t, ok := sc.operand(e.X, env)
		f := &fields{map[string]zed.Type{}}
		for _, y := range t.Fields {
			if !strings.HasSuffix(y.Name, "'") && !strings.HasSuffix(y.Name, "!") {
				f.types[y.Name] = y.Type
			}
		}
		out := &zed.Pre{Info: infoOf(e, f, ok), X: x}
		sc.types.keep(&out.Info)
		return out
	}
	sc.mistakes.errorf(e.At(), "expected an expression")
	return &zed.Truth{Info: info(e, newBad())}
}

// box checks [D | P]. Included schemas stay included, unlike in a quantifier.
func (sc *schemas) box(e *zed.Schema, env *scope) zed.Expr {
	f := &fields{map[string]zed.Type{}}
	out := &zed.Schema{}
	spans := map[string]source.Span{}
	for _, d := range e.Text.Decls {
		if len(d.Names) == 0 {
			x, t, ok := sc.operand(d.Type, env)
			if !ok {
				f.types[more] = newBad()
				continue
			}
			sc.join(f, t, d.Type.At())
			out.Text.Decls = append(out.Text.Decls, zed.Decl{Type: x})
			continue
		}
		set, elem := sc.texts.declaration(d, e.Text, env)
		for _, n := range d.Names {
			if before, ok := f.types[n.Name]; ok {
				w, g := showType(before), showType(elem)
				if !isBad(before) && !isBad(elem) && !unify(before, elem) {
					err := source.Errorf(n.Span, "%q is declared with two types: %s and %s", n.Name, w, g)
					if at, ok := spans[n.Name]; ok {
						err = err.WithPlace(at, "the other declaration is here")
					}
					sc.mistakes.report(err)
				}
				continue
			}
			f.types[n.Name], spans[n.Name] = elem, n.Span
			sc.mistakes.noteVariable(n, elem)
		}
		out.Text.Decls = append(out.Text.Decls, zed.Decl{Names: d.Names, Type: set})
	}
	if e.Text.Pred != nil {
		inner := &scope{names: f.types, outer: env}
		out.Text.Pred = sc.up.predicate(e.Text.Pred, inner)
	}
	out.Info = info(e, f.schema())
	sc.types.keep(&out.Info)
	return out
}

// checkBraced checks {S}, where S is a schema. In the standard it is the set whose element
// is S, in older documents the set of the bindings of S. Its use decides which of these
// is meant, and the standard where the use does not.
func (sc *schemas) checkBraced(e *zed.SetExt, env *scope) zed.Expr {
	x, s, _ := sc.operand(e.Elems[0], env)
	elem := &variable{}
	out := &zed.Let{Info: info(e, power(elem)), Body: &zed.SetExt{Info: info(e, power(x.Typ())), Elems: []zed.Expr{x}}}
	sc.types.keep(&out.Info)
	sc.types.keep(zed.InfoOf(out.Body))
	sc.types.waiting = append(sc.types.waiting, waiting{elem, func(t zed.Type) {
		if _, bindings := t.(zed.SchemaType); bindings {
			out.Body = x
		}
		want := zed.Type(s)
		if out.Body != x {
			want = x.Typ()
		}
		sc.types.unify(e.At(), t, want, "the elements are used as %s, and are %s")
	}})
	return out
}

// holdsPred returns the predicate that the components of a schema, as variables in scope,
// satisfy the schema: the schema itself or, where some of the variables are global,
// that their binding is in it.
func (sc *schemas) holdsPred(x zed.Expr, t zed.SchemaType, env *scope) zed.Expr {
	global := false
	values := &zed.Binding{Info: info(x, t)}
	for _, f := range t.Fields {
		v, kind := sc.defs.variable(f.Name, env)
		if v == nil {
			sc.mistakes.errorf(x.At(), "the schema's component %q is not declared here", f.Name)
			return x
		}
		sc.types.unify(x.At(), f.Type, v, "the component "+f.Name+" has type %s, the variable type %s")
		global = global || kind == zed.Global
		ref := &zed.Ref{Info: info(x, v), Name: sc.globals.variableName(f.Name, kind), Kind: kind}
		sc.types.keep(&ref.Info)
		values.Names, values.Values = append(values.Names, f.Name), append(values.Values, ref)
	}
	if !global {
		return x
	}
	sc.types.keep(&values.Info)
	return &zed.Op{Info: info(x, zed.BoolType{}), Op: zed.In, Args: []zed.Expr{values, x}}
}
