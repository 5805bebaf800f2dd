package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/meaning"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// terms writes terms, and remembers what it wrote.
type terms struct {
	f              *formulas
	vals           *values
	lits           *literals
	assumed        *assumptions
	names          *names
	defs           *definitions
	numbers        *numbers
	rels           *relations
	seqs           *sequences
	extents        *extents
	comprehensions *comprehensions
	up             expressions
	known          map[string]*sym
}

// term returns the value of a term.
func (ts *terms) term(x zed.Expr, in *env) *sym {
	if ts.f.isGivenUp() {
		return ts.vals.newDummy(typeOf(x))
	}
	key := ts.names.key(x, in, "v")
	if known, ok := ts.known[key]; ok {
		return known
	}
	out := ts.compute(x, in)
	if ts.f.failed != "" {
		return ts.vals.newDummy(typeOf(x))
	}
	ts.known[key] = out
	return out
}

// typeOf returns the type of a term; of one that has none, some type.
func typeOf(x zed.Expr) zed.Type {
	if t := x.Typ(); t != nil {
		return t
	}
	return zed.IntType{}
}

func (ts *terms) compute(x zed.Expr, in *env) *sym {
	switch x := x.(type) {
	case *zed.Ref:
		return ts.ref(x, in)
	case *zed.Num:
		return ts.vals.int(ts.f.big(x.Value))
	case *zed.Str:
		return ts.vals.numeral(zed.StrType{}, ts.f.num(ts.lits.codeOfString(x.Value)))
	case *zed.Op:
		return ts.operator(x, in)
	case *zed.TupleExt:
		return ts.vals.tupleOf(x.Type, ts.encodeAll(x.Elems, in)...)
	case *zed.Binding:
		return ts.vals.tupleOf(x.Type, ts.encodeAll(x.Values, in)...)
	case *zed.SetExt:
		elems := ts.encodeAll(x.Elems, in)
		var out []entry
		for _, v := range elems {
			out = append(out, entry{ts.f.yes, ts.vals.withoutPresence(v)})
		}
		return ts.vals.restrictTo(ts.vals.setOf(x.Type, out, false), ts.vals.haveValues(elems))
	case *zed.SeqExt:
		elems := ts.encodeAll(x.Elems, in)
		items := make([]*sym, len(elems))
		for i, v := range elems {
			items[i] = ts.vals.withoutPresence(v)
		}
		return ts.vals.restrictTo(ts.vals.seqOf(x.Type, ts.f.num(int64(len(items))), items), ts.vals.haveValues(elems))
	case *zed.Apply:
		return ts.apply(x, in)
	case *zed.Select:
		v := ts.term(x.X, in)
		if t, ok := x.X.Typ().(zed.SchemaType); ok {
			for i, f := range t.Fields {
				if f.Name == x.Name && i < len(v.parts) {
					return ts.vals.restrictTo(v.parts[i], v.def)
				}
			}
		}
	case *zed.TupleSelect:
		v := ts.term(x.X, in)
		if x.Index <= len(v.parts) {
			return ts.vals.restrictTo(v.parts[x.Index-1], v.def)
		}
	case *zed.If:
		yes, no := ts.up.holds(x.Cond, in, true), ts.up.holds(x.Cond, in, false)
		then, otherwise := ts.term(x.Then, in), ts.term(x.Else, in)
		out := ts.vals.pick(yes, ts.vals.withoutPresence(then), ts.vals.withoutPresence(otherwise))
		return ts.vals.restrictTo(out, ts.f.or(ts.f.and(yes, then.def), ts.f.and(no, otherwise.def)))
	case *zed.Let:
		inner, def := ts.let(x, in)
		return ts.vals.restrictTo(ts.term(x.Body, inner), def)
	case *zed.Comp:
		return ts.comprehensions.comprehension(x, in)
	}
	ts.f.fail("%s", zed.Print(x, zed.Unicode))
	return ts.vals.newDummy(typeOf(x))
}

func (ts *terms) encodeAll(xs []zed.Expr, in *env) []*sym {
	out := make([]*sym, len(xs))
	for i, x := range xs {
		out[i] = ts.term(x, in)
	}
	return out
}

