package toolkit

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// Full tells whether a set is all of its type, by the form of its term: ℤ, a given or
// free type, power sets, products and relations of such sets, or the set of all
// bindings. A nil set, of a variable without a declared set, is full.
func Full(e zed.Expr) bool { return full(e, zed.Members{}) }

// FullOfFinite tells whether a set has all finite values of its type. This includes
// full sets, and sets such as 𝔽 X.
func FullOfFinite(e zed.Expr) bool { return full(e, zed.Members{Finite: true}) }

// IsAny tells whether a set has all values of its type that there are: all finite ones,
// and infinite functions on numbers.
func IsAny(e zed.Expr) bool {
	return Full(e) || FullOfFinite(e) && !ofNumbers(e.Typ())
}

// ofNumbers tells whether values of a type are, or contain, relations of numbers, but for
// those in values of free types.
func ofNumbers(t zed.Type) bool {
	switch t := t.(type) {
	case zed.PowerType:
		pair, ok := t.Elem.(zed.ProductType)
		return ok && len(pair.Elems) == 2 && pair.Elems[0] == (zed.IntType{}) || ofNumbers(t.Elem)
	case zed.ProductType:
		return slices.ContainsFunc(t.Elems, ofNumbers)
	case zed.SchemaType:
		return slices.ContainsFunc(t.Fields, func(f zed.Field) bool { return ofNumbers(f.Type) })
	}
	return false
}

// full tells whether a set is all of its type, apart from the conditions `demanded` on
// members of sets, if there are any.
func full(e zed.Expr, demanded zed.Members) bool {
	whole := func(e zed.Expr) bool { return full(e, demanded) }
	switch e := e.(type) {
	case nil, *zed.Universe:
		return true
	case *zed.Ref:
		return e.Kind == zed.GivenSet || e.Kind == zed.FreeType || e.Kind == zed.Builtin && !isNatural(e)
	case *zed.Op:
		m, space := MembersOf(e.Op)
		return (e.Op == zed.Cross || space && (m == zed.Members{} || m == demanded)) &&
			!slices.ContainsFunc(e.Args, func(a zed.Expr) bool { return !whole(a) })
	case *zed.Comp:
		return e.Op == zed.SetComp && isCarrier(e, whole)
	}
	return false
}

// isNatural tells whether a set of the toolkit is ℕ or ℕ₁, which do not have all
// integers.
func isNatural(e *zed.Ref) bool { return e.Name == "ℕ" || e.Name == "ℕ₁" }

// isCarrier recognises the sets of all bindings that zed.Carrier makes.
func isCarrier(e *zed.Comp, whole func(zed.Expr) bool) bool {
	if t, always := e.Text.Pred.(*zed.Truth); e.Text.Pred != nil && (!always || !t.Value) {
		return false
	}
	return namesAll(e) && !slices.ContainsFunc(e.Text.Decls, func(d zed.Decl) bool { return !whole(d.Type) })
}

// namesAll tells whether the elements of a set comprehension are bindings whose
// components are variables.
func namesAll(e *zed.Comp) bool {
	body, ok := e.Body.(*zed.Binding)
	return ok && !slices.ContainsFunc(body.Values, func(v zed.Expr) bool {
		r, ok := v.(*zed.Ref)
		return !ok || r.Kind != zed.Local
	})
}

// Components returns the sets that the components of a set of bindings range over, by
// their names, where the set has all such bindings and none of these sets depends on
// another component; otherwise nil.
func Components(e zed.Expr) map[string]zed.Expr {
	b := BindingsOf(e)
	if b == nil {
		return nil
	}
	declared := map[string]zed.Expr{}
	for name, variable := range b.Variables {
		declared[variable] = b.Sets[name]
	}
	if !Repeats(b.Pred, declared) {
		return nil
	}
	return b.Sets
}

// Bindings are the bindings of a set comprehension whose components are its variables.
type Bindings struct {
	Sets      map[string]zed.Expr // by component: what it ranges over
	Variables map[string]string   // by component: the variable that it is
	Pred      zed.Expr            // what is said of the variables, nil for nothing
}

