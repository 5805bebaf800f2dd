package schema

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// pred expands a term that stands for a predicate.
func (u *unfolder) pred(e zed.Expr) zed.Expr {
	if e == nil {
		return nil
	}
	if isSchema(e.Typ()) {
		return u.schema(e).Pred
	}
	if p, ok := u.preds[e]; ok {
		return p
	}
	if p := simplifySchemas(e); p != e {
		out := u.pred(p)
		u.preds[e] = out
		return out
	}
	var out zed.Expr
	switch e := e.(type) {
	case *zed.Logic:
		i := -1
		out = zed.Rebuild(e, func(a zed.Expr) zed.Expr { i++; return u.enterArgument(e.Op, i).pred(a) })
	case *zed.Quant:
		if e.Q != zed.Exists1 {
			out = u.unfoldQuantified(e, u)
			break
		}
		out = u.unfoldQuantified(e, u.c.plain)
		// There is one, and no other: what there is may be called.
		some := u.unfoldQuantified(&zed.Quant{Info: e.Info, Q: zed.Exists, Text: e.Text, Body: e.Body}, u)
		if len(listOccurrences(some)) > 0 {
			out = &zed.Logic{Info: boolean(e.Span), Op: zed.And, Args: []zed.Expr{some, out}}
		}
	case *zed.If:
		out = u.unfoldConditional(e.Span, u.c.plain.pred(e.Cond), u.pred(e.Then), u.pred(e.Else))
	case *zed.Let:
		out = u.let(e)
	default:
		out = u.term(e)
	}
	u.preds[e] = out
	return out
}

// maxLet is the largest number of nodes, counted as in the printed term, up to which
// local definitions are expanded. Nobody could read more.
const maxLet = 500

// let returns a predicate in which local definitions are expanded, so that its parts
// are conjuncts and disjuncts like any other.
func (u *unfolder) let(e *zed.Let) zed.Expr {
	values := map[string]zed.Expr{}
	for i, name := range e.Names {
		values[name] = e.Values[i]
	}
	if whole := Substitute(e.Body, values); treeSize(whole, map[zed.Expr]int{}) <= maxLet {
		return u.pred(whole)
	}
	return zed.Rebuild(e, func(a zed.Expr) zed.Expr {
		if a == e.Body {
			return u.pred(a)
		}
		return u.term(a)
	})
}

// treeSize returns the number of nodes of a term as a tree; where there are more than
// maxLet, some number greater than that.
func treeSize(e zed.Expr, known map[zed.Expr]int) int {
	if e == nil {
		return 0
	}
	if n, ok := known[e]; ok {
		return n
	}
	n := 1
	for _, c := range zed.Children(e) {
		n = min(n+treeSize(c, known), maxLet+1)
	}
	known[e] = n
	return n
}

// unfoldConditional returns the meaning of a conditional predicate: the first branch where the
// condition holds, and the second where it does not.
func (u *unfolder) unfoldConditional(at source.Span, cond, then, other zed.Expr) zed.Expr {
	and := func(a, b zed.Expr) zed.Expr {
		return &zed.Logic{Info: boolean(at), Op: zed.And, Args: []zed.Expr{a, b}}
	}
	not := &zed.Logic{Info: boolean(at), Op: zed.Not, Args: []zed.Expr{cond}}
	return &zed.Logic{Info: boolean(at), Op: zed.Or, Args: []zed.Expr{and(cond, then), and(not, other)}}
}

func (u *unfolder) unfoldQuantified(e *zed.Quant, body *unfolder) zed.Expr {
	bound := u.c.plain
	if e.Q == zed.Exists {
		bound = u // what is said of the variables is a conjunct
	}
	text := bound.text(e.Text)
	b := body.pred(e.Body)
	if b == e.Body && isSameText(text, e.Text) {
		return e
	}
	return &zed.Quant{Info: e.Info, Q: e.Q, Text: text, Body: b}
}

func isSameText(a, b zed.Text) bool {
	if a.Pred != b.Pred || len(a.Decls) != len(b.Decls) {
		return false
	}
	for i := range a.Decls {
		if a.Decls[i].Type != b.Decls[i].Type {
			return false
		}
	}
	return true
}

// text expands a schema text that binds variables, where included schemas become
// declarations.
func (u *unfolder) text(t zed.Text) zed.Text {
	seen, plain := map[string]bool{}, true
	for _, d := range t.Decls {
		plain = plain && len(d.Names) > 0
		for _, n := range d.Names {
			plain = plain && !seen[n.Name]
			seen[n.Name] = true
		}
	}
	out := zed.Text{}
	if plain {
		for _, d := range t.Decls {
			out.Decls = append(out.Decls, zed.Decl{Names: d.Names, Type: u.term(d.Type)})
		}
		out.Pred = u.pred(t.Pred)
		return out
	}
	n := u.box(t)
	for _, v := range n.Vars {
		out.Decls = append(out.Decls, declare(v))
	}
	if !isTruth(n.Pred, true) {
		out.Pred = n.Pred
	}
	return out
}

// term expands a term that stands for an expression. It contains no calls of units.
func (u *unfolder) term(e zed.Expr) zed.Expr {
	if u.units != nil {
		return u.c.plain.term(e)
	}
	if e == nil {
		return nil
	}
	if t, ok := u.terms[e]; ok {
		return t
	}
	out := u.termOf(e)
	u.terms[e] = out
	return out
}

func (u *unfolder) termOf(e zed.Expr) zed.Expr {
	switch e := e.(type) {
	case *zed.Ref:
		if e.Kind != zed.SchemaName && len(e.Args) > 0 {
			if _, _, ok := u.c.defs.Definition(e.Name); ok {
				return u.term(u.c.instance(e))
			}
		}
		if e.Kind != zed.SchemaName {
			return e
		}
		return u.unfoldSet(e)
	case *zed.Schema, *zed.Decorate, *zed.Rename, *zed.Hide, *zed.Combine, *zed.Pre:
		return u.unfoldSet(e)
	case *zed.Logic:
		if isSchema(e.Type) {
			return u.unfoldSet(e)
		}
		return u.pred(e)
	case *zed.Quant:
		if isSchema(e.Type) {
			return u.unfoldSet(e)
		}
		return u.pred(e)
	case *zed.Theta:
		return theta(u.schema(e.X).Vars, e.Mark, e.Span)
	case *zed.Comp:
		text, body := u.text(e.Text), u.term(e.Body)
		if t, ok := text.Pred.(*zed.Truth); ok && !t.Value && e.Op == zed.SetComp {
			return &zed.Op{Info: e.Info, Op: zed.EmptySet} // ∅[X], too
		}
		if body == e.Body && isSameText(text, e.Text) {
			return e
		}
		return &zed.Comp{Info: e.Info, Op: e.Op, Text: text, Body: body}
	case *zed.If:
		cond, then, other := u.pred(e.Cond), u.term(e.Then), u.term(e.Else)
		if cond == e.Cond && then == e.Then && other == e.Else {
			return e
		}
		return &zed.If{Info: e.Info, Cond: cond, Then: then, Else: other}
	}
	return zed.Rebuild(e, u.term)
}

func (u *unfolder) unfoldSet(e zed.Expr) zed.Expr {
	n := u.schema(e)
	return bindings(n.Vars, n.Pred, zed.Info{Span: e.At(), Type: e.Typ()})
}

func isSchema(t zed.Type) bool {
	p, ok := t.(zed.PowerType)
	if !ok {
		return false
	}
	_, ok = p.Elem.(zed.SchemaType)
	return ok
}