// needed returns the condition that the extensions have values of which a set, or an operator's
// arguments, are made.
func (ts *terms) needed(e zed.Expr, in *env) *node {
	return ts.vals.haveValues(ts.encodeAll(toolkit.NeededElements(e), in))
}

// let binds the names of local definitions; def is when they have values.
func (ts *terms) let(x *zed.Let, in *env) (inner *env, def *node) {
	values := ts.encodeAll(x.Values, in)
	inner = in
	for i, name := range x.Names {
		inner = inner.with(name, ts.vals.withoutPresence(values[i]))
	}
	return inner, ts.vals.haveValues(values)
}

func (ts *terms) ref(x *zed.Ref, in *env) *sym {
	switch x.Kind {
	case zed.Local, zed.Unresolved, zed.Global:
		if v, ok := ts.names.lookup(x.Name, x.Type, in); ok {
			return v
		}
	}
	switch x.Kind {
	case zed.Global:
		if v, ok := ts.defs.globals.Consts[x.Name]; ok && len(x.Args) == 0 {
			return ts.lits.literal(v, x.Type)
		}
		if d := ts.defs.definition(x); d != nil && !ts.defs.inside[x.Name] {
			ts.defs.inside[x.Name] = true
			defer delete(ts.defs.inside, x.Name)
			return ts.term(d, nil)
		}
	case zed.Constant, zed.Element:
		if t, ok := x.Type.(zed.NamedType); ok {
			for i, v := range ts.lits.carrier(t) {
				if v.Name() == x.Name {
					return ts.vals.numeral(t, ts.f.num(int64(i)))
				}
			}
		}
	case zed.GivenSet, zed.FreeType:
		if p, ok := x.Type.(zed.PowerType); ok {
			if t, ok := p.Elem.(zed.NamedType); ok && len(ts.lits.carrier(t)) > 0 {
				return ts.wholeType(p, t)
			}
		}
	}
	ts.f.fail("%s", zed.Print(x, zed.Unicode))
	return ts.vals.newDummy(typeOf(x))
}

// wholeType is a given or free type as a set.
func (ts *terms) wholeType(p zed.PowerType, t zed.NamedType) *sym {
	if !t.Free {
		ts.assumed.cut(true, "%s: given=%d", t.Name, len(ts.lits.carrier(t)))
	}
	var out []entry
	for i := range ts.lits.carrier(t) {
		out = append(out, entry{ts.f.yes, ts.vals.numeral(t, ts.f.num(int64(i)))})
	}
	return ts.vals.setOf(p, out, true)
}

// apply is f x.
func (ts *terms) apply(x *zed.Apply, in *env) *sym {
	if fn, ok := x.Fn.(*zed.Comp); ok && fn.Op == zed.Lambda {
		return ts.comprehensions.applyLambda(fn, x, in)
	}
	if fn, ok := x.Fn.(*zed.Ref); ok {
		if d, ok := ts.defs.definition(fn).(*zed.Comp); ok && d.Op == zed.Lambda && !ts.defs.inside[fn.Name] {
			ts.defs.inside[fn.Name] = true
			defer delete(ts.defs.inside, fn.Name)
			return ts.comprehensions.applyLambda(d, x, in)
		}
	}
	f, arg := ts.term(x.Fn, in), ts.term(x.Arg, in)
	if ts.f.failed != "" {
		return ts.vals.newDummy(typeOf(x))
	}
	return ts.vals.restrictTo(ts.rels.image(f, ts.vals.withoutPresence(arg), typeOf(x)), f.def, arg.def)
}

