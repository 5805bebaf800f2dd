package types

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// operators checks the operators of the toolkit, by their rows in its table.
type operators struct {
	mistakes *mistakes
	types    *inference
	gaps     *gaps
	names    *operatorNames
	schemas  *schemas
	up       recursion
}

// op checks an operator and its operands. Some operators, applied to schemas, are
// operators of the schema calculus.
func (ops *operators) op(e *zed.Op, env *scope) zed.Expr {
	switch e.Op {
	case zed.Cross:
		return ops.checkCross(e, env)
	case zed.BagExt:
		elems, t := ops.up.checkAlike(e.Args, env)
		out := &zed.Op{Info: info(e, relation(t, zed.IntType{})), Op: e.Op, Args: elems}
		ops.types.keep(&out.Info)
		return out
	}
	if len(e.Args) == 2 {
		switch e.Op {
		case zed.Minus:
			if ops.schemas.isHiding(e, env) {
				return ops.schemas.schemaOperator(e, env)
			}
		case zed.RelComp, zed.Filter:
			if ops.schemas.isSchema(e.Args[0], env) || ops.schemas.isSchema(e.Args[1], env) {
				return ops.schemas.schemaOperator(e, env)
			}
		}
	}
	if made := ops.gaps.useOfUnread(e, env); made != nil {
		return made
	}
	want, result, ok := signature(e.Op)
	args := make([]zed.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = ops.up.expr(a, env)
	}
	out := &zed.Op{Info: info(e, result), Op: e.Op, Args: args}
	if e.Op == zed.EmptySet {
		ops.types.mayBeOpen(e, result, "∅")
	}
	if !ok || len(want) != len(args) {
		out.Type = ops.mistakes.errorf(e.At(), "the operator %s cannot be used like this", e.Op)
		return out
	}
	ops.types.keep(&out.Info)
	if len(args) == 2 && ops.reportSides(e, want, args) {
		if _, truth := result.(zed.BoolType); !truth {
			out.Type = newBad()
		}
		return out
	}
	for i, a := range args {
		if isBad(a.Typ()) {
			continue
		}
		w, g := showType(want[i]), showType(a.Typ())
		if !unify(want[i], a.Typ()) {
			ops.mistakes.mismatch(e.Args[i].At(), args[i], want[i], w, g)
			if _, truth := result.(zed.BoolType); !truth {
				out.Type = newBad()
			}
			return out
		}
	}
	return out
}

// reportSides reports operands that each have an allowed type, but do not fit each other.
func (ops *operators) reportSides(e *zed.Op, want []zed.Type, args []zed.Expr) bool {
	if !isSymmetric(e.Op) || isBad(args[0].Typ()) || isBad(args[1].Typ()) {
		return false
	}
	l, r := showType(args[0].Typ()), showType(args[1].Typ())
	if !unify(want[0], args[0].Typ()) {
		ops.mistakes.mismatch(e.Args[0].At(), args[0], want[0], showType(want[0]), l)
		return true
	}
	_, set := prune(want[1]).(zed.PowerType)
	if _, ok := prune(args[1].Typ()).(zed.PowerType); set && !ok {
		if _, open := prune(args[1].Typ()).(*variable); !open {
			ops.mistakes.mismatch(e.Args[1].At(), args[1], want[1], showType(want[1]), r)
			return true
		}
	}
	if !unify(want[1], args[1].Typ()) {
		ops.mistakes.reportMismatch(e.At(), args, "type mismatch: left %s, right %s%s", l, r,
			hintAtTruth(args[0].Typ(), args[1].Typ()))
		return true
	}
	return false
}

func (ops *operators) checkCross(e *zed.Op, env *scope) zed.Expr {
	var args []zed.Expr
	var ts []zed.Type
	for _, a := range e.Args {
		x, t := ops.up.set(a, env)
		args, ts = append(args, x), append(ts, t)
	}
	out := &zed.Op{Info: info(e, power(zed.ProductType{Elems: ts})), Op: zed.Cross, Args: args}
	ops.types.keep(&out.Info)
	return out
}

