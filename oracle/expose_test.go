package oracle_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
)

var (
	number  = &zed.Ref{Info: zed.Info{Type: zed.PowerType{Elem: zed.IntType{}}}, Name: "ℤ", Kind: zed.Builtin}
	boolean = zed.Info{Type: zed.BoolType{}}
	called  = &zed.Occur{Info: boolean, Schema: "Q", Index: 1, Body: &zed.Truth{Info: boolean, Value: true}}
)

func quantify(q zed.Quantifier, name string, body zed.Expr) zed.Expr {
	return &zed.Quant{Info: boolean, Q: q, Body: body,
		Text: zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{{Name: name}}, Type: number}}}}
}

func TestExpose(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		pred       zed.Expr
		some, all  bool // whether Expose and ExposeAll can
		vars, kept int  // of ExposeAll: the variables, and the conjuncts
	}{
		{called, true, true, 1, 1},
		{quantify(zed.Exists, "y", called), true, true, 2, 1},
		{quantify(zed.Forall, "y", called), false, true, 2, 2}, // what it says, and the call
		{quantify(zed.Forall, "x", called), false, false, 0, 0},
		{quantify(zed.Exists1, "y", called), false, false, 0, 0},
		{quantify(zed.Exists, "y", quantify(zed.Forall, "z", called)), false, true, 3, 2},
		{&zed.Logic{Info: boolean, Op: zed.Or, Args: []zed.Expr{called, called}}, false, false, 0, 0},
	} {
		p := solve.Problem{Pred: test.pred, Vars: []solve.Var{{Var: zed.Var{Name: "x", Type: zed.IntType{}}}}}
		if _, ok := oracle.Expose(p, called); ok != test.some {
			t.Errorf("%s: Expose %v", zed.Print(test.pred, zed.Unicode), ok)
		}
		got, ok := oracle.ExposeAll(p, called)
		if ok != test.all {
			t.Errorf("%s: ExposeAll %v", zed.Print(test.pred, zed.Unicode), ok)
		}
		if ok && (len(got.Vars) != test.vars || conjuncts(got.Pred) != test.kept || len(p.Vars) != 1) {
			t.Errorf("%s: %d variables and %d conjuncts: %s", zed.Print(test.pred, zed.Unicode), len(got.Vars),
				conjuncts(got.Pred), zed.Print(got.Pred, zed.Unicode))
		}
	}
}

// Within a disjunction, what is said beside an occurrence is what its branch says.
func TestWithin(t *testing.T) {
	t.Parallel()
	join := func(op zed.Connective, args ...zed.Expr) zed.Expr {
		return &zed.Logic{Info: boolean, Op: op, Args: args}
	}
	is := func(v bool) zed.Expr { return &zed.Truth{Info: boolean, Value: v} }
	for _, test := range []struct {
		pred zed.Expr
		open bool // whether the occurrence is exposed then
		kept int
	}{
		{called, true, 1},
		{join(zed.Or, is(false), called), true, 1},
		{join(zed.And, is(true), join(zed.Or, is(false), join(zed.And, is(true), called))), true, 1},
		{join(zed.Or, is(false), join(zed.And, is(true), join(zed.Or, called, is(false)))), true, 1},
		{join(zed.Or, called, called), false, 0},
		{join(zed.Not, join(zed.Or, called, is(true))), false, 0},
	} {
		p := oracle.Within(solve.Problem{Pred: test.pred}, called)
		got, open := oracle.Expose(p, called)
		if open != test.open || open && conjuncts(got.Pred) != test.kept {
			t.Errorf("%s: %s, %v", zed.Print(test.pred, zed.Unicode), zed.Print(p.Pred, zed.Unicode), open)
		}
	}
}

// conjuncts counts the conjuncts of a predicate.
func conjuncts(e zed.Expr) int {
	and, ok := e.(*zed.Logic)
	if !ok || and.Op != zed.And {
		return 1
	}
	n := 0
	for _, a := range and.Args {
		n += conjuncts(a)
	}
	return n
}

// A predicate that shares its parts has far more places than parts.
func TestWithinShared(t *testing.T) {
	t.Parallel()
	var e zed.Expr = &zed.Truth{Info: boolean}
	for range 100 {
		e = &zed.Logic{Info: boolean, Op: zed.Or, Args: []zed.Expr{e, e}}
	}
	if oracle.HasOccurrence(e, called) {
		t.Error("found where it does not stand")
	}
	if !oracle.HasOccurrence(&zed.Logic{Info: boolean, Op: zed.And, Args: []zed.Expr{e, called}}, called) {
		t.Error("not found where it stands")
	}
}
