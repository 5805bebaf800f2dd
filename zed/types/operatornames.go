package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// operatorNames distinguishes names that stand for operators of the toolkit from those
// to which the specification gives another meaning.
type operatorNames struct {
	globals *globals
	gaps    *gaps
}

// useOfToolkit returns a use of an operator of the toolkit by its name, where nothing else
// in scope has that name.
func (on *operatorNames) useOfToolkit(e zed.Expr, env *scope) zed.Expr {
	var r *zed.Ref
	var args []zed.Expr
	switch e := e.(type) {
	case *zed.Apply:
		r, _ = e.Fn.(*zed.Ref)
		args = []zed.Expr{e.Arg}
	case *zed.Op:
		if e.Op == zed.In && len(e.Args) == 2 {
			r, _ = e.Args[1].(*zed.Ref)
			args = e.Args[:1]
		}
	case *zed.Ref:
		r, args = e, e.Args
	}
	if r == nil || !strings.Contains(r.Name, " ") {
		return e
	}
	o, ok := zed.OperatorOf(r.Name)
	if _, local := env.lookup(r.Name); !ok || local || on.globals.lookup(r.Name) != nil ||
		on.gaps.isExcused(r.Name, env) {
		return e
	}
	info := zed.Info{Span: e.At()}
	if len(args) == 0 {
		return &zed.OpRef{Info: info, Op: o}
	}
	if t, ok := args[0].(*zed.TupleExt); ok && len(args) == 1 && strings.Count(r.Name, "_") > 1 {
		args = t.Elems
	}
	want, _, known := signature(o)
	if known && len(want) != len(args) {
		return e
	}
	return &zed.Op{Info: info, Op: o, Args: args}
}

// signature returns the types of an operator's operands and of its value, with new type
// variables for generic parameters. Cross and Minus are checked separately.
func signature(o zed.Operator) (operands []zed.Type, result zed.Type, ok bool) {
	row, ok := toolkit.RowOf(o)
	if !ok || row.Open {
		return nil, nil, false
	}
	actual := map[string]zed.Type{}
	typ := func(t zed.Type) zed.Type {
		return zed.InstanceType(t, func(t zed.Type) zed.Type {
			formal, is := t.(zed.NamedType)
			if !is {
				return nil
			}
			if actual[formal.Name] == nil {
				actual[formal.Name] = &variable{}
			}
			return actual[formal.Name]
		})
	}
	for _, a := range row.Operands {
		operands = append(operands, typ(a.Type))
	}
	return operands, typ(row.Result), true
}

// builtin returns the operator that a name stands for. ok is false where the
// specification gives the name another meaning.
func (on *operatorNames) builtin(e zed.Expr, env *scope) (o zed.Operator, ok bool) {
	switch e := e.(type) {
	case *zed.OpRef:
		return e.Op, true
	case *zed.Ref:
		if _, local := env.lookup(e.Name); local || len(e.Args) > 0 || on.globals.lookup(e.Name) != nil {
			return "", false
		}
		return zed.FunctionOf(e.Name)
	}
	return "", false
}
