package search

import (
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// opening replaces quantifiers over the bindings and tuples of large sets by
// quantifiers over their components: ∃ a : {n : ℕ • ⦉n == n⦊} • a.n = 3 ∧ a ∈ S becomes
// ∃ a.n : ℕ • a.n = 3 ∧ ⦉n == a.n⦊ ∈ S. Names of components contain a dot, so that no
// other variable has them. Variables that are fixed are replaced (see replaceFixed).
type opening struct {
	memo map[zed.Expr]zed.Expr
	free *zed.FreeNames
}

// apply returns a predicate with the same meaning, and the predicate itself where there
// is nothing to open.
func (o *opening) apply(e zed.Expr) zed.Expr {
	if e == nil {
		return nil
	}
	if out, ok := o.memo[e]; ok {
		return out
	}
	out := zed.Rebuild(e, o.apply)
	if q, ok := out.(*zed.Quant); ok && q.Q != zed.Exists1 {
		out = o.replaceFixed(openComponents(q))
	}
	o.memo[e] = out
	return out
}

// openComponents opens the variables of a quantifier, and those that become its variables.
func openComponents(q *zed.Quant) *zed.Quant {
	for i := 0; i < len(q.Text.Decls); {
		d := q.Text.Decls[i]
		if len(d.Names) > 0 {
			if inner, whole, ok := components(d.Type, d.Names[0].Name); ok {
				q = replaceVariables(q, i, inner, whole)
				continue
			}
		}
		i++
	}
	return q
}

// components returns declarations and a predicate for the components of a variable that
// ranges over a set, and the variable as a term over these. It is false for sets that
// are not written as large sets of bindings or tuples, and where some term in them may
// have no value.
func components(set zed.Expr, name string) (inner zed.Text, whole zed.Expr, ok bool) {
	power, _ := set.Typ().(zed.PowerType)
	switch s := set.(type) {
	case *zed.Op:
		if s.Op != zed.Cross || !slices.ContainsFunc(s.Args, isLarge) {
			return inner, nil, false
		}
		tuple := &zed.TupleExt{Info: zed.Info{Span: s.At(), Type: power.Elem}}
		for k, a := range s.Args {
			part := partDeclared(name, strconv.Itoa(k+1), a)
			inner.Decls = append(inner.Decls, part)
			tuple.Elems = append(tuple.Elems, variableOf(part))
		}
		return inner, tuple, true
	case *zed.Comp:
		if !isLarge(s) || !isTotal(s.Body) || s.Text.Pred != nil && !isTotal(s.Text.Pred) {
			return inner, nil, false
		}
		values := map[string]zed.Expr{}
		for _, d := range s.Text.Decls {
			for _, n := range d.Names {
				part := partDeclared(name, n.Name, d.Type)
				if _, twice := values[n.Name]; twice {
					return inner, nil, false
				}
				values[n.Name] = variableOf(part)
				inner.Decls = append(inner.Decls, part)
			}
		}
		inner.Pred = schema.Substitute(s.Text.Pred, values)
		return inner, schema.Substitute(s.Body, values), true
	}
	return inner, nil, false
}

// isLarge tells whether the form of a set shows that it is large, or has bindings or
// tuples with a component from a large set.
func isLarge(e zed.Expr) bool {
	c, ok := e.(*zed.Comp)
	if !ok {
		return toolkit.Large(e)
	}
	switch c.Body.(type) {
	case *zed.Binding, *zed.TupleExt:
		return c.Op == zed.SetComp && slices.ContainsFunc(c.Text.Decls,
			func(d zed.Decl) bool { return len(d.Names) > 0 && isLarge(d.Type) })
	}
	return false
}

// isTotal tells whether all parts of a term have values, as its form shows.
func isTotal(e zed.Expr) bool {
	return !toolkit.MayFail(e, false) && !slices.ContainsFunc(zed.Children(e),
		func(x zed.Expr) bool { return x != nil && !isTotal(x) })
}

// partDeclared returns the declaration of a component of a variable.
func partDeclared(of, name string, set zed.Expr) zed.Decl {
	return zed.Decl{Names: []zed.Ident{{Name: of + "." + name, Span: set.At()}}, Type: set}
}

// variableOf returns the variable of a declaration that declares one.
func variableOf(d zed.Decl) *zed.Ref {
	power, _ := d.Type.Typ().(zed.PowerType)
	return zed.LocalRef(d.Names[0].Name, power.Elem)
}

// replaceVariables returns a quantifier with other variables in place of the first of its i-th
// declaration.
func replaceVariables(q *zed.Quant, i int, inner zed.Text, whole zed.Expr) *zed.Quant {
	d := q.Text.Decls[i]
	in := map[string]zed.Expr{d.Names[0].Name: whole}
	decls := append(append([]zed.Decl{}, q.Text.Decls[:i]...), inner.Decls...)
	if rest := d.Names[1:]; len(rest) > 0 {
		decls = append(decls, zed.Decl{Names: rest, Type: d.Type})
	}
	selections := &selecting{from: whole, memo: map[zed.Expr]zed.Expr{}}
	body := func(e zed.Expr) zed.Expr { return selections.apply(schema.Substitute(e, in)) }
	text := zed.Text{Decls: append(decls, q.Text.Decls[i+1:]...), Pred: inner.Pred}
	switch own := body(q.Text.Pred); {
	case text.Pred == nil:
		text.Pred = own
	case own != nil:
		text.Pred = schema.Conjoin([]zed.Expr{text.Pred, own})
	}
	return &zed.Quant{Info: q.Info, Q: q.Q, Text: text, Body: body(q.Body)}
}

// selecting replaces selections from a binding or tuple by the components.
type selecting struct {
	from zed.Expr
	memo map[zed.Expr]zed.Expr
}

func (s *selecting) apply(e zed.Expr) zed.Expr {
	if e == nil || e == s.from {
		return e
	}
	if out, ok := s.memo[e]; ok {
		return out
	}
	out := e
	switch x := e.(type) {
	case *zed.Select:
		if b, ok := x.X.(*zed.Binding); ok && x.X == s.from {
			out = b.Values[slices.Index(b.Names, x.Name)]
		}
	case *zed.TupleSelect:
		if t, ok := x.X.(*zed.TupleExt); ok && x.X == s.from {
			out = t.Elems[x.Index-1]
		}
	}
	if out == e {
		out = zed.Rebuild(e, s.apply)
	}
	s.memo[e] = out
	return out
}

// memberWhere returns v ∈ S and P of v, where a predicate is v ∈ {x : S | P} of a variable v;
// nil for others.
func memberWhere(e *zed.Op) (member, holds zed.Expr) {
	if e.Op != zed.In {
		return nil, nil
	}
	v, isVariable := e.Args[0].(*zed.Ref)
	set, name, pred := restricted(e.Args[1])
	if !isVariable || set == nil {
		return nil, nil
	}
	return &zed.Op{Info: e.Info, Op: zed.In, Args: []zed.Expr{v, set}},
		schema.Substitute(pred, map[string]zed.Expr{name: v})
}

// restricted takes {x : S | P} apart; set is nil for others.
func restricted(e zed.Expr) (set zed.Expr, name string, pred zed.Expr) {
	c, ok := e.(*zed.Comp)
	if !ok || c.Op != zed.SetComp || len(c.Text.Decls) != 1 || len(c.Text.Decls[0].Names) != 1 {
		return nil, "", nil
	}
	d := c.Text.Decls[0]
	if body, ok := c.Body.(*zed.Ref); !ok || body.Name != d.Names[0].Name {
		return nil, "", nil
	}
	return d.Type, d.Names[0].Name, c.Text.Pred
}
