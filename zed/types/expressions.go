package types

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// expressions checks expressions and predicates, by their kinds.
type expressions struct {
	spec      *Spec
	mistakes  *mistakes
	types     *inference
	names     *operatorNames
	texts     *texts
	schemas   *schemas
	operators *operators
	refs      *references
	middle    map[zed.Expr]zed.Expr // checked terms that occur twice in a chain of relations
}

// expr checks an expression or a schema expression.
func (xs *expressions) expr(e zed.Expr, env *scope) zed.Expr {
	if known, ok := xs.middle[e]; ok {
		return known
	}
	e = xs.names.useOfToolkit(e, env)
	switch e := e.(type) {
	case *zed.Ref:
		return xs.refs.ref(e, env)
	case *zed.Num:
		return &zed.Num{Info: info(e, zed.IntType{}), Value: e.Value}
	case *zed.Str:
		return &zed.Str{Info: info(e, zed.StrType{}), Value: e.Value}
	case *zed.Op:
		return xs.operators.op(e, env)
	case *zed.SetExt:
		if len(e.Elems) == 1 && xs.schemas.isSchema(e.Elems[0], env) {
			return xs.schemas.checkBraced(e, env)
		}
		elems, t := xs.checkAlike(e.Elems, env)
		out := &zed.SetExt{Info: info(e, power(t)), Elems: elems}
		xs.types.keep(&out.Info)
		if len(elems) == 0 {
			xs.types.mayBeOpen(e, t, "{}")
		}
		return out
	case *zed.SeqExt:
		elems, t := xs.checkAlike(e.Elems, env)
		out := &zed.SeqExt{Info: info(e, zed.SeqOf(t)), Elems: elems}
		xs.types.keep(&out.Info)
		if len(elems) == 0 {
			xs.types.mayBeOpen(e, t, "⟨⟩")
		}
		return out
	case *zed.TupleExt:
		elems, ts := xs.exprs(e.Elems, env)
		out := &zed.TupleExt{Info: info(e, zed.ProductType{Elems: ts}), Elems: elems}
		xs.types.keep(&out.Info)
		return out
	case *zed.Binding:
		return xs.binding(e, env)
	case *zed.Apply:
		return xs.operators.apply(e, env)
	case *zed.Select:
		return xs.selection(e, env)
	case *zed.TupleSelect:
		return xs.tupleSelection(e, env)
	case *zed.If:
		cond, then, other := xs.predicate(e.Cond, env), xs.expr(e.Then, env), xs.expr(e.Else, env)
		xs.types.unify(e.Else.At(), then.Typ(), other.Typ(),
			"the branches of if must have one type: %s after then, %s after else")
		out := &zed.If{Info: info(e, then.Typ()), Cond: cond, Then: then, Else: other}
		xs.types.keep(&out.Info)
		return out
	case *zed.Let:
		if xs.schemas.isSchema(e, env) {
			return xs.schemas.replaceComponent(e, env)
		}
		names, values, inner := xs.checkLets(e, env)
		body := xs.expr(e.Body, inner)
		out := &zed.Let{Info: info(e, body.Typ()), Names: names, Values: values, Body: body}
		xs.types.keep(&out.Info)
		return out
	case *zed.Comp:
		return xs.texts.comprehension(e, env)
	case *zed.Theta:
		return xs.texts.theta(e, env)
	case *zed.OpRef:
		return xs.operators.opRef(e, e.Op)
	case *zed.Truth:
		if xs.spec.hasTruthValues() {
			return zed.TruthValue(e.Value, info(e, zed.TruthType))
		}
		xs.mistakes.errorf(e.At(), "expected an expression, found a predicate")
		return &zed.Truth{Info: info(e, newBad()), Value: e.Value}
	}
	return xs.schemas.schemaExpr(e, env)
}

func (xs *expressions) checkLets(e *zed.Let, env *scope) ([]string, []zed.Expr, *scope) {
	inner := &scope{names: map[string]zed.Type{}, outer: env}
	var values []zed.Expr
	for i, name := range e.Names {
		v := xs.expr(e.Values[i], env)
		values = append(values, v)
		inner.names[name] = v.Typ()
	}
	return e.Names, values, inner
}

func (xs *expressions) exprs(es []zed.Expr, env *scope) ([]zed.Expr, []zed.Type) {
	out := make([]zed.Expr, len(es))
	ts := make([]zed.Type, len(es))
	for i, e := range es {
		out[i] = xs.expr(e, env)
		ts[i] = out[i].Typ()
	}
	return out, ts
}

// checkAlike checks expressions that must have the same type.
func (xs *expressions) checkAlike(es []zed.Expr, env *scope) ([]zed.Expr, zed.Type) {
	out, ts := xs.exprs(es, env)
	var t zed.Type = &variable{}
	for i := range out {
		xs.types.unify(es[i].At(), t, ts[i], "the elements must have one type: expected %s, found %s")
	}
	return out, t
}

// set checks an expression that must be a set, and returns the type of its
// elements.
func (xs *expressions) set(e zed.Expr, env *scope) (zed.Expr, zed.Type) {
	out := xs.expr(e, env)
	t := prune(out.Typ())
	if p, ok := t.(zed.PowerType); ok {
		return out, p.Elem
	}
	elem := zed.Type(&variable{})
	if !isBad(t) && !unify(t, power(elem)) {
		return out, xs.mistakes.errorf(e.At(), "expected a set, found %s", showType(t))
	}
	if isBad(t) {
		return out, newBad()
	}
	return out, elem
}

