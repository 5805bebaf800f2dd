package schema

import (
	"slices"
	"sort"

	"github.com/ttf-int/ttf-int/zed"
)

// Substitute returns e with every free occurrence of the named variables replaced.
// Bound variables that would capture a variable of a replacement are renamed. Parts
// that do not change are shared with e. The occurrence of a callee stays an occurrence;
// the replacement of its variables by terms changes its body.
func Substitute(e zed.Expr, replace map[string]zed.Expr) zed.Expr {
	return newSubstitution(replace, newCapturable()).apply(e)
}

// SubstituteAll does for several terms what Substitute does for one. Parts that they share are replaced once.
func SubstituteAll(terms []zed.Expr, replace map[string]zed.Expr) []zed.Expr {
	s := newSubstitution(replace, newCapturable())
	out := make([]zed.Expr, len(terms))
	for i, e := range terms {
		out[i] = s.apply(e)
	}
	return out
}

// Rename returns e with free variables renamed.
func Rename(e zed.Expr, names map[string]string) zed.Expr {
	return newRenaming(names, newCapturable()).apply(e)
}

// substitution replaces variables, once in each node.
type substitution struct {
	replace map[string]zed.Expr   // variables that are replaced by terms
	names   map[string]string     // variables that are renamed
	free    *zed.FreeNames        // finds the names that could be captured
	memo    map[zed.Expr]zed.Expr // results by node
}

func newSubstitution(replace map[string]zed.Expr, free *zed.FreeNames) *substitution {
	return &substitution{replace: replace, names: map[string]string{}, free: free, memo: map[zed.Expr]zed.Expr{}}
}

func newRenaming(names map[string]string, free *zed.FreeNames) *substitution {
	return &substitution{names: names, free: free, memo: map[zed.Expr]zed.Expr{}}
}

func (s *substitution) has(name string) bool {
	if _, ok := s.names[name]; ok {
		return true
	}
	_, ok := s.replace[name]
	return ok
}

func (s *substitution) touches(names []string) bool {
	for _, n := range names {
		if s.has(n) {
			return true
		}
	}
	return false
}

func (s *substitution) apply(e zed.Expr) zed.Expr {
	if e == nil {
		return nil
	}
	if o, ok := s.memo[e]; ok {
		return o
	}
	out := e
	if occur, ok := e.(*zed.Occur); ok {
		out = s.occur(occur)
	} else if s.touches(s.free.NamesOf(e)) {
		out = s.compute(e)
	}
	s.memo[e] = out
	return out
}

func (s *substitution) compute(e zed.Expr) zed.Expr {
	switch e := e.(type) {
	case *zed.Ref:
		if (e.Kind == zed.Local || e.Kind == zed.Unresolved) && s.has(e.Name) {
			if to, ok := s.names[e.Name]; ok {
				return &zed.Ref{Info: e.Info, Name: to, Kind: e.Kind}
			}
			return s.replace[e.Name]
		}
	case *zed.Quant:
		t, inner := s.text(e.Text, e.Body)
		return &zed.Quant{Info: e.Info, Q: e.Q, Text: t, Body: inner.apply(e.Body)}
	case *zed.Comp:
		t, inner := s.text(e.Text, e.Body)
		return &zed.Comp{Info: e.Info, Op: e.Op, Text: t, Body: inner.apply(e.Body)}
	case *zed.Schema:
		t, _ := s.text(e.Text, nil)
		return &zed.Schema{Info: e.Info, Text: t}
	case *zed.Let:
		return s.let(e)
	}
	return zed.Rebuild(e, s.apply)
}

func (s *substitution) occur(o *zed.Occur) zed.Expr {
	body := s.apply(o.Body)
	moved := false
	for _, v := range o.Vars {
		_, renamed := s.names[v.Name]
		moved = moved || renamed
	}
	if !moved && body == o.Body {
		return o
	}
	out := &zed.Occur{Info: o.Info, Schema: o.Schema, Index: o.Index, Vars: s.vars(o.Vars), Body: body,
		Rename: map[string]string{}}
	original := map[string]string{}
	for from, to := range o.Rename {
		original[to] = from
	}
	for i, v := range o.Vars {
		from, ok := original[v.Name]
		if !ok {
			from = v.Name
		}
		if to := out.Vars[i].Name; to != from {
			out.Rename[from] = to
		}
	}
	return out
}

