package partial

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// isTotal tells whether a term always has a value, or a predicate a truth value.
func (w *weakening) isTotal(e zed.Expr) bool {
	if e == nil {
		return true
	}
	if !isPredicate(e) {
		return isTruth(w.condition(e), true)
	}
	out, ok := w.context.total[e]
	if !ok {
		at := w.context
		out = w.isAlwaysDefined(e)
		at.total[e] = out
	}
	return out
}

// isAlwaysDefined tells whether a predicate always has a truth value.
func (w *weakening) isAlwaysDefined(e zed.Expr) bool {
	if w.visits++; w.visits > maxVisits {
		return false
	}
	switch e := e.(type) {
	case *zed.Occur:
		return w.isTotal(e.Body)
	case *zed.Logic:
		switch e.Op {
		case zed.Not:
			return w.isTotal(e.Args[0])
		case zed.Iff:
			return w.isTotal(e.Args[0]) && w.isTotal(e.Args[1])
		}
		total, leave := w.settle(literalsOf(e, e.Op != zed.And, nil))
		defer leave()
		return !slices.Contains(total, false)
	case *zed.Quant:
		if !isTruth(w.sets(e.Text), true) {
			return false
		}
		total, leave := w.settleIn(e.Text, textLiterals(e))
		defer leave()
		return !slices.Contains(total, false)
	case *zed.Let:
		if !isTruth(w.conditions(e.Values), true) {
			return false
		}
		defer w.assume(w.context.dropNames(e.Names))()
		return w.isTotal(e.Body)
	case *zed.If:
		return w.isTotal(e.Cond) && w.isTotal(e.Then) && w.isTotal(e.Else)
	case *zed.Op:
		if found := w.openComprehension(e); found != nil {
			return w.isTotal(e.Args[0]) && w.isTotal(found)
		}
		return isTruth(w.condition(e), true)
	}
	return isTruth(w.conditions(zed.Children(e)), true)
}

// condition returns a predicate that always has a truth value and under which a term
// has a value, or a predicate a truth value.
func (w *weakening) condition(e zed.Expr) zed.Expr {
	if e == nil {
		return truthOf(true)
	}
	if out, ok := w.context.condition[e]; ok {
		return out
	}
	at := w.context
	out := w.conditionOf(e)
	if !isTruth(out, true) && !isPredicate(e) {
		if closed, known := w.evaluateClosed(e); known {
			out = closed
		}
		w.need(e, out)
	}
	at.condition[e] = out
	return out
}

func isPredicate(e zed.Expr) bool { _, ok := e.Typ().(zed.BoolType); return ok }

// conditions returns the condition of several terms together.
func (w *weakening) conditions(es []zed.Expr) zed.Expr {
	parts := make([]zed.Expr, len(es))
	for i, e := range es {
		parts[i] = w.condition(e)
	}
	return w.conjoin(parts...)
}

// evaluateClosed returns whether a term without variables has a value, where its evaluation
// says it.
func (w *weakening) evaluateClosed(e zed.Expr) (condition zed.Expr, known bool) {
	program, ok := w.program(e)
	if !ok {
		return nil, false
	}
	_, reason := program.Value(nil)
	if reason != nil && (reason.Infinite || reason.Unset) {
		return nil, false
	}
	return truthOf(reason == nil), true
}

// program compiles a term without variables that means the same whatever sizes given
// types have.
func (w *weakening) program(e zed.Expr) (*eval.Program, bool) {
	for _, name := range w.free.NamesOf(e) {
		if _, ok := w.globals.Consts[name]; !ok && w.globals.Defined[name] == nil {
			return nil, false
		}
	}
	counts := w.globals.CountsOf
	if isPredicate(e) && len(counts(e).Exact) > 0 || !isPredicate(e) && len(w.globals.CountedIn(e)) > 0 {
		return nil, false
	}
	program, err := eval.Compile(e, nil, w.globals)
	return program, err == nil
}

