package types

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// replaceComponent checks S[x := e]: the schema S in which the component x has the value e and
// is removed.
func (sc *schemas) replaceComponent(e *zed.Let, env *scope) zed.Expr {
	x, t, ok := sc.operand(e.Body, env)
	q := &zed.Quant{Info: zed.Info{Span: e.At()}, Q: zed.Exists, Body: e.Body}
	for i, n := range e.Names {
		if slices.Contains(e.Names[:i], n) {
			sc.mistakes.errorf(e.At(), "the component %q is replaced twice", n)
			return &zed.Truth{Info: info(e, newBad())}
		}
		if !sc.has(t, ok, n, e.At(), "to replace") {
			return &zed.Truth{Info: info(e, newBad())}
		}
		v := e.Values[i]
		set := &zed.SetExt{Info: zed.Info{Span: v.At()}, Elems: []zed.Expr{v}}
		q.Text.Decls = append(q.Text.Decls, zed.Decl{Names: []zed.Ident{{Name: n, Span: e.At()}}, Type: set})
	}
	if !ok {
		return x
	}
	return sc.schemaExpr(q, env)
}

// has tells whether a schema has a component, and reports an error where it has not.
func (sc *schemas) has(t zed.SchemaType, ok bool, name string, at source.Span, purpose string) bool {
	if !ok || isOpen(t) || slices.Contains(names(t), name) {
		return true
	}
	sc.mistakes.errorf(at, "the schema has no component %q %s%s", name, purpose, source.DidYouMean(name, names(t)))
	return false
}

func (sc *schemas) rename(e *zed.Rename, env *scope) zed.Expr {
	x, t, ok := sc.operand(e.X, env)
	f := &fields{map[string]zed.Type{}}
	for i, old := range e.Old {
		if slices.Contains(e.Old[:i], old) {
			sc.mistakes.errorf(e.At(), "the component %q is renamed twice", old)
		}
		sc.has(t, ok, old, e.At(), "to rename")
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
			sc.types.unify(e.At(), before, y.Type, "two components become "+name+", of types %s and %s")
			continue
		}
		f.types[name] = y.Type
	}
	out := &zed.Rename{Info: infoOf(e, f, ok), X: x, New: e.New, Old: e.Old}
	sc.types.keep(&out.Info)
	return out
}

func names(t zed.SchemaType) []string {
	var out []string
	for _, f := range t.Fields {
		out = append(out, f.Name)
	}
	return out
}

func (sc *schemas) hide(e, schema zed.Expr, hidden []string, env *scope) zed.Expr {
	x, t, ok := sc.operand(schema, env)
	f := &fields{map[string]zed.Type{}}
	for _, y := range t.Fields {
		if !slices.Contains(hidden, y.Name) {
			f.types[y.Name] = y.Type
		}
	}
	for _, h := range hidden {
		sc.has(t, ok, h, e.At(), "to hide")
	}
	out := &zed.Hide{Info: infoOf(e, f, ok), X: x, Names: hidden}
	sc.types.keep(&out.Info)
	return out
}