// vars renames components.
func (s *substitution) vars(vars []zed.Var) []zed.Var {
	out := make([]zed.Var, len(vars))
	for i, v := range vars {
		if to, ok := s.names[v.Name]; ok {
			v.Name = to
		}
		v.Decl = s.apply(v.Decl)
		out[i] = v
	}
	return out
}

// text substitutes in a schema text. It returns the substitution for the terms in which
// the text's variables are bound.
func (s *substitution) text(t zed.Text, body zed.Expr) (zed.Text, *substitution) {
	var bound []string
	for _, d := range t.Decls {
		for _, n := range d.Names {
			bound = append(bound, n.Name)
		}
	}
	inner, fresh := s.enterBinder(bound, []zed.Expr{t.Pred, body})
	out := zed.Text{Decls: make([]zed.Decl, len(t.Decls)), Pred: inner.apply(t.Pred)}
	for i, d := range t.Decls {
		out.Decls[i] = zed.Decl{Names: append([]zed.Ident(nil), d.Names...), Type: s.apply(d.Type)}
		for j, n := range d.Names {
			if f, ok := fresh[n.Name]; ok {
				out.Decls[i].Names[j].Name = f
			}
		}
	}
	return out, inner
}

func (s *substitution) let(e *zed.Let) zed.Expr {
	inner, fresh := s.enterBinder(e.Names, []zed.Expr{e.Body})
	out := &zed.Let{Info: e.Info, Names: append([]string(nil), e.Names...), Body: inner.apply(e.Body)}
	for i, n := range e.Names {
		if f, ok := fresh[n]; ok {
			out.Names[i] = f
		}
	}
	for _, v := range e.Values {
		out.Values = append(out.Values, s.apply(v))
	}
	return out
}

// enterBinder returns the substitution below a binder of the given names, and the new names
// of those that would capture a variable.
func (s *substitution) enterBinder(bound []string, terms []zed.Expr) (*substitution, map[string]string) {
	var names []string
	for _, t := range terms {
		names = zed.MergeNames(names, s.free.NamesOf(t))
	}
	taken := map[string]bool{}
	for _, n := range bound {
		taken[n] = true
	}
	below := s.removeHidden(bound, names)
	fresh := map[string]string{}
	for _, n := range bound {
		if !below.captures(n) {
			continue
		}
		for _, m := range names {
			taken[m] = true
		}
		f := FreshName(n, taken)
		taken[f] = true
		fresh[n] = f
	}
	if len(fresh) == 0 {
		return below, nil
	}
	return below.addRenamings(fresh), fresh
}

// removeHidden returns the substitution without variables that a binder hides or that are not
// free below it.
func (s *substitution) removeHidden(bound, free []string) *substitution {
	if !s.touches(bound) {
		relevant := 0
		for _, n := range free {
			if s.has(n) {
				relevant++
			}
		}
		if relevant == len(s.names)+len(s.replace) {
			return s
		}
	}
	out := newSubstitution(map[string]zed.Expr{}, s.free)
	for _, n := range free {
		if slices.Contains(bound, n) {
			continue
		}
		if to, ok := s.names[n]; ok {
			out.names[n] = to
		} else if to, ok := s.replace[n]; ok {
			out.replace[n] = to
		}
	}
	return out
}

// captures tells whether a replacement has the given name free.
func (s *substitution) captures(name string) bool {
	for _, to := range s.names {
		if to == name {
			return true
		}
	}
	for _, e := range s.replace {
		i := sort.SearchStrings(s.free.NamesOf(e), name)
		if i < len(s.free.NamesOf(e)) && s.free.NamesOf(e)[i] == name {
			return true
		}
	}
	return false
}

// addRenamings adds renamings of bound variables.
func (s *substitution) addRenamings(fresh map[string]string) *substitution {
	out := newSubstitution(s.replace, s.free)
	for from, to := range s.names {
		out.names[from] = to
	}
	for from, to := range fresh {
		out.names[from] = to
	}
	return out
}

// FreshName returns a name that is not taken and is similar to the given one, with the same
// decoration: list', list₁', list₂'.
func FreshName(name string, taken map[string]bool) string {
	base := zed.BaseName(name)
	mark := name[len(base):]
	for i := 1; ; i++ {
		if n := base + subscript(i) + mark; !taken[n] {
			return n
		}
	}
}

func subscript(n int) string {
	digits := []rune("₀₁₂₃₄₅₆₇₈₉")
	var out []rune
	for ; n > 0; n /= 10 {
		out = append([]rune{digits[n%10]}, out...)
	}
	return string(out)
}
