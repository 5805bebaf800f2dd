package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// texts checks declarations with a predicate, and the sets, functions and bindings that
// are made of their variables.
type texts struct {
	mistakes *mistakes
	types    *inference
	globals  *globals
	defs     *definitions
	up       recursion
}

func (tx *texts) theta(e *zed.Theta, env *scope) zed.Expr {
	x := tx.up.expr(e.X, env)
	t, ok := schemaOf(x.Typ())
	if !ok {
		if !isBad(x.Typ()) {
			tx.mistakes.errorf(e.X.At(), "θ expects a schema, found %s", showType(x.Typ()))
		}
		return &zed.Theta{Info: info(e, newBad()), X: x, Mark: e.Mark}
	}
	out := &zed.Binding{}
	var missing []string
	for _, f := range t.Fields {
		v, kind := tx.defs.variable(f.Name+e.Mark, env)
		if v == nil {
			missing = append(missing, f.Name+e.Mark)
			continue
		}
		tx.types.unify(e.At(), f.Type, v, "the component has type %s, the variable "+f.Name+e.Mark+" type %s")
		value := &zed.Ref{Info: info(e, v), Name: tx.globals.variableName(f.Name+e.Mark, kind), Kind: kind}
		tx.types.keep(&value.Info)
		out.Names, out.Values = append(out.Names, f.Name), append(out.Values, value)
	}
	if len(missing) > 0 {
		tx.mistakes.errorf(e.At(), "θ needs variables that are not declared here: %s", strings.Join(missing, ", "))
	}
	out.Info = info(e, t)
	tx.types.keep(&out.Info)
	return out
}

func (tx *texts) comprehension(e *zed.Comp, env *scope) zed.Expr {
	text, inner := tx.text(e.Text, env)
	characteristic := tx.characteristic(e, inner)
	var body zed.Expr
	if e.Body != nil {
		body = tx.up.expr(e.Body, inner)
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
	tx.types.keep(&out.Info)
	return out
}

// characteristic returns the characteristic tuple of declarations: a component
// for each declared name, and the binding θS for an included schema S.
func (tx *texts) characteristic(e *zed.Comp, env *scope) zed.Expr {
	var elems []zed.Expr
	var ts []zed.Type
	add := func(x zed.Expr) { elems, ts = append(elems, x), append(ts, x.Typ()) }
	for _, d := range e.Text.Decls {
		if len(d.Names) == 0 {
			add(tx.theta(&zed.Theta{Info: zed.Info{Span: d.Type.At()}, X: d.Type}, env))
		}
		for _, n := range d.Names {
			r := &zed.Ref{Info: info(e, env.names[n.Name]), Name: n.Name, Kind: zed.Local}
			tx.types.keep(&r.Info)
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
	tx.types.keep(&out.Info)
	return out
}

// text checks declarations and their predicate. An included schema becomes declarations
// of its components, and a conjunct.
func (tx *texts) text(t zed.Text, env *scope) (zed.Text, *scope) {
	inner := &scope{names: map[string]zed.Type{}, outer: env}
	var out zed.Text
	var included []zed.Expr
	spans := map[string]source.Span{}
	declare := func(n zed.Ident, elem zed.Type) bool {
		if before, ok := inner.names[n.Name]; ok {
			w, g := showType(before), showType(elem)
			if !isBad(before) && !isBad(elem) && !unify(before, elem) {
				tx.mistakes.report(source.Errorf(n.Span, "%q is declared with two types: %s and %s", n.Name, w, g).
					WithPlace(spans[n.Name], "the other declaration is here"))
			}
			return false
		}
		inner.names[n.Name], spans[n.Name] = elem, n.Span
		tx.mistakes.noteVariable(n, elem)
		return true
	}
	for _, d := range t.Decls {
		if len(d.Names) > 0 {
			set, elem := tx.declaration(d, t, env)
			kept := zed.Decl{Type: set}
			for _, n := range d.Names {
				if declare(n, elem) {
					kept.Names = append(kept.Names, n)
					continue
				}
				name := &zed.Ref{Info: zed.Info{Span: n.Span, Type: elem}, Name: n.Name, Kind: zed.Local}
				tx.types.keep(&name.Info)
				included = append(included,
					&zed.Op{Info: zed.Info{Span: n.Span, Type: zed.BoolType{}}, Op: zed.In,
						Args: []zed.Expr{name, set}})
			}
			if len(kept.Names) > 0 {
				out.Decls = append(out.Decls, kept)
			}
			continue
		}
		x := tx.up.expr(d.Type, env)
		s, ok := schemaOf(x.Typ())
		if !ok {
			if !isBad(x.Typ()) {
				tx.mistakes.errorf(d.Type.At(), "expected a schema or a declaration, found %s", showType(x.Typ()))
			}
			inner.names[more] = newBad()
			continue
		}
		included = append(included, x)
		for _, f := range s.Fields {
			n := zed.Ident{Name: f.Name, Span: d.Type.At()}
			if declare(n, f.Type) {
				set := &zed.Universe{Info: zed.Info{Span: d.Type.At(), Type: power(f.Type)}}
				tx.types.keep(&set.Info)
				out.Decls = append(out.Decls, zed.Decl{Names: []zed.Ident{n}, Type: set})
			}
		}
	}
	if t.Pred != nil {
		included = append(included, tx.up.predicate(t.Pred, inner))
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

// declaration checks the set of a declaration in a text, and returns it and the
// type of its elements.
func (tx *texts) declaration(d zed.Decl, t zed.Text, env *scope) (zed.Expr, zed.Type) {
	tx.mistakes.beside = append(tx.mistakes.beside, t.Decls)
	defer func() { tx.mistakes.beside = tx.mistakes.beside[:len(tx.mistakes.beside)-1] }()
	return tx.up.set(d.Type, env)
}