func (xs *expressions) binding(e *zed.Binding, env *scope) zed.Expr {
	values, ts := xs.exprs(e.Values, env)
	byName := map[string]int{}
	for i, n := range e.Names {
		if _, ok := byName[n]; ok {
			xs.mistakes.errorf(e.At(), "the component %q is given twice", n)
		}
		byName[n] = i
	}
	out := &zed.Binding{}
	var t zed.SchemaType
	for _, n := range sortNames(append([]string(nil), e.Names...)) {
		out.Names = append(out.Names, n)
		out.Values = append(out.Values, values[byName[n]])
		t.Fields = append(t.Fields, zed.Field{Name: n, Type: ts[byName[n]]})
	}
	out.Info = info(e, t)
	xs.types.keep(&out.Info)
	return out
}

// info returns the Info of a new node.
func info(e zed.Expr, t zed.Type) zed.Info { return zed.Info{Span: e.At(), Type: t} }

// selection checks b.x. Where the type of b is inferred later, so is that of b.x.
func (xs *expressions) selection(e *zed.Select, env *scope) zed.Expr {
	x := xs.expr(e.X, env)
	component := &variable{}
	out := &zed.Select{Info: info(e, component), X: x, Name: e.Name}
	xs.types.keep(&out.Info)
	xs.types.callWhenKnown(x.Typ(), func(t zed.Type) {
		s, ok := t.(zed.SchemaType)
		if !ok {
			xs.mistakes.errorf(e.X.At(), "expected a binding, found %s", showType(t))
			component.bad = true
			return
		}
		for _, f := range s.Fields {
			if f.Name == e.Name {
				xs.types.unify(e.At(), component, f.Type, "the component is used as %s, and is %s")
				return
			}
		}
		component.bad = true
		if isOpen(s) {
			return
		}
		xs.mistakes.errorf(e.At(), "the binding has no component %q%s", e.Name, source.DidYouMean(e.Name, names(s)))
	})
	return out
}

func (xs *expressions) tupleSelection(e *zed.TupleSelect, env *scope) zed.Expr {
	x := xs.expr(e.X, env)
	component := &variable{}
	out := &zed.TupleSelect{Info: info(e, component), X: x, Index: e.Index}
	xs.types.keep(&out.Info)
	xs.types.callWhenKnown(x.Typ(), func(t zed.Type) {
		p, ok := t.(zed.ProductType)
		switch {
		case !ok:
			xs.mistakes.errorf(e.X.At(), "expected a tuple, found %s", showType(t))
			component.bad = true
		case e.Index < 1 || e.Index > len(p.Elems):
			xs.mistakes.errorf(e.At(), "the tuple has %d components, not a component %d", len(p.Elems), e.Index)
			component.bad = true
		default:
			xs.types.unify(e.At(), component, p.Elems[e.Index-1], "the component is used as %s, and is %s")
		}
	})
	return out
}

func sortNames(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// isPredicate tells whether the form of a term shows that it is a predicate.
func isPredicate(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Truth, *zed.Logic, *zed.Quant:
		return true
	case *zed.Op:
		return toolkit.IsRelation(e.Op)
	case *zed.Let:
		return isPredicate(e.Body)
	case *zed.If:
		return isPredicate(e.Then)
	}
	return false
}

// predicate checks a predicate. A schema that stands for a predicate stays a schema
// expression, with a schema's type, whose components are variables in scope.
func (xs *expressions) predicate(e zed.Expr, env *scope) zed.Expr {
	truth := zed.Info{Span: e.At(), Type: zed.BoolType{}}
	switch e := e.(type) {
	case *zed.Truth:
		return &zed.Truth{Info: truth, Value: e.Value}
	case *zed.Logic:
		out := &zed.Logic{Info: truth, Op: e.Op}
		for i, a := range e.Args {
			p := xs.predicate(a, env)
			out.Args = append(out.Args, p)
			xs.chain(e.Args, i, p)
		}
		xs.middle = nil
		return out
	case *zed.Quant:
		text, inner := xs.texts.text(e.Text, env)
		return &zed.Quant{Info: truth, Q: e.Q, Text: text, Body: xs.predicate(e.Body, inner)}
	case *zed.If:
		return &zed.If{Info: truth, Cond: xs.predicate(e.Cond, env), Then: xs.predicate(e.Then, env),
			Else: xs.predicate(e.Else, env)}
	case *zed.Let:
		if xs.schemas.isSchema(e, env) {
			break
		}
		names, values, inner := xs.checkLets(e, env)
		return &zed.Let{Info: truth, Names: names, Values: values, Body: xs.predicate(e.Body, inner)}
	}
	out := xs.expr(e, env)
	switch prune(out.Typ()).(type) {
	case zed.BoolType:
		return out
	}
	if t, ok := schemaOf(out.Typ()); ok {
		return xs.schemas.holdsPred(out, t, env)
	}
	if xs.spec.hasTruthValues() && zed.SameType(prune(out.Typ()), zed.TruthType) {
		return isTrue(out)
	}
	if !isBad(out.Typ()) {
		xs.mistakes.errorf(e.At(), "expected a predicate, found an expression of type %s", showType(out.Typ()))
	}
	return &zed.Truth{Info: truth, Value: true}
}

// chain stores the checked term between two relations, a in x = a = y, for the second
// of them.
func (xs *expressions) chain(args []zed.Expr, i int, p zed.Expr) {
	xs.middle = nil
	first, ok := args[i].(*zed.Op)
	made, checked := p.(*zed.Op)
	if !ok || !checked || len(first.Args) != 2 || len(made.Args) != 2 || i+1 == len(args) {
		return
	}
	if second, ok := args[i+1].(*zed.Op); ok && len(second.Args) == 2 && second.Args[0] == first.Args[1] {
		xs.middle = map[zed.Expr]zed.Expr{first.Args[1]: made.Args[1]}
	}
}
