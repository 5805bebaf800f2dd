package solve

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed/value"
)

// problem reads DECLS | PRED.
func problem(t *testing.T, text string) Problem {
	t.Helper()
	p := Problem{Scope: value.DefaultScope(), Globals: solvetest.Globals()}
	vars, pred := solvetest.Read(t, text)
	for _, v := range vars {
		p.Vars = append(p.Vars, Var{Var: v, Scoped: solvetest.Scoped(v)})
	}
	p.Pred = pred
	return p
}
