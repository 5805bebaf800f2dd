package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve/partial"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// replaceFixed replaces the variables of an ∃ that an equation in it says to be a term which
// always has a value: ∃ x : S; y : T • x = e ∧ P becomes ∃ y : T • e ∈ S ∧ P with e for x. What
// such a variable is would else be chosen anew, and found to be another at the end.
func (o *opening) replaceFixed(q *zed.Quant) zed.Expr {
	if q.Q != zed.Exists {
		return q
	}
	decls, changed := q.Text.Decls, false
	conjuncts := splitEquations(conjunctsOf(q.Body, conjunctsOf(q.Text.Pred, nil)), decls)
	for {
		found := o.findFixed(decls, conjuncts)
		if len(found.in) == 0 {
			break
		}
		changed, decls = true, found.decls
		left := append(found.members, conjuncts...)
		left = slices.DeleteFunc(left, func(c zed.Expr) bool { return found.said[c] })
		conjuncts = splitEquations(schema.SubstituteAll(left, found.in), decls)
	}
	switch body := schema.Conjoin(conjuncts); {
	case !changed:
		return q
	case len(decls) == 0:
		return body
	default:
		return &zed.Quant{Info: q.Info, Q: q.Q, Text: zed.Text{Decls: decls}, Body: body}
	}
}

// fixedOnes are variables that are replaced at once.
type fixedOnes struct {
	in      map[string]zed.Expr // what they are, in which none of them occurs
	said    map[zed.Expr]bool   // the equations that say so
	members []zed.Expr          // that they lie in the sets over which they range
	decls   []zed.Decl          // the declarations of the others
}

// findFixed finds variables of declarations that conjuncts say to be terms which always have a value.
func (o *opening) findFixed(decls []zed.Decl, conjuncts []zed.Expr) fixedOnes {
	out := fixedOnes{in: map[string]zed.Expr{}, said: map[zed.Expr]bool{}, decls: slices.Clone(decls)}
	mentioned := map[string]bool{} // in what the others are
	for i := 0; i < len(out.decls); {
		d := out.decls[i]
		at, e := o.fixed(d, conjuncts)
		if at < 0 || out.said[conjuncts[at]] || !isTotal(d.Type) || o.captures(d.Type, decls) ||
			mentioned[d.Names[0].Name] || o.mentionsAny(e, out.in) {
			i++
			continue
		}
		v := d.Names[0]
		rest := slices.Clone(out.decls[:i])
		if others := d.Names[1:]; len(others) > 0 {
			rest = append(rest, zed.Decl{Names: others, Type: d.Type})
		}
		out.decls = append(rest, out.decls[i+1:]...)
		out.in[v.Name], out.said[conjuncts[at]] = e, true
		for _, name := range o.free.NamesOf(e) {
			mentioned[name] = true
		}
		if !toolkit.Full(d.Type) {
			out.members = append(out.members, &zed.Op{Info: zed.Info{Span: v.Span, Type: zed.BoolType{}}, Op: zed.In,
				Args: []zed.Expr{e, d.Type}})
		}
	}
	return out
}

// mentionsAny tells whether some of the replaced variables occur in a term.
func (o *opening) mentionsAny(e zed.Expr, replaced map[string]zed.Expr) bool {
	return slices.ContainsFunc(o.free.NamesOf(e), func(name string) bool { return replaced[name] != nil })
}

// fixed returns which of some conjuncts says that the first variable of a declaration is a term
// in which it does not occur and which always has a value, and that term; -1 where none does.
func (o *opening) fixed(d zed.Decl, conjuncts []zed.Expr) (at int, is zed.Expr) {
	if len(d.Names) == 0 {
		return -1, nil
	}
	name := d.Names[0].Name
	for k, c := range conjuncts {
		eq, ok := c.(*zed.Op)
		if !ok || eq.Op != zed.Equal {
			continue
		}
		for i, side := range eq.Args {
			r, ok := side.(*zed.Ref)
			other := eq.Args[1-i]
			if ok && r.Kind == zed.Local && r.Name == name && isTotal(other) &&
				!slices.Contains(o.free.NamesOf(other), name) {
				return k, other
			}
		}
	}
	return -1, nil
}

