package solve_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed/value"
)

// problem reads DECLS | PRED.
func problem(t testing.TB, text string) solve.Problem {
	t.Helper()
	p := solve.Problem{Scope: value.DefaultScope(), Globals: solvetest.Globals()}
	vars, pred := solvetest.Read(t, text)
	for _, v := range vars {
		p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: solvetest.IsScoped(v)})
	}
	p.Pred = pred
	return p
}