// BindingsOf takes a set of bindings apart; nil where it is not a comprehension of this form, or a
// set that some component ranges over depends on another one.
func BindingsOf(e zed.Expr) *Bindings {
	c, ok := e.(*zed.Comp)
	if !ok || c.Op != zed.SetComp || !namesAll(c) {
		return nil
	}
	sets := map[string]zed.Expr{}
	for _, d := range c.Text.Decls {
		for _, n := range d.Names {
			sets[n.Name] = d.Type
		}
	}
	free := zed.NewFreeNames(zed.Local)
	for _, d := range c.Text.Decls {
		if slices.ContainsFunc(free.NamesOf(d.Type), func(name string) bool { return sets[name] != nil }) {
			return nil
		}
	}
	out := &Bindings{Sets: map[string]zed.Expr{}, Variables: map[string]string{}, Pred: c.Text.Pred}
	body := c.Body.(*zed.Binding)
	for i, name := range body.Names {
		from := body.Values[i].(*zed.Ref).Name
		if sets[from] == nil {
			return nil
		}
		out.Sets[name], out.Variables[name] = sets[from], from
		delete(sets, from) // two components of one name would be equal
	}
	if len(sets) > 0 {
		return nil
	}
	return out
}

// Repeats tells whether a predicate says no more than that variables are in the sets with
// which they are declared.
func Repeats(pred zed.Expr, sets map[string]zed.Expr) bool {
	switch e := pred.(type) {
	case nil:
		return true
	case *zed.Truth:
		return e.Value
	case *zed.Logic:
		return e.Op == zed.And && !slices.ContainsFunc(e.Args, func(a zed.Expr) bool { return !Repeats(a, sets) })
	case *zed.Op:
		if e.Op != zed.In {
			return false
		}
		name, ok := e.Args[0].(*zed.Ref)
		if !ok || sets[name.Name] == nil {
			return false
		}
		set := sets[name.Name]
		return e.Args[1] == set || zed.Print(e.Args[1], zed.Unicode) == zed.Print(set, zed.Unicode)
	}
	return false
}

// Infinite tells whether a set is infinite for all values of its variables, by the form
// of its term.
func Infinite(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Ref:
		return e.Kind == zed.Builtin
	case *zed.Op:
		m, _ := MembersOf(e.Op)
		switch {
		case IsSequences(e.Op) && !m.Injective, e.Op == zed.Bag:
			return isFilled(e.Args[0]) // seq ∅ has ⟨⟩ alone
		case IsPower(e.Op), e.Op == zed.Iseq:
			return Infinite(e.Args[0])
		case e.Op == zed.Cross, IsArrow(e.Op) && !m.Total && !m.Surjective:
			return slices.ContainsFunc(e.Args, Infinite) && !slices.ContainsFunc(e.Args,
				func(a zed.Expr) bool { return !isFilled(a) })
		}
	}
	return false
}

// isFilled tells whether a set is not empty for all values of its variables, by the form
// of its term.
func isFilled(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Universe:
		return true
	case *zed.Ref:
		return e.Kind == zed.Builtin || e.Kind == zed.GivenSet || e.Kind == zed.FreeType
	case *zed.SetExt:
		return len(e.Elems) > 0 && hasValue(e, true)
	case *zed.Op:
		m, space := MembersOf(e.Op)
		switch {
		case space && !m.Filled && !m.Total && !m.Surjective:
			return hasValue(e, true) // ∅ is a member
		case space && m.Filled, e.Op == zed.Cross:
			return !slices.ContainsFunc(e.Args, func(a zed.Expr) bool { return !isFilled(a) })
		}
	}
	return false
}

// HasValue tells whether a term has a value for all values of its variables, and one
// that its operators do not make infinite, by its form.
func HasValue(e zed.Expr) bool { return hasValue(e, false) }

// hasValue does what HasValue does; with endless the value may be infinite.
func hasValue(e zed.Expr, endless bool) bool {
	switch e := e.(type) {
	case *zed.Num, *zed.Str, *zed.Universe:
		return true
	case *zed.Ref:
		return e.Kind != zed.Global
	case *zed.SetExt, *zed.SeqExt, *zed.TupleExt:
	case *zed.Op:
		if !IsTotal(e.Op) || byOperator[e.Op].Endless && !endless {
			return false
		}
	default:
		return false
	}
	return !slices.ContainsFunc(zed.Children(e), func(x zed.Expr) bool { return !hasValue(x, endless) })
}

