package embedded

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// problem reads DECLS | PRED.
func problem(t *testing.T, text string) solve.Problem {
	t.Helper()
	vars, pred := solvetest.Read(t, text)
	p := solve.Problem{Pred: pred, Scope: value.DefaultScope(), Globals: solvetest.Globals()}
	for _, v := range vars {
		p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: solvetest.IsScoped(v)})
	}
	return p
}

// TestAssumed: a constant rules out branches, so that what the one left says is
// used like any conjunct.
func TestAssumed(t *testing.T) {
	t.Parallel()
	p := problem(t,
		"c, d : COLOUR; f, f' : ℤ ⇸ ℕ; b : ℤ | c = red ∧ (c = red ∧ b ∈ dom f ∧ f' = f ⊕ {b ↦ f b - 1} ∨ c = green ∧ f' = f ∨ d = blue ∧ c = blue)")
	simpler := assume(p.Pred)
	if and, ok := simpler.(*zed.Logic); !ok || simpler == p.Pred || len(and.Args) != 9 {
		t.Fatalf("%s", zed.Print(simpler, zed.Unicode))
	}
	if again := assume(simpler); again != simpler {
		t.Errorf("it is not done: %s", zed.Print(again, zed.Unicode))
	}
	if r := New(solve.Options{}).Solve(t.Context(), p); r.Outcome != solve.Case || r.Steps > 1000 {
		t.Errorf("%v in %d steps: %s", r.Outcome, r.Steps, r.Reason)
	}
	never := problem(t, "c : COLOUR; n : ℤ | c = red ∧ (c = green ∧ n = 1 ∨ c = blue)")
	if r := New(solve.Options{}).Solve(t.Context(), never); r.Outcome != solve.Unsatisfiable || len(r.Conflict) == 0 {
		t.Errorf("%v: %s %v", r.Outcome, r.Reason, r.Conflict)
	}
}
