package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/partial"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// certainty says which conjuncts of a quantifier's body are known to have a truth
// value. The quantifier is not false merely because no value makes all of them true:
// for some value a conjunct may be undefined.
type certainty struct {
	// asked are terms and predicates that may be undefined and do not mention what the
	// quantifier declares.
	asked []*atom
	// doubt says that other conjuncts may be undefined for some values.
	doubt bool
	// defined is the search without these, and sure the one without those that rest on
	// asked as well; nil where nothing is left.
	defined, sure *Prepared
}

// certaintyOf returns the certainty for the conjuncts of a nested search.
func (c *Cache) certaintyOf(vars []solve.Var, conjuncts []zed.Expr, g *eval.Globals, o solve.Options,
	nested int) *certainty {
	out := &certainty{}
	var defined, sure []zed.Expr
	for _, e := range conjuncts {
		w := &doubts{cache: c, own: map[string]bool{}, functions: map[string]bool{}}
		for _, v := range vars {
			w.own[v.Name] = true
			w.functions[v.Name] = partial.IsFunctions(v.Decl)
		}
		if !slices.ContainsFunc(c.free.NamesOf(e), func(n string) bool { return w.own[n] }) {
			if w.look(e, nil); w.doubt || len(w.closed) > 0 {
				w.closed, w.doubt = []zed.Expr{e}, false
			}
		} else {
			w.look(e, nil)
		}
		for _, t := range w.closed {
			out.asked = append(out.asked, c.atom(t, g, o, nested+1))
		}
		if w.doubt {
			out.doubt = true
			continue
		}
		defined = append(defined, e)
		if len(w.closed) == 0 {
			sure = append(sure, e)
		}
	}
	if out.doubt && len(defined) > 0 {
		out.defined = prepareLocked(vars, conjunction(defined), g, o, c, nested+1)
	}
	if len(out.asked) > 0 && len(sure) > 0 {
		out.sure = prepareLocked(vars, conjunction(sure), g, o, c, nested+1)
	}
	return out
}

// parts splits a predicate, or its negation, into conjuncts.
func parts(e zed.Expr, negated bool) []zed.Expr {
	var out []zed.Expr
	switch e := e.(type) {
	case *zed.Occur:
		return parts(e.Body, negated)
	case *zed.Logic:
		switch {
		case e.Op == zed.Not:
			return parts(e.Args[0], !negated)
		case e.Op == zed.And && !negated, e.Op == zed.Or && negated:
			for _, a := range e.Args {
				out = append(out, parts(a, negated)...)
			}
			return out
		case e.Op == zed.Implies && negated:
			return append(parts(e.Args[0], false), parts(e.Args[1], true)...)
		}
	}
	if negated {
		e = &zed.Logic{Info: zed.Info{Span: e.At(), Type: zed.BoolType{}}, Op: zed.Not, Args: []zed.Expr{e}}
	}
	return []zed.Expr{e}
}

// conjunction joins predicates, one or more.
func conjunction(es []zed.Expr) zed.Expr {
	if len(es) == 1 {
		return es[0]
	}
	return &zed.Logic{Info: zed.Info{Span: es[0].At(), Type: zed.BoolType{}}, Op: zed.And, Args: es}
}

// isCertain tells whether a body that no value makes true is false for every value.
func (c *certainty) isCertain(s *search, bound map[string]value.Value) bool {
	for _, a := range c.asked {
		if !a.hasValue(s, bound) {
			return c.sure != nil && c.sure.solveNested(s, bound).Outcome == solve.Unsatisfiable
		}
	}
	return !c.doubt || c.defined != nil && c.defined.solveNested(s, bound).Outcome == solve.Unsatisfiable
}

// hasValue tells whether a term has a value, or a predicate a truth value.
func (a *atom) hasValue(s *search, bound map[string]value.Value) bool {
	values := make([]value.Value, len(a.free))
	for i, name := range a.free {
		v, ok := bound[name]
		if !ok {
			return false
		}
		values[i] = v
	}
	if _, predicate := a.expr.Typ().(zed.BoolType); predicate {
		t := a.truth(s.work, values)
		return t.truth == eval.True || t.truth == eval.False
	}
	if a.prog == nil {
		return false
	}
	_, reason := a.prog.ValueIn(s.work, values)
	return reason == nil
}

// doubts finds terms that may have no value.
type doubts struct {
	cache     *Cache
	own       map[string]bool // the variables that the quantifier declares
	functions map[string]bool // the own variables whose values are functions
	closed    []zed.Expr      // terms that may have no value and mention no own variables
	doubt     bool            // whether there are other such terms
	seen      map[zed.Expr]bool
}

// guard says that a variable was declared to be in the domain of another one.
type guard struct{ function, index string }

// look walks over a predicate. inner has the names that are declared on the way, with
// what their declarations state.
func (w *doubts) look(e zed.Expr, inner map[string]guard) {
	if w.seen == nil {
		w.seen = map[zed.Expr]bool{}
	}
	if e == nil || w.seen[e] {
		return
	}
	w.seen[e] = true
	if toolkit.MayFail(e, true) && !w.isGuarded(e, inner) {
		if slices.ContainsFunc(w.cache.free.NamesOf(e), func(n string) bool {
			_, is := inner[n]
			return is ||
				w.own[n]
		}) {
			w.doubt = true
		} else {
			w.closed = append(w.closed, e)
		}
		return
	}
	var text *zed.Text
	switch x := e.(type) {
	case *zed.Quant:
		text = &x.Text
	case *zed.Comp:
		text = &x.Text
	case *zed.Let:
		text = &zed.Text{}
		for _, n := range x.Names {
			text.Decls = append(text.Decls, zed.Decl{Names: []zed.Ident{{Name: n}}})
		}
	}
	if text != nil {
		inner = declaring(*text, inner)
	}
	for _, child := range zed.Children(e) {
		w.look(child, inner)
	}
}

// declaring returns the names that are declared within a text.
func declaring(t zed.Text, outer map[string]guard) map[string]guard {
	inner := map[string]guard{}
	for n, g := range outer {
		inner[n] = g
	}
	for _, d := range t.Decls {
		g := guard{}
		if dom, ok := d.Type.(*zed.Op); ok && dom.Op == zed.Dom && len(dom.Args) == 1 {
			if f, ok := dom.Args[0].(*zed.Ref); ok {
				g.function = f.Name
			}
		}
		for _, n := range d.Names {
			g.index = n.Name
			inner[n.Name] = g
		}
	}
	return inner
}

// isGuarded tells whether a term is f i, where f is a function and i was declared to be
// in its domain.
func (w *doubts) isGuarded(e zed.Expr, inner map[string]guard) bool {
	a, ok := e.(*zed.Apply)
	if !ok {
		return false
	}
	f, isRef := a.Fn.(*zed.Ref)
	i, isIndex := a.Arg.(*zed.Ref)
	if !isRef || !isIndex || inner[i.Name].function != f.Name {
		return false
	}
	_, shadowed := inner[f.Name]
	return !shadowed && w.functions[f.Name]
}