// NeededElements returns the elements of set extensions that may have no value, and without
// which the set, or the operator that it is an argument of, has no value either:
// extensions are strict wherever they occur.
func NeededElements(e zed.Expr) []zed.Expr { return neededElements(e, nil) }

func neededElements(e zed.Expr, to []zed.Expr) []zed.Expr {
	var elems []zed.Expr
	switch e := e.(type) {
	case *zed.SetExt:
		elems = e.Elems
	case *zed.SeqExt:
		elems = e.Elems
	case *zed.Op:
		for _, a := range e.Args {
			to = neededElements(a, to)
		}
	}
	for _, x := range elems {
		if !HasValue(x) {
			to = append(to, x)
		}
	}
	return to
}

// Large tells whether a set should not be written out, by the form of its term: it is
// infinite, or has as many members as a set has subsets, or is a set of bindings.
func Large(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Ref:
		return e.Kind == zed.Builtin
	case *zed.Op:
		return IsSpace(e.Op) || e.Op == zed.Cross && slices.ContainsFunc(e.Args, Large)
	case *zed.Schema:
		return true
	}
	return false
}

// MayFail tells whether a term may have no value although its parts have values, by
// their forms and types. finite says that all sets are known to be finite.
func MayFail(e zed.Expr, finite bool) bool {
	switch e := e.(type) {
	case *zed.Apply:
		return true
	case *zed.Comp:
		return e.Op == zed.Mu
	case *zed.Op:
		r, ok := byOperator[e.Op]
		if !ok {
			return true
		}
		for i, a := range e.Args {
			if !r.Open && !Meets(a, r.Operands[i].Needs, finite) {
				return true
			}
		}
	}
	return false
}

// Meets tells whether the value of an operand is known to satisfy what an operator
// needs, by its form and type. finite says that all sets are known to be finite.
func Meets(e zed.Expr, n zed.Need, finite bool) bool {
	if o, ok := e.(*zed.Op); ok && n == byOperator[o.Op].Makes {
		return true
	}
	number, literal := e.(*zed.Num)
	switch n {
	case zed.IsAnything:
		return true
	case zed.IsNotZero:
		return literal && number.Value.Sign() != 0
	case zed.IsNatural:
		return literal && number.Value.Sign() >= 0
	case zed.IsFinite:
		return finite
	case zed.IsSequence:
		p, ok := e.Typ().(zed.PowerType)
		return ok && p.List
	}
	return false
}

// Endless tells whether a set is not empty and all its members are, or contain, total
// functions on an infinite set, for all values of its variables, by the form of its
// term.
func Endless(e zed.Expr) bool {
	f, ok := e.(*zed.Op)
	if !ok || !someFunction(f) {
		return false
	}
	return Infinite(f.Args[0]) || isFilled(f.Args[0]) && Endless(f.Args[1])
}

// HasConstant tells whether a set of which Endless is true has a member in which each
// infinite function is one on ℤ, ℕ or ℕ₁ with the same image everywhere, by the form of
// its term.
func HasConstant(e zed.Expr) bool {
	f, ok := e.(*zed.Op)
	if !ok || !someFunction(f) {
		return false
	}
	if Infinite(f.Args[0]) {
		numbers, ok := f.Args[0].(*zed.Ref)
		if !ok || numbers.Typ() != (zed.PowerType{Elem: zed.IntType{}}) {
			return false
		}
	}
	return !Endless(f.Args[1]) || HasConstant(f.Args[1])
}

// someFunction tells whether a set is the set of all total functions between two sets
// and is not empty, by the form of its term.
func someFunction(e *zed.Op) bool {
	m, _ := MembersOf(e.Op)
	if !IsArrow(e.Op) || m != (zed.Members{Function: true, Total: true}) {
		return false
	}
	to, ok := e.Args[1].(*zed.Op)
	return isFilled(e.Args[1]) || ok && someFunction(to)
}
