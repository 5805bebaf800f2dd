package smt

import (
	"github.com/ttf-int/ttf-int/zed"
)

// term returns the value of a term.
func (e *encoder) term(x zed.Expr, in *env) *sym {
	if e.full() {
		return e.dummy(typeOf(x))
	}
	key := e.key(x, in, "v")
	if known, ok := e.terms[key]; ok {
		return known
	}
	out := e.compute(x, in)
	if e.failed != "" {
		return e.dummy(typeOf(x))
	}
	e.terms[key] = out
	return out
}

// typeOf returns the type of a term; of one that has none, some type.
func typeOf(x zed.Expr) zed.Type {
	if t := x.Typ(); t != nil {
		return t
	}
	return zed.IntType{}
}

func (e *encoder) compute(x zed.Expr, in *env) *sym {
	switch x := x.(type) {
	case *zed.Ref:
		return e.ref(x, in)
	case *zed.Num:
		return e.int(e.big(x.Value))
	case *zed.Str:
		return e.numeral(zed.StrType{}, e.num(e.codeOfString(x.Value)))
	case *zed.Op:
		return e.operator(x, in)
	case *zed.TupleExt:
		return e.tupleOf(x.Type, e.all(x.Elems, in)...)
	case *zed.Binding:
		return e.tupleOf(x.Type, e.all(x.Values, in)...)
	case *zed.SetExt:
		elems := e.all(x.Elems, in)
		var out []entry
		for _, v := range elems {
			out = append(out, entry{e.yes, e.bare(v)})
		}
		return e.when(e.setOf(x.Type, out, false), e.defined(elems))
	case *zed.SeqExt:
		elems := e.all(x.Elems, in)
		items := make([]*sym, len(elems))
		for i, v := range elems {
			items[i] = e.bare(v)
		}
		return e.when(e.seqOf(x.Type, e.num(int64(len(items))), items), e.defined(elems))
	case *zed.Apply:
		return e.apply(x, in)
	case *zed.Select:
		v := e.term(x.X, in)
		if t, ok := x.X.Typ().(zed.SchemaType); ok {
			for i, f := range t.Fields {
				if f.Name == x.Name && i < len(v.parts) {
					return e.when(v.parts[i], v.def)
				}
			}
		}
	case *zed.TupleSelect:
		v := e.term(x.X, in)
		if x.Index <= len(v.parts) {
			return e.when(v.parts[x.Index-1], v.def)
		}
	case *zed.If:
		yes, no := e.holds(x.Cond, in, true), e.holds(x.Cond, in, false)
		then, otherwise := e.term(x.Then, in), e.term(x.Else, in)
		return e.when(e.pick(yes, e.bare(then), e.bare(otherwise)), e.or(e.and(yes, then.def), e.and(no, otherwise.def)))
	case *zed.Let:
		inner, def := e.let(x, in)
		return e.when(e.term(x.Body, inner), def)
	case *zed.Comp:
		return e.comprehension(x, in)
	}
	e.fail("%s", zed.Print(x, zed.Unicode))
	return e.dummy(typeOf(x))
}

func (e *encoder) all(xs []zed.Expr, in *env) []*sym {
	out := make([]*sym, len(xs))
	for i, x := range xs {
		out[i] = e.term(x, in)
	}
	return out
}

// let binds the names of local definitions; def is when they have values.
func (e *encoder) let(x *zed.Let, in *env) (inner *env, def *node) {
	values := e.all(x.Values, in)
	inner = in
	for i, name := range x.Names {
		inner = inner.with(name, e.bare(values[i]))
	}
	return inner, e.defined(values)
}

// definition returns what an axiom says that a global name is, or nil.
func (e *encoder) definition(x *zed.Ref) zed.Expr {
	if x.Kind != zed.Global || len(x.Args) > 0 {
		return nil
	}
	if _, given := e.globals.Consts[x.Name]; given {
		return nil
	}
	d := e.globals.Defined[x.Name]
	if d == nil || len(d.Params) > 0 {
		return nil
	}
	return d.Value
}

func (e *encoder) ref(x *zed.Ref, in *env) *sym {
	switch x.Kind {
	case zed.Local, zed.Unresolved, zed.Global:
		if v, ok := e.lookup(x.Name, x.Type, in); ok {
			return v
		}
	}
	switch x.Kind {
	case zed.Global:
		if v, ok := e.globals.Consts[x.Name]; ok && len(x.Args) == 0 {
			return e.literal(v, x.Type)
		}
		if d := e.definition(x); d != nil && !e.inside[x.Name] {
			e.inside[x.Name] = true
			defer delete(e.inside, x.Name)
			return e.term(d, nil)
		}
	case zed.Constant, zed.Element:
		if t, ok := x.Type.(zed.NamedType); ok {
			for i, v := range e.carrier(t) {
				if v.Name() == x.Name {
					return e.numeral(t, e.num(int64(i)))
				}
			}
		}
	case zed.GivenSet, zed.FreeType:
		if p, ok := x.Type.(zed.PowerType); ok {
			if t, ok := p.Elem.(zed.NamedType); ok && len(e.carrier(t)) > 0 {
				return e.wholeType(p, t)
			}
		}
	}
	e.fail("%s", zed.Print(x, zed.Unicode))
	return e.dummy(typeOf(x))
}

// wholeType is a given or free type as a set.
func (e *encoder) wholeType(p zed.PowerType, t zed.NamedType) *sym {
	if !t.Free {
		e.cut(true, "%s: given=%d", t.Name, len(e.carrier(t)))
	}
	var out []entry
	for i := range e.carrier(t) {
		out = append(out, entry{e.yes, e.numeral(t, e.num(int64(i)))})
	}
	return e.setOf(p, out, true)
}