func (w *weakening) conditionOf(e zed.Expr) zed.Expr {
	switch e := e.(type) {
	case *zed.Logic, *zed.Occur, *zed.Quant:
		if w.isTotal(e) {
			return truthOf(true)
		}
		return w.negate(w.conjoin(w.weakenPartial(e, false), w.weakenPartial(e, true)))
	case *zed.Op:
		return w.conjoin(w.conditions(e.Args), w.operator(e))
	case *zed.Apply:
		return w.application(e)
	case *zed.Comp:
		return w.comprehension(e)
	case *zed.Let:
		values := w.conditions(e.Values)
		defer w.assume(w.context.dropNames(e.Names))()
		if w.isTotal(e.Body) {
			return values
		}
		return w.conjoin(values,
			w.note(&zed.Let{Info: boolean(e), Names: e.Names, Values: e.Values, Body: w.condition(e.Body)}))
	case *zed.If:
		_, leave := w.settle(literalsOf(e.Cond, false, nil))
		then := w.condition(e.Then)
		leave()
		_, leave = w.settle(literalsOf(e.Cond, true, nil))
		otherwise := w.condition(e.Else)
		leave()
		return w.conjoin(w.condition(e.Cond), w.or(w.strengthen(e.Cond, true), then),
			w.or(w.strengthen(e.Cond, false), otherwise))
	case *zed.Ref:
		return w.conditionOfName(e)
	case *zed.Schema:
		return truthOf(w.isTotal(schema.Conjoin(zed.Children(e))))
	}
	return w.conditions(zed.Children(e))
}

// need remembers a term that need not have a value.
func (w *weakening) need(e, condition zed.Expr) {
	if w.partial == nil && !isTruth(condition, true) {
		w.partial = e
	}
	w.empty = w.empty || isTruth(condition, false)
}

// conditionOfName returns the condition of a name, which has one where it stands for a term.
func (w *weakening) conditionOfName(e *zed.Ref) zed.Expr {
	d := w.globals.Defined[e.Name]
	if e.Kind != zed.Global || d == nil || d.Value == nil || len(d.Params) > 0 || isPredicate(d.Value) ||
		w.resolving[e.Name] {
		return w.conditions(e.Args)
	}
	if _, given := w.globals.Consts[e.Name]; given {
		return truthOf(true)
	}
	w.resolving[e.Name] = true
	defer delete(w.resolving, e.Name)
	return w.condition(d.Value)
}

// relation makes an atom, and its truth value where that is known.
func (w *weakening) relation(op zed.Operator, a, b zed.Expr) zed.Expr {
	atom := &zed.Op{Info: boolean(a), Op: op, Args: []zed.Expr{a, b}}
	if w.context.isTaken(atomOf(op, a, b)) {
		return truthOf(true)
	}
	if program, ok := w.program(atom); ok {
		if truth, _ := program.Truth(nil); truth == eval.True || truth == eval.False {
			return truthOf(truth == eval.True)
		}
	}
	return w.note(atom)
}

// operator returns when an operator has a value, or a relation a truth value, for
// arguments that have values.
func (w *weakening) operator(e *zed.Op) zed.Expr {
	row, _ := toolkit.RowOf(e.Op)
	var parts []zed.Expr
	for i, o := range row.Operands {
		if a := e.Args[i]; !toolkit.Meets(a, o.Needs, true) {
			parts = append(parts, w.meets(o.Needs, a))
		}
	}
	return w.conjoin(parts...)
}

// meets returns when an argument is what an operator needs.
func (w *weakening) meets(n zed.Need, a zed.Expr) zed.Expr {
	switch n {
	case zed.IsNotZero:
		return w.relation(zed.NotEqual, a, zero())
	case zed.IsNatural:
		return w.relation(zed.LessEq, zero(), a)
	case zed.IsFilled:
		return w.relation(zed.NotEqual, a, &zed.Op{Info: zed.Info{Type: a.Typ()}, Op: zed.EmptySet})
	case zed.IsFilledSequence:
		if w.context.isTaken(nonEmptiness(a, nil)[1].atom) {
			return w.meets(zed.IsSequence, a)
		}
		return w.conjoin(w.meets(zed.IsSequence, a),
			w.relation(zed.NotEqual, a, &zed.SeqExt{Info: zed.Info{Type: a.Typ()}}))
	case zed.IsBag:
		return w.relation(zed.In, a, bagsOf(a))
	case zed.IsSequence, zed.IsSequences, zed.IsFunction:
		if !toolkit.Meets(a, n, true) && (n != zed.IsFunction || !w.isFunction(a)) {
			return w.belongsTo(n, a)
		}
	}
	return truthOf(true)
}

