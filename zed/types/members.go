package types

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// member returns the definition of v and the term x of a membership x ∈ v, or nil.
func (d *definer) member(e zed.Expr) (*zed.Definition, zed.Expr) {
	in, ok := e.(*zed.Op)
	if !ok || in.Op != zed.In {
		return nil, nil
	}
	return d.global(in.Args[1]), in.Args[0]
}

// characterise processes x ∈ v ⇔ condition, for all values of a text's variables.
// Where these are all possible members, v is the set of the x that satisfy the
// condition. Otherwise this is known for some values only, or by recursion.
func (d *definer) characterise(t zed.Text, e *zed.Logic) {
	sides := e.Args
	v, arg := d.member(sides[0])
	if w, other := d.member(sides[1]); w != nil && (v == nil || v == w && !isStructural(arg) && isStructural(other)) {
		v, arg, sides = w, other, []zed.Expr{sides[1], sides[0]}
	}
	if v == nil || v.Value != nil || len(v.Clauses) > 0 {
		return
	}
	if covers(t, arg, sets(v)) && !slices.Contains(zed.NewFreeNames(zed.Global).NamesOf(sides[1]), v.Name) {
		v.Value = &zed.Comp{Info: zed.Info{Span: sides[0].At(), Type: sides[0].(*zed.Op).Args[1].Typ()},
			Op:   zed.SetComp,
			Text: restrictText(t, sides[1]), Body: arg}
		v.Said = append(v.Said, e.At())
		d.found[v.Name] = v
		return
	}
	d.noteMember(v, t, e, arg, sides[1])
	if s := d.sets[v.Name]; s != nil && len(t.Decls) > 0 && (isStructural(arg) || hasInfinitelyManyValues(arg.Typ())) {
		s.enduring = true
	}
}

// fact processes x ∈ v, or x ∉ v, which is the predicate whole.
func (d *definer) fact(t zed.Text, whole, in zed.Expr, holds bool) {
	if v, arg := d.member(in); v != nil {
		d.noteMember(v, t, whole, arg, &zed.Truth{Info: zed.Info{Span: whole.At(), Type: zed.BoolType{}}, Value: holds})
	}
}

// noteMember adds what a predicate e says about a member of v. What it says about a
// single value, for which other axioms may leave v open, becomes a condition on that
// value.
func (d *definer) noteMember(v *zed.Definition, t zed.Text, e, arg, condition zed.Expr) {
	if len(t.Decls) == 0 && !ground(arg) || t.Pred != nil && len(t.Decls) == 0 {
		return
	}
	s := d.sets[v.Name]
	if s == nil {
		s = &membership{}
		d.sets[v.Name] = s
	}
	c := zed.Clause{Text: t, Arg: arg, Value: condition}
	if isStructural(arg) || len(t.Decls) == 0 {
		s.clauses = slices.Insert(s.clauses, 0, c) // what fits anything comes last
	} else {
		s.clauses = append(s.clauses, c)
	}
	s.said = append(s.said, e.At())
}

// isStructural tells whether a pattern decomposes a value: it has a variable inside a
// constructor or a sequence.
func isStructural(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Apply:
		fn, ok := e.Fn.(*zed.Ref)
		return ok && fn.Kind == zed.Constant && !ground(e.Arg)
	case *zed.SeqExt:
		return !ground(e)
	case *zed.Op:
		return e.Op == zed.Cat && !ground(e)
	case *zed.TupleExt:
		return slices.ContainsFunc(e.Elems, isStructural)
	}
	return false
}

// ground tells whether a term is a literal value, made of constants, constructors and
// numbers.
func ground(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Num, *zed.Str:
		return true
	case *zed.Ref:
		return e.Kind == zed.Constant
	case *zed.Apply:
		return ground(e.Fn) && ground(e.Arg)
	case *zed.SeqExt, *zed.TupleExt, *zed.SetExt:
		return !slices.ContainsFunc(zed.Children(e), func(c zed.Expr) bool { return !ground(c) })
	case *zed.Op:
		return e.Op == zed.EmptySet
	}
	return false
}

// hasInfinitelyManyValues tells whether a type has infinitely many values even without
// free types.
func hasInfinitelyManyValues(t zed.Type) bool {
	switch t := t.(type) {
	case zed.IntType, zed.StrType:
		return true
	case zed.PowerType:
		return hasInfinitelyManyValues(t.Elem)
	case zed.ProductType:
		return slices.ContainsFunc(t.Elems, hasInfinitelyManyValues)
	case zed.SchemaType:
		return slices.ContainsFunc(t.Fields, func(f zed.Field) bool { return hasInfinitelyManyValues(f.Type) })
	}
	return false
}

// sets returns the sets in which the components of the elements of a declared set lie:
// for v : ℙ (X × Y) and v : X ↔ Y these are X and Y.
func sets(v *zed.Definition) []zed.Expr {
	o, ok := v.Set.(*zed.Op)
	switch {
	case !ok:
		return nil
	case len(o.Args) == 2:
		return o.Args
	case toolkit.IsPower(o.Op):
		return factors(o.Args[0])
	}
	return nil
}

// domains returns the sets in which the components of a function's arguments lie.
func domains(v *zed.Definition) []zed.Expr {
	if o, ok := v.Set.(*zed.Op); ok && len(o.Args) == 2 {
		return factors(o.Args[0])
	}
	return nil
}

func factors(set zed.Expr) []zed.Expr {
	if o, ok := set.(*zed.Op); ok && o.Op == zed.Cross {
		return o.Args
	}
	return []zed.Expr{set}
}

// covers tells whether a pattern matches all possible values: it is a variable, or a
// tuple of different variables, and each ranges over all of its type, or over the set
// in which the component is declared.
func covers(t zed.Text, arg zed.Expr, declared []zed.Expr) bool {
	over := map[string]zed.Expr{}
	for _, d := range t.Decls {
		for _, n := range d.Names {
			over[n.Name] = d.Type
		}
		if len(d.Names) == 0 {
			return false
		}
	}
	parts := []zed.Expr{arg}
	if tuple, ok := arg.(*zed.TupleExt); ok {
		parts = tuple.Elems
	}
	if t.Pred != nil || len(parts) != len(over) {
		return false
	}
	for i, p := range parts {
		v, ok := p.(*zed.Ref)
		if !ok || over[v.Name] == nil {
			return false
		}
		set := over[v.Name]
		delete(over, v.Name)
		if !toolkit.Full(set) && (len(declared) != len(parts) || zed.Print(set, zed.Unicode) != zed.Print(declared[i],
			zed.Unicode)) {
			return false
		}
	}
	return true
}