// apply is f x.
func (e *encoder) apply(x *zed.Apply, in *env) *sym {
	if fn, ok := x.Fn.(*zed.Comp); ok && fn.Op == zed.Lambda {
		return e.applied(fn, x, in)
	}
	if fn, ok := x.Fn.(*zed.Ref); ok {
		if d, ok := e.definition(fn).(*zed.Comp); ok && d.Op == zed.Lambda && !e.inside[fn.Name] {
			e.inside[fn.Name] = true
			defer delete(e.inside, fn.Name)
			return e.applied(d, x, in)
		}
	}
	f, arg := e.term(x.Fn, in), e.term(x.Arg, in)
	if e.failed != "" {
		return e.dummy(typeOf(x))
	}
	return e.when(e.image(f, e.bare(arg), typeOf(x)), f.def, arg.def)
}

// image is the one value to which a relation takes another.
func (e *encoder) image(f, x *sym, t zed.Type) *sym {
	all := e.elements(f)
	if len(all) == 0 {
		return e.when(e.dummy(t), e.no)
	}
	out := all[len(all)-1].v.parts[1]
	hits := make([]*node, len(all))
	for i, y := range all {
		hits[i] = e.and(y.in, e.equal(y.v.parts[0], x))
	}
	for i := len(all) - 2; i >= 0; i-- {
		if hits[i] != e.no {
			out = e.pick(hits[i], all[i].v.parts[1], out)
		}
	}
	one := []*node{e.or(hits...)}
	if f.kind != sequence {
		for i := range all {
			for j := range i {
				one = append(one, e.or(e.not(e.and(hits[i], hits[j])), e.equal(all[i].v.parts[1], all[j].v.parts[1])))
			}
		}
	}
	return e.when(out, one...)
}

// applied applies a λ to an argument.
func (e *encoder) applied(fn *zed.Comp, x *zed.Apply, in *env) *sym {
	arg := e.term(x.Arg, in)
	outer := in
	if _, defined := x.Fn.(*zed.Ref); defined {
		outer = nil
	}
	inner, rest, ok := e.fitted(fn.Text, tupleOfNames(fn.Text), e.bare(arg), outer)
	if !ok {
		e.fail("%s", zed.Print(fn, zed.Unicode))
		return e.dummy(typeOf(x))
	}
	fits := e.chosen(fn.Text, inner, outer, rest, true)
	return e.when(e.term(fn.Body, inner), fits, arg.def)
}

// tupleOfNames is the characteristic tuple of a text.
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

// match says that a part of a value must be what a term is.
type match struct {
	part *sym
	is   zed.Expr
}

// fitted takes a value apart as a term is made of the variables of a text; false
// where that does not settle each of them.
func (e *encoder) fitted(t zed.Text, whole zed.Expr, v *sym, in *env) (*env, []match, bool) {
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

// chosen is when a text is true, or false, of the values of its variables.
func (e *encoder) chosen(t zed.Text, inner, outer *env, rest []match, want bool) *node {
	var out []*node
	for _, b := range bindersOf(t) {
		v, _ := inner.resolve(b.name)
		out = append(out, e.member(v, b.set, outer, want))
	}
	for _, m := range rest {
		v := e.term(m.is, inner)
		out = append(out, e.fact(v.def, e.equal(v, m.part), want))
	}
	out = append(out, e.holds(t.Pred, inner, want))
	if want {
		return e.and(out...)
	}
	return e.or(out...)
}

// comprehension is {D | P • x}, λ D | P • x or μ D | P • x.
func (e *encoder) comprehension(x *zed.Comp, in *env) *sym {
	all, def := e.assignments(x.Text, conjunctsOf(x.Text.Pred, nil), in, false)
	var out []entry
	defs := []*node{def}
	for _, a := range all {
		is, isNot := e.holds(x.Text.Pred, a.env, true), e.holds(x.Text.Pred, a.env, false)
		v := e.term(x.Body, a.env)
		in, gone := e.and(a.in, is), e.or(a.out, isNot)
		defs = append(defs, e.or(gone, e.and(in, v.def)))
		v = e.bare(v)
		if x.Op == zed.Lambda {
			arg := a.vals[0]
			if len(a.vals) > 1 {
				arg = e.characteristic(x.Text, a)
			}
			v = e.pairOf(arg, v)
		}
		out = append(out, entry{in, v})
	}
	if x.Op == zed.Mu {
		return e.only(x, out, e.and(defs...))
	}
	return e.when(e.setOf(x.Type, out, false), defs...)
}

// characteristic is the tuple of the variables of a text, in the order in
// which they are declared.
func (e *encoder) characteristic(t zed.Text, a assigned) *sym {
	out := sym{kind: tuple}
	var types []zed.Type
	for _, b := range bindersOf(t) {
		v, _ := a.env.resolve(b.name)
		out.parts, types = append(out.parts, v), append(types, v.typ)
	}
	out.typ = zed.ProductType{Elems: types}
	return e.sym(out)
}

// only is the one value among entries.
func (e *encoder) only(x *zed.Comp, all []entry, def *node) *sym {
	if len(all) == 0 {
		return e.when(e.dummy(typeOf(x)), e.no)
	}
	defs, is := []*node{def}, []*node{}
	out := all[len(all)-1].v
	for i := len(all) - 1; i >= 0; i-- {
		is = append(is, all[i].in)
		out = e.pick(all[i].in, all[i].v, out)
		for j := range i {
			defs = append(defs, e.or(e.not(e.and(all[i].in, all[j].in)), e.equal(all[i].v, all[j].v)))
		}
	}
	return e.when(out, append(defs, e.or(is...))...)
}
