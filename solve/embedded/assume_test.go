package embedded

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// drawPredicate returns the text of a predicate on c, d : COLOUR and n : 0 .. 2 with connectives up
// to a depth.
func drawPredicate(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(4) == 0 {
		return [...]string{"c = red", "c ≠ red", "c = green", "c ∈ {red, blue}", "c ∉ {green}", "c ∉ {red, blue}",
			"d = c", "d = blue", "d ≠ green", "d ∈ {red, green, blue}", "n = 1", "n ≠ 2", "n ∈ {0, 1}",
			"n > 0", "c ∈ ∅"}[r.IntN(15)]
	}
	one := func() string { return "(" + drawPredicate(r, depth-1) + ")" }
	switch r.IntN(6) {
	case 0:
		return "¬ " + one()
	case 1:
		return one() + " ⇒ " + one()
	case 2:
		return one() + " ⇔ " + one()
	case 3:
		return one() + " ∨ " + one()
	}
	return one() + " ∧ " + one()
}

// TestAssumedAlike: what is left of a predicate has the models of the whole, all of them.
func TestAssumedAlike(t *testing.T) {
	t.Parallel()
	models := func(p solve.Problem) (out []string) {
		for found := range New(solve.Options{}).All(t.Context(), p) {
			if found.Outcome == solve.Case {
				out = append(out, fmt.Sprint(found.Model))
			}
		}
		slices.Sort(out)
		return out
	}
	r, changed := rand.New(rand.NewPCG(5, 8)), 0
	for range 2_000 {
		text := "c, d : COLOUR; n : 0 .. 2 | " + drawPredicate(r, 2) + " ∧ (" + drawPredicate(r, 3) + ")"
		p := problem(t, text)
		q := p
		if q.Pred = assume(p.Pred); q.Pred == p.Pred {
			continue
		}
		changed++
		if got, want := models(q), models(p); !slices.Equal(got, want) {
			t.Errorf("%s\nbecomes %s:\n%v\nwant %v", text, zed.Print(q.Pred, zed.Unicode), got, want)
		}
	}
	if changed < 200 {
		t.Errorf("only %d were changed", changed)
	}
}