// opRef checks an operator that is used as a value.
func (ops *operators) opRef(e zed.Expr, o zed.Operator) zed.Expr {
	want, result, ok := signature(o)
	if !ok || len(want) == 0 {
		ops.mistakes.errorf(e.At(), "the operator %s cannot be used like this", o)
		return &zed.OpRef{Info: info(e, newBad()), Op: o}
	}
	_, truth := result.(zed.BoolType)
	var t zed.Type
	switch {
	case zed.IsCurried(o):
		t = relation(want[0], relation(want[1], result))
	case len(want) == 1 && truth:
		t = power(want[0])
	case truth:
		t = power(product(want...))
	case len(want) == 1:
		t = relation(want[0], result)
	default:
		t = relation(product(want...), result)
	}
	out := &zed.OpRef{Info: info(e, t), Op: o}
	ops.types.keep(&out.Info)
	return out
}

// operands returns the operands of an application of a toolkit function: one after the
// name or, for functions of several operands, several after it or a tuple.
func (ops *operators) operands(e *zed.Apply, env *scope) (zed.Operator, []zed.Expr) {
	if inner, ok := e.Fn.(*zed.Apply); ok {
		if o, ok := ops.names.builtin(inner.Fn, env); ok && zed.IsCurried(o) {
			return o, []zed.Expr{inner.Arg, e.Arg}
		}
	}
	o, ok := ops.names.builtin(e.Fn, env)
	if !ok || zed.IsCurried(o) {
		return "", nil
	}
	want, _, _ := signature(o)
	if t, ok := e.Arg.(*zed.TupleExt); ok && len(want) == len(t.Elems) && len(want) > 1 {
		return o, t.Elems
	}
	if len(want) != 1 {
		return "", nil
	}
	return o, []zed.Expr{e.Arg}
}

// regroup returns the application of a function whose values are numbers to all terms
// that follow it: min f x becomes min (f x). In ISO 13568 these functions are prefix
// operators, whose operand may be an application; the other grouping never has a type.
func (ops *operators) regroup(e *zed.Apply, env *scope) *zed.Apply {
	head := e
	chain := []*zed.Apply{e}
	for {
		inner, ok := head.Fn.(*zed.Apply)
		if !ok {
			break
		}
		head, chain = inner, append(chain, inner)
	}
	if len(chain) == 1 {
		return e
	}
	o, _ := ops.names.builtin(head.Fn, env)
	row, _ := toolkit.RowOf(o)
	if _, number := row.Result.(zed.IntType); !number || row.Fix != zed.FixFunction || zed.IsCurried(o) {
		return e
	}
	arg := head.Arg
	for i := len(chain) - 2; i >= 0; i-- {
		arg = &zed.Apply{Info: chain[i].Info, Fn: arg, Arg: chain[i].Arg}
	}
	return &zed.Apply{Info: e.Info, Fn: head.Fn, Arg: arg}
}

func (ops *operators) apply(e *zed.Apply, env *scope) zed.Expr {
	e = ops.regroup(e, env)
	if o, args := ops.operands(e, env); args != nil {
		return ops.op(&zed.Op{Info: e.Info, Op: o, Args: args}, env)
	}
	fn, arg := ops.up.expr(e.Fn, env), ops.up.expr(e.Arg, env)
	var from, to zed.Type = &variable{}, &variable{}
	out := &zed.Apply{Info: info(e, to), Fn: fn, Arg: arg}
	ops.types.keep(&out.Info)
	switch {
	case isBad(fn.Typ()):
		out.Type = newBad()
	case isBad(arg.Typ()) && !unify(relation(from, to), fn.Typ()):
		out.Type = newBad() // such as S land T: the word is the error
	case !unify(relation(from, to), fn.Typ()):
		out.Type = ops.mistakes.reportMismatch(e.Fn.At(), []zed.Expr{fn}, "expected a function, found %s",
			showType(fn.Typ()))
	case isBad(arg.Typ()):
	default:
		if w, g := showType(from), showType(arg.Typ()); !unify(from, arg.Typ()) {
			ops.mistakes.reportMismatch(e.Arg.At(), []zed.Expr{fn, arg}, "the function takes %s, found %s", w, g)
		}
	}
	return out
}

// isSymmetric tells whether an operator has two operands of one type that its row does
// not determine.
func isSymmetric(o zed.Operator) bool {
	row, _ := toolkit.RowOf(o)
	if len(row.Operands) != 2 {
		return false
	}
	left, right := row.Operands[0].Type, row.Operands[1].Type
	return zed.SameType(left, right) && !zed.SameType(left, zed.IntType{})
}