// conjunctsOf adds the conjuncts of a predicate to others, those of what occurs in it too.
func conjunctsOf(e zed.Expr, out []zed.Expr) []zed.Expr {
	switch x := e.(type) {
	case nil:
		return out
	case *zed.Occur:
		return conjunctsOf(x.Body, out)
	case *zed.Logic:
		if x.Op == zed.And {
			for _, a := range x.Args {
				out = conjunctsOf(a, out)
			}
			return out
		}
	}
	return append(out, e)
}

// captures tells whether the set of a declaration mentions a name that the quantifier declares,
// so that it would mean something else below.
func (o *opening) captures(set zed.Expr, decls []zed.Decl) bool {
	return slices.ContainsFunc(o.free.NamesOf(set), func(name string) bool { return declares(decls, name) })
}

// splitEquations replaces equations with bindings and tuples that are written out by those between
// their components. Where the other side is a variable, it does so only where each component is one
// of the declared variables, since an equation says better what a variable is than its parts do.
func splitEquations(conjuncts []zed.Expr, decls []zed.Decl) []zed.Expr {
	var out []zed.Expr
	for _, c := range conjuncts {
		if eq, ok := c.(*zed.Op); ok {
			if parts, all := partial.SplitEquation(eq); all || len(parts) > 0 && declaresParts(eq, decls) {
				out = append(out, splitEquations(parts, decls)...)
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// declaresParts tells whether a side of an equation is written out of declared variables alone, which
// the other side does not mention.
func declaresParts(eq *zed.Op, decls []zed.Decl) bool {
	for i, side := range eq.Args {
		var parts []zed.Expr
		switch x := side.(type) {
		case *zed.Binding:
			parts = x.Values
		case *zed.TupleExt:
			parts = x.Elems
		default:
			continue
		}
		other, ok := eq.Args[1-i].(*zed.Ref)
		open := func(e zed.Expr) bool {
			r, ok := e.(*zed.Ref)
			return !ok || !declares(decls, r.Name)
		}
		return ok && !declares(decls, other.Name) && !slices.ContainsFunc(parts, open)
	}
	return false
}

// declares tells whether declarations declare a name.
func declares(decls []zed.Decl, name string) bool {
	return slices.ContainsFunc(decls, func(d zed.Decl) bool {
		return slices.ContainsFunc(d.Names, func(n zed.Ident) bool { return n.Name == name })
	})
}

// splitMembership returns what the membership of a binding or tuple that is written out says of
// its components; nil for others.
func splitMembership(e *zed.Op) []zed.Expr {
	if e.Op != zed.In {
		return nil
	}
	in := func(x, set zed.Expr) zed.Expr {
		return &zed.Op{Info: e.Info, Op: zed.In, Args: []zed.Expr{x, set}}
	}
	var out []zed.Expr
	switch x := e.Args[0].(type) {
	case *zed.TupleExt:
		if set, ok := e.Args[1].(*zed.Op); ok && set.Op == zed.Cross && len(set.Args) == len(x.Elems) {
			for i, a := range set.Args {
				out = append(out, in(x.Elems[i], a))
			}
		}
	case *zed.Binding:
		set := toolkit.BindingsOf(e.Args[1])
		if set == nil {
			return nil
		}
		values := map[string]zed.Expr{}
		for i, name := range x.Names {
			out = append(out, in(x.Values[i], set.Sets[name]))
			values[set.Variables[name]] = x.Values[i]
		}
		if set.Pred != nil {
			out = append(out, schema.Substitute(set.Pred, values))
		}
	}
	return out
}
