package smt

import (
	"os"
	"testing"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed/value"
)

var guarded proc.Guard

func TestMain(m *testing.M) {
	guarded = proc.OwnGuard()
	os.Exit(m.Run())
}

// problemOf reads DECLS | PRED.
func problemOf(t testing.TB, text string) solve.Problem {
	t.Helper()
	p := solve.Problem{Scope: value.DefaultScope(), Globals: solvetest.Globals()}
	vars, pred := solvetest.Read(t, text)
	for _, v := range vars {
		p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: solvetest.IsScoped(v)})
	}
	p.Pred = pred
	return p
}

// startProgram starts a back end, or skips the test where the program is not there.
func startProgram(t *testing.T, program string) *Solver {
	t.Helper()
	s, err := New(t.Context(), Options{Program: program, Guard: guarded})
	if err != nil {
		t.Skipf("not tested with %s: %v", program, err)
	}
	t.Cleanup(s.Close)
	return s
}