// belongsTo says that a relation is one of all sequences, sequences of sequences or
// functions of its type.
func (w *weakening) belongsTo(n zed.Need, a zed.Expr) zed.Expr {
	pair, _ := a.Typ().(zed.PowerType).Elem.(zed.ProductType)
	if len(pair.Elems) != 2 {
		return truthOf(true)
	}
	all := &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: a.Typ()}}, Op: zed.Seq,
		Args: []zed.Expr{zed.Carrier(pair.Elems[1])}}
	switch n {
	case zed.IsFunction:
		all.Op, all.Args = zed.PartialFun, []zed.Expr{zed.Carrier(pair.Elems[0]), all.Args[0]}
	case zed.IsSequences:
		item, _ := pair.Elems[1].(zed.PowerType)
		if within, ok := item.Elem.(zed.ProductType); ok && len(within.Elems) == 2 {
			all.Args = []zed.Expr{&zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: item}}, Op: zed.Seq,
				Args: []zed.Expr{zed.Carrier(within.Elems[1])}}}
		}
	}
	return w.relation(zed.In, a, all)
}

// bagsOf returns the set of all bags of a relation's type.
func bagsOf(a zed.Expr) zed.Expr {
	pair := a.Typ().(zed.PowerType).Elem.(zed.ProductType)
	return &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: a.Typ()}}, Op: zed.Bag,
		Args: []zed.Expr{zed.Carrier(pair.Elems[0])}}
}

func zero() zed.Expr { return &zed.Num{Info: zed.Info{Type: zed.IntType{}}, Value: new(big.Int)} }

func isOne(e zed.Expr) bool {
	n, ok := e.(*zed.Num)
	return ok && n.Value.IsInt64() && n.Value.Int64() == 1
}

// application returns when f x has a value.
func (w *weakening) application(e *zed.Apply) zed.Expr {
	fn := e.Fn
	arg := w.condition(e.Arg)
	if r, ok := fn.(*zed.Ref); ok && r.Kind == zed.Constant {
		return arg // a constructor
	}
	if o, ok := fn.(*zed.Op); ok && o.Op == zed.Inverse {
		if r, ok := o.Args[0].(*zed.Ref); ok && r.Kind == zed.Constant {
			made := &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: e.Arg.Typ()}}, Op: zed.Ran, Args: o.Args}
			return w.conjoin(arg, w.relation(zed.In, e.Arg, made))
		}
	}
	if lambda, ok := fn.(*zed.Comp); ok && lambda.Op == zed.Lambda {
		if inner := w.substitute(lambda, e.Arg); inner != nil {
			return w.conjoin(arg, inner)
		}
	}
	from := w.domain(fn)
	parts := []zed.Expr{arg, w.condition(fn)}
	if !toolkit.Full(from) && !w.context.isTaken(atomOf(zed.In, e.Arg, domOf(fn))) {
		parts = append(parts, w.relation(zed.In, e.Arg, from))
	}
	if !w.isFunction(fn) {
		parts = append(parts, w.hasOneImage(e))
	}
	return w.conjoin(parts...)
}

// substitute returns when λ D | P • e has a value for an argument; nil where D does
// not take its argument apart as it is written.
func (w *weakening) substitute(lambda *zed.Comp, arg zed.Expr) zed.Expr {
	names, values := namesOf(lambda.Text), []zed.Expr{arg}
	if pair, ok := arg.(*zed.TupleExt); ok && len(names) > 1 {
		values = pair.Elems
	}
	free := w.free.NamesOf(&zed.Comp{Info: lambda.Info, Op: zed.SetComp, Text: lambda.Text, Body: truthOf(true)})
	if len(names) != len(values) ||
		slices.ContainsFunc(names, func(n string) bool { return slices.Contains(free, n) }) {
		return nil
	}
	parts := []zed.Expr{w.sets(lambda.Text)}
	parts = append(parts, Memberships(lambda.Text)...)
	defer w.assume(w.context.dropNames(names))()
	if lambda.Text.Pred != nil {
		parts = append(parts, w.strengthen(lambda.Text.Pred, false))
	}
	inner := w.conjoin(append(parts, w.condition(lambda.Body))...)
	if isTruth(inner, true) {
		return inner
	}
	return w.note(&zed.Let{Info: boolean(lambda), Names: names, Values: values, Body: inner})
}

