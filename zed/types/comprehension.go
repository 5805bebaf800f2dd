package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

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
		value := &zed.Ref{Info: info(e, v), Name: c.variableName(f.Name+e.Mark, kind), Kind: kind}
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
			set, elem := c.declaration(d, t, env)
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
			inner.names[more] = bad()
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
