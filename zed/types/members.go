package types

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// member returns the variable and the element of x ∈ v, or nil.
func (d *definer) member(e zed.Expr) (*zed.Definition, zed.Expr) {
	in, ok := e.(*zed.Op)
	if !ok || in.Op != zed.In {
		return nil, nil
	}
	return d.global(in.Args[1]), in.Args[0]
}

// characterised takes x ∈ v ⇔ condition, for all values of a text's variables.
// Where these are all that v may have, v is the set of the x that meet the
// condition; otherwise that is known of some values alone, or by recursion.
func (d *definer) characterised(t zed.Text, e *zed.Logic) {
	sides := e.Args
	v, arg := d.member(sides[0])
	if w, other := d.member(sides[1]); w != nil && (v == nil || v == w && !structural(arg) && structural(other)) {
		v, arg, sides = w, other, []zed.Expr{sides[1], sides[0]}
	}
	if v == nil || v.Value != nil || len(v.Clauses) > 0 {
		return
	}
	if covers(t, arg, sets(v)) && !slices.Contains(zed.NewFreeNames(zed.Global).Of(sides[1]), v.Name) {
		v.Value = &zed.Comp{Info: zed.Info{Span: sides[0].At(), Type: sides[0].(*zed.Op).Args[1].Typ()},
			Op:   zed.SetComp,
			Text: restricted(t, sides[1]), Body: arg}
		v.Said = append(v.Said, e.At())
		d.found[v.Name] = v
		return
	}
	d.noteMember(v, t, e, arg, sides[1])
	if s := d.sets[v.Name]; s != nil && len(t.Decls) > 0 && (structural(arg) || hasInfinitelyManyValues(arg.Typ())) {
		s.enduring = true
	}
}

// fact takes x ∈ v, or x ∉ v, which whole says.
func (d *definer) fact(t zed.Text, whole, in zed.Expr, holds bool) {
	if v, arg := d.member(in); v != nil {
		d.noteMember(v, t, whole, arg, &zed.Truth{Info: zed.Info{Span: whole.At(), Type: zed.BoolType{}}, Value: holds})
	}
}

// noteMember notes what e says of a member of v. What is said of a single value that
// other axioms may leave open is a condition on that value.
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
	if structural(arg) || len(t.Decls) == 0 {
		s.clauses = slices.Insert(s.clauses, 0, c) // what fits anything comes last
	} else {
		s.clauses = append(s.clauses, c)
	}
	s.said = append(s.said, e.At())
}

// structural tells whether a term takes a value apart: there is a variable inside of
// what a constructor makes, or of a sequence.
func structural(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Apply:
		fn, ok := e.Fn.(*zed.Ref)
		return ok && fn.Kind == zed.Constant && !ground(e.Arg)
	case *zed.SeqExt:
		return !ground(e)
	case *zed.Op:
		return e.Op == zed.Cat && !ground(e)
	case *zed.TupleExt:
		return slices.ContainsFunc(e.Elems, structural)
	}
	return false
}

// ground tells whether a term is a value as it stands: of constants, constructors
// and numbers.
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

// hasInfinitelyManyValues tells whether a type has values without an end, for which no free type is
// needed.
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

// sets returns what the components of the elements of a declared set are in: for
// v : ℙ (X × Y) and v : X ↔ Y it is X and Y.
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

// domains returns what the components of a function's arguments are in.
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

// covers tells whether a pattern is a variable, or the tuple of different ones, for
// every value that there may be: each variable runs through all of its type, or
// through what the component is declared in.
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
