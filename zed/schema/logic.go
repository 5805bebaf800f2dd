package schema

import (
	"sort"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

func boolean(at source.Span) zed.Info { return zed.Info{Span: at, Type: zed.BoolType{}} }

// True returns the predicate true.
func True() zed.Expr { return &zed.Truth{Info: boolean(source.Span{}), Value: true} }

func isTruth(e zed.Expr, value bool) bool {
	t, ok := e.(*zed.Truth)
	return ok && t.Value == value
}

// Conjoin returns the conjunction of predicates: true for none, the predicate itself
// for one. It leaves out nil, true and repetitions (by pointer). Conjunctions among the
// arguments stay nodes of their own, so that they are shared.
func Conjoin(es []zed.Expr) zed.Expr { return join(zed.And, es) }

// Disjoin returns the disjunction of predicates, with the same simplifications; false
// for none.
func Disjoin(es []zed.Expr) zed.Expr { return join(zed.Or, es) }

func join(op zed.Connective, es []zed.Expr) zed.Expr {
	neutral := op == zed.And
	seen := map[zed.Expr]bool{}
	var out []zed.Expr
	for _, e := range es {
		if e == nil || isTruth(e, neutral) || seen[e] {
			continue
		}
		seen[e] = true
		out = append(out, e)
	}
	switch len(out) {
	case 0:
		return &zed.Truth{Info: boolean(source.Span{}), Value: neutral}
	case 1:
		return out[0]
	}
	return &zed.Logic{Info: boolean(source.Span{}), Op: op, Args: out}
}

// Conjuncts returns the conjuncts of e, each once (by pointer), in order. An occurrence
// is a conjunct. The predicate true has none.
func Conjuncts(e zed.Expr) []zed.Expr {
	var out []zed.Expr
	seen := map[zed.Expr]bool{}
	var walk func(zed.Expr)
	walk = func(e zed.Expr) {
		if e == nil || seen[e] || isTruth(e, true) {
			return
		}
		seen[e] = true
		if l, ok := e.(*zed.Logic); ok && l.Op == zed.And {
			for _, a := range l.Args {
				walk(a)
			}
			return
		}
		out = append(out, e)
	}
	walk(e)
	return out
}

// Exists returns ∃ vars • pred. It leaves out variables that are not free in pred and
// range over all of their type, and returns pred itself where none is left.
func (c *Calculus) Exists(vars []zed.Var, pred zed.Expr) zed.Expr {
	c.mu.Lock()
	defer c.mu.Unlock()
	return quantify(zed.Exists, vars, pred, c.free)
}

func quantify(q zed.Quantifier, vars []zed.Var, pred zed.Expr, free *zed.FreeNames) zed.Expr {
	names := free.NamesOf(pred)
	var decls []zed.Decl
	for _, v := range vars {
		if i := sort.SearchStrings(names, v.Name); (i == len(names) || names[i] != v.Name) && toolkit.Full(v.Decl) {
			continue
		}
		decls = append(decls, declare(v))
	}
	if len(decls) == 0 && q != zed.Exists1 {
		return pred
	}
	return &zed.Quant{Info: boolean(pred.At()), Q: q, Text: zed.Text{Decls: decls}, Body: pred}
}

func declare(v zed.Var) zed.Decl {
	set := v.Decl
	if set == nil {
		set = zed.Carrier(v.Type)
	}
	return zed.Decl{Names: []zed.Ident{{Name: v.Name, Span: v.Span}}, Type: set}
}

// Open returns the body of an existential quantifier, in conjunction with its predicate
// and the sets over which its variables range, and the variables under the names that
// they have in it.
func Open(q *zed.Quant) (body zed.Expr, declared []zed.Var) {
	declared = variablesOf(q.Text)
	parts := memberships(declared)
	return Conjoin(append(parts, q.Text.Pred, q.Body)), declared
}

// variablesOf returns the variables that a text declares, which must not include
// schemas.
func variablesOf(t zed.Text) []zed.Var {
	var out []zed.Var
	for _, d := range t.Decls {
		for _, n := range d.Names {
			out = append(out, zed.Var{Name: n.Name, Type: elemOf(d.Type), Decl: d.Type, Span: n.Span})
		}
	}
	return out
}

func elemOf(set zed.Expr) zed.Type {
	if p, ok := set.Typ().(zed.PowerType); ok {
		return p.Elem
	}
	return nil
}

// memberships returns x ∈ S for every variable x that does not range over all of its
// type.
func memberships(vars []zed.Var) []zed.Expr {
	var out []zed.Expr
	for _, v := range vars {
		if v.Decl != nil && !toolkit.Full(v.Decl) {
			out = append(out, membership(v))
		}
	}
	return out
}

func membership(v zed.Var) zed.Expr {
	return &zed.Op{Info: boolean(v.Span), Op: zed.In, Args: []zed.Expr{newLocal(v), v.Decl}}
}

func newLocal(v zed.Var) *zed.Ref {
	return &zed.Ref{Info: zed.Info{Span: v.Span, Type: v.Type}, Name: v.Name, Kind: zed.Local}
}

// bindings returns the set of bindings of vars that satisfy pred.
func bindings(vars []zed.Var, pred zed.Expr, info zed.Info) zed.Expr {
	out := &zed.Comp{Info: info, Op: zed.SetComp}
	for _, v := range vars {
		out.Text.Decls = append(out.Text.Decls, declare(v))
	}
	if pred != nil && !isTruth(pred, true) {
		out.Text.Pred = pred
	}
	out.Body = theta(vars, "", info.Span)
	return out
}

// theta returns the binding of the components of vars to the variables that have the
// same names followed by the mark.
func theta(vars []zed.Var, mark string, at source.Span) *zed.Binding {
	sorted := append([]zed.Var(nil), vars...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Name < sorted[j].Name })
	var fields []zed.Field
	out := &zed.Binding{}
	for _, v := range sorted {
		fields = append(fields, zed.Field{Name: v.Name, Type: v.Type})
		out.Names = append(out.Names, v.Name)
		v.Name += mark
		ref := newLocal(v)
		ref.Span = at
		out.Values = append(out.Values, ref)
	}
	out.Info = zed.Info{Span: at, Type: zed.SchemaType{Fields: fields}}
	return out
}