// operator is the value of an operator of the toolkit.
func (ts *terms) operator(x *zed.Op, in *env) *sym {
	switch x.Op {
	case zed.EmptySet:
		return ts.vals.setOf(x.Type, nil, true)
	case zed.Minus, zed.Intersect:
		return ts.filterSet(x, in)
	case zed.Filter, zed.RanRes, zed.RanSub, zed.DomRes, zed.DomSub, zed.Extract:
		return ts.restrict(x, in)
	case zed.Card:
		if r, ok := x.Args[0].(*zed.Op); ok && r.Op == zed.Range {
			lo, hi := ts.term(r.Args[0], in), ts.term(r.Args[1], in)
			n := ts.f.add(hi.num, ts.f.neg(lo.num), ts.f.num(1))
			return ts.vals.restrictTo(ts.vals.int(ts.f.choose(ts.f.le(n, ts.f.num(0)), ts.f.num(0), n)), lo.def, hi.def)
		}
	case zed.Image:
		if r, ok := x.Args[0].(*zed.Op); ok && r.Op == zed.ReflClos {
			reached := ts.rels.closeTransitively(ts.term(r.Args[0], in), r.Typ())
			from := ts.term(x.Args[1], in)
			image := ts.rels.imageOf(reached, from, x.Type)
			return ts.vals.restrictTo(ts.rels.union(x.Type, ts.vals.withoutPresence(from),
				ts.vals.withoutPresence(image)), reached.def, from.def)
		}
	}
	if hasAllSubsets(x) {
		found, def := ts.extents.subsets(x, in)
		var out []entry
		for _, c := range found {
			out = append(out, entry{c.in, c.v})
		}
		return ts.vals.restrictTo(ts.vals.setOf(x.Type, out, false), def)
	}
	if toolkit.Large(x) || x.Op == zed.ReflClos {
		ts.f.fail("the set %s", zed.Print(x, zed.Unicode))
		return ts.vals.newDummy(typeOf(x))
	}
	args := ts.encodeAll(x.Args, in)
	if ts.f.failed != "" {
		return ts.vals.newDummy(typeOf(x))
	}
	if out := ts.numbers.numeric(x, args); out != nil {
		return ts.vals.restrictTo(out, ts.vals.haveValues(args))
	}
	if out := ts.rels.encodeRelational(x, args); out != nil {
		return ts.vals.restrictTo(out, ts.vals.haveValues(args))
	}
	if out := ts.seqs.encodeSequential(x, args); out != nil {
		return ts.vals.restrictTo(out, ts.vals.haveValues(args))
	}
	if meant, ok := meaning.Expand(x); ok {
		return ts.term(meant, in)
	}
	ts.f.fail("the operator %s", x.Op)
	return ts.vals.newDummy(typeOf(x))
}

// filterSet returns S ∖ T and S ∩ T, of which T need not be written out.
func (ts *terms) filterSet(x *zed.Op, in *env) *sym {
	first, second := x.Args[0], x.Args[1]
	if x.Op == zed.Intersect && toolkit.Large(first) {
		first, second = second, first
	}
	s := ts.term(first, in)
	defs, out := []*node{s.def, ts.needed(second, in)}, []entry{}
	for _, y := range ts.vals.elements(s) {
		is := ts.up.member(y.v, second, in, x.Op == zed.Intersect)
		isNot := ts.up.member(y.v, second, in, x.Op == zed.Minus)
		defs = append(defs, ts.f.or(ts.f.not(y.in), is, isNot))
		out = append(out, entry{ts.f.and(y.in, is), y.v})
	}
	return ts.vals.restrictTo(ts.vals.setOf(x.Type, out, ts.vals.isDistinct(s)), defs...)
}

// restrict keeps some pairs of a relation, by a test on one part; ↾ and ↿
// close the gaps then.
func (ts *terms) restrict(x *zed.Op, in *env) *sym {
	relation, by, part, drop := x.Args[0], x.Args[1], 1, false
	switch x.Op {
	case zed.DomRes, zed.DomSub, zed.Extract:
		relation, by, part = x.Args[1], x.Args[0], 0
	}
	if x.Op == zed.DomSub || x.Op == zed.RanSub {
		drop = true
	}
	r := ts.term(relation, in)
	is := ts.f.yes
	if x.Op == zed.Filter || x.Op == zed.Extract {
		r, is = ts.seqs.asSequence(r)
	}
	defs, out := []*node{r.def, is, ts.needed(by, in)}, []entry{}
	for _, y := range ts.vals.elements(r) {
		yes, no := ts.up.member(y.v.parts[part], by, in, !drop), ts.up.member(y.v.parts[part], by, in, drop)
		defs = append(defs, ts.f.or(ts.f.not(y.in), yes, no))
		out = append(out, entry{ts.f.and(y.in, yes), y.v})
	}
	if x.Op == zed.Filter || x.Op == zed.Extract {
		return ts.vals.restrictTo(ts.seqs.pack(x.Type, out), defs...)
	}
	return ts.vals.restrictTo(ts.vals.setOf(x.Type, out, ts.vals.isDistinct(r)), defs...)
}