// domain returns the domain of a relation that is applied.
func (w *weakening) domain(fn zed.Expr) zed.Expr {
	switch e := fn.(type) {
	case *zed.Ref:
		if f, ok := w.context.function(e.Name); ok && f.domain != nil {
			return f.domain
		}
		d := w.globals.Defined[e.Name]
		if _, given := w.globals.Consts[e.Name]; e.Kind != zed.Global || d == nil || given || len(d.Params) > 0 {
			break
		}
		if o, ok := d.Set.(*zed.Op); ok && toolkit.HasTotalFunctions(o.Op) {
			return o.Args[0]
		}
	case *zed.Comp:
		if e.Op == zed.Lambda && e.Text.Pred == nil && len(e.Text.Decls) == 1 && len(e.Text.Decls[0].Names) == 1 {
			return e.Text.Decls[0].Type
		}
	}
	return domOf(fn)
}

func domOf(fn zed.Expr) zed.Expr {
	var from zed.Type = zed.IntType{}
	if p, ok := fn.Typ().(zed.PowerType); ok {
		if pair, ok := p.Elem.(zed.ProductType); ok && len(pair.Elems) > 0 {
			from = pair.Elems[0]
		}
	}
	return &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: from}}, Op: zed.Dom, Args: []zed.Expr{fn}}
}

// isFunction tells whether a relation is known to have one image of an element at most.
func (w *weakening) isFunction(fn zed.Expr) bool {
	if isList(fn) {
		return true
	}
	switch e := fn.(type) {
	case *zed.Ref:
		if d := w.globals.Defined[e.Name]; e.Kind == zed.Global && d != nil && IsFunctions(d.Set) {
			return true
		}
		_, ok := w.context.function(e.Name)
		return ok
	case *zed.Comp:
		return e.Op == zed.Lambda
	case *zed.SetExt:
		return len(e.Elems) < 2
	case *zed.Op:
		return e.Op == zed.Override && w.isFunction(e.Args[0]) && w.isFunction(e.Args[1]) ||
			slices.ContainsFunc(toolkit.Wholes(e), w.isFunction)
	}
	return false
}

// hasOneImage says that a relation has one image of its argument at most.
func (w *weakening) hasOneImage(e *zed.Apply) zed.Expr {
	argument := &zed.SetExt{Info: zed.Info{Type: zed.PowerType{Elem: e.Arg.Typ()}}, Elems: []zed.Expr{e.Arg}}
	images := &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: e.Typ()}}, Op: zed.Image,
		Args: []zed.Expr{e.Fn, argument}}
	text := zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{{Name: "image1"}, {Name: "image2"}}, Type: images}}}
	image := func(name string) zed.Expr {
		return &zed.Ref{Info: zed.Info{Type: e.Typ()}, Name: name, Kind: zed.Local}
	}
	return w.note(&zed.Quant{Info: boolean(e), Q: zed.Forall, Text: text, Body: w.relation(zed.Equal, image("image1"),
		image("image2"))})
}

// sets returns when the sets that a text's variables range over have values.
func (w *weakening) sets(t zed.Text) zed.Expr {
	parts := make([]zed.Expr, len(t.Decls))
	for i, d := range t.Decls {
		parts[i] = w.condition(d.Type)
	}
	return w.conjoin(parts...)
}

// comprehension returns when a comprehension has a value: where its predicate has a
// truth value for all values of its variables, and its body a value for those that
// count; and of a μ, where there is exactly one of these.
func (w *weakening) comprehension(e *zed.Comp) zed.Expr {
	parts := []zed.Expr{w.sets(e.Text)}
	all := literalsOf(e.Text.Pred, false, nil)
	total, leave := w.settleIn(e.Text, all)
	defer leave()
	if slices.Contains(total, false) || !w.isTotal(e.Body) {
		var guards, rest []zed.Expr
		for i, c := range all {
			if x := w.literal(c, true, false); total[i] {
				guards = append(guards, x)
			} else {
				rest = append(rest, x)
			}
		}
		text := zed.Text{Decls: e.Text.Decls}
		if len(guards) > 0 {
			text.Pred = schema.Conjoin(guards)
		}
		doubtful := schema.Conjoin(rest)
		body := w.conjoin(w.condition(doubtful), w.or(w.weaken(doubtful, true), w.condition(e.Body)))
		parts = append(parts, w.note(&zed.Quant{Info: boolean(e), Q: zed.Forall, Text: text, Body: body}))
	}
	if e.Op == zed.Mu {
		text := zed.Text{Decls: e.Text.Decls}
		if e.Text.Pred != nil {
			text.Pred = w.strengthen(e.Text.Pred, false)
		}
		parts = append(parts, w.note(&zed.Quant{Info: boolean(e), Q: zed.Exists1, Text: text, Body: truthOf(true)}))
		return w.conjoin(parts...)
	}
	return w.conjoin(parts...)
}
