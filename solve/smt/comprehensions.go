package smt

import "github.com/ttf-int/ttf-int/zed"

// comprehensions writes sets, functions and values that a schema text describes, and
// when a value is one of those.
type comprehensions struct {
	f           *formulas
	vals        *values
	quantifiers *quantifiers
	up          expressions
}

// applyLambda returns the application of a λ to an argument.
func (cs *comprehensions) applyLambda(fn *zed.Comp, x *zed.Apply, in *env) *sym {
	arg := cs.up.term(x.Arg, in)
	outer := in
	if _, defined := x.Fn.(*zed.Ref); defined {
		outer = nil
	}
	inner, rest, ok := cs.fitText(fn.Text, tupleOfNames(fn.Text), cs.vals.withoutPresence(arg), outer)
	if !ok {
		cs.f.fail("%s", zed.Print(fn, zed.Unicode))
		return cs.vals.newDummy(typeOf(x))
	}
	fits := cs.matchText(fn.Text, inner, outer, rest, true)
	return cs.vals.restrictTo(cs.up.term(fn.Body, inner), fits, arg.def)
}

// tupleOfNames returns the characteristic tuple of a text.
func tupleOfNames(t zed.Text) zed.Expr {
	var elems []zed.Expr
	for _, b := range bindersOf(t) {
		elems = append(elems, &zed.Ref{Name: b.name, Kind: zed.Local})
	}
	if len(elems) == 1 {
		return elems[0]
	}
	return &zed.TupleExt{Elems: elems}
}

// match says that a part of a value must equal a term.
type match struct {
	part *sym
	is   zed.Expr
}

// fitText takes a value apart in the way in which a term is composed of the variables of
// a text; false where that does not determine each variable.
func (cs *comprehensions) fitText(t zed.Text, whole zed.Expr, v *sym, in *env) (*env, []match, bool) {
	found := map[string]*sym{}
	var rest []match
	var walk func(x zed.Expr, v *sym)
	walk = func(x zed.Expr, v *sym) {
		switch x := x.(type) {
		case *zed.Ref:
			if _, had := found[x.Name]; !had && x.Kind == zed.Local {
				for _, b := range bindersOf(t) {
					if b.name == x.Name {
						found[x.Name] = v
						return
					}
				}
			}
		case *zed.TupleExt:
			for i, part := range x.Elems {
				walk(part, v.parts[i])
			}
			return
		case *zed.Binding:
			for i, part := range x.Values {
				walk(part, v.parts[i])
			}
			return
		}
		rest = append(rest, match{v, x})
	}
	walk(whole, v)
	inner := in
	for _, b := range bindersOf(t) {
		if found[b.name] == nil {
			return nil, nil, false
		}
		inner = inner.with(b.name, found[b.name])
	}
	return inner, rest, true
}

// matchText returns the condition that a text is true, or false, of the values of its variables.
func (cs *comprehensions) matchText(t zed.Text, inner, outer *env, rest []match, want bool) *node {
	var out []*node
	for _, b := range bindersOf(t) {
		v, _ := inner.resolve(b.name)
		out = append(out, cs.up.member(v, b.set, outer, want))
	}
	for _, m := range rest {
		v := cs.up.term(m.is, inner)
		out = append(out, cs.vals.fact(v.def, cs.vals.equal(v, m.part), want))
	}
	out = append(out, cs.up.holds(t.Pred, inner, want))
	if want {
		return cs.f.and(out...)
	}
	return cs.f.or(out...)
}

// comprehension returns {D | P • x}, λ D | P • x or μ D | P • x.
func (cs *comprehensions) comprehension(x *zed.Comp, in *env) *sym {
	all, def := cs.quantifiers.assignments(x.Text, conjunctsOf(x.Text.Pred, nil), in, false)
	var out []entry
	defs := []*node{def}
	for _, a := range all {
		is, isNot := cs.up.holds(x.Text.Pred, a.env, true), cs.up.holds(x.Text.Pred, a.env, false)
		v := cs.up.term(x.Body, a.env)
		in, gone := cs.f.and(a.in, is), cs.f.or(a.out, isNot)
		defs = append(defs, cs.f.or(gone, cs.f.and(in, v.def)))
		v = cs.vals.withoutPresence(v)
		if x.Op == zed.Lambda {
			arg := a.vals[0]
			if len(a.vals) > 1 {
				arg = cs.characteristic(x.Text, a)
			}
			v = cs.vals.pairOf(arg, v)
		}
		out = append(out, entry{in, v})
	}
	if x.Op == zed.Mu {
		return cs.onlyValue(x, out, cs.f.and(defs...))
	}
	return cs.vals.restrictTo(cs.vals.setOf(x.Type, out, false), defs...)
}

// characteristic returns the tuple of the variables of a text, in the order of their
// declaration.
func (cs *comprehensions) characteristic(t zed.Text, a assigned) *sym {
	out := sym{kind: tuple}
	var types []zed.Type
	for _, b := range bindersOf(t) {
		v, _ := a.env.resolve(b.name)
		out.parts, types = append(out.parts, v), append(types, v.typ)
	}
	out.typ = zed.ProductType{Elems: types}
	return cs.vals.sym(out)
}

// onlyValue returns the one value among entries.
func (cs *comprehensions) onlyValue(x *zed.Comp, all []entry, def *node) *sym {
	if len(all) == 0 {
		return cs.vals.restrictTo(cs.vals.newDummy(typeOf(x)), cs.f.no)
	}
	defs, is := []*node{def}, []*node{}
	out := all[len(all)-1].v
	for i := len(all) - 1; i >= 0; i-- {
		is = append(is, all[i].in)
		out = cs.vals.pick(all[i].in, all[i].v, out)
		for j := range i {
			defs = append(defs, cs.f.or(cs.f.not(cs.f.and(all[i].in, all[j].in)), cs.vals.equal(all[i].v, all[j].v)))
		}
	}
	return cs.vals.restrictTo(out, append(defs, cs.f.or(is...))...)
}
