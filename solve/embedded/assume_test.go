package embedded

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
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

// assume returns what the conjuncts of a predicate leave of each other, and the predicate itself where that is all.
func assume(pred zed.Expr) zed.Expr { return new(embedded).simplify(pred) }

// TestAssumed: a constant rules out branches, so that what the one left says is
// used like any conjunct.
func TestAssumed(t *testing.T) {
	t.Parallel()
	p := problem(t,
		"c, d : COLOUR; f, f' : ℤ ⇸ ℕ; b : ℤ | c = red ∧ (c = red ∧ b ∈ dom f ∧ f' = f ⊕ {b ↦ f b - 1} ∨ c = green ∧ f' = f ∨ d = blue ∧ c = blue)")
	simpler := assume(p.Pred)
	if and, ok := simpler.(*zed.Logic); !ok || simpler == p.Pred || len(and.Args) != 8 {
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
			"n > 0", "c ∈ ∅", "c = e", "e = d", "e = red", "m = n", "n < m", "m ≤ n", "m ≥ n", "n < k", "k = m",
			"S = ∅", "S ≠ ∅", "c ∈ S", "c ∉ S", "e ∈ S", "T = S", "T ≠ ∅", "d ∈ T", "∃ x : S • x = e",
			"∃ x : T • x = d"}[r.IntN(33)]
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
	r, changed, denied := rand.New(rand.NewPCG(5, 8)), 0, 0
	for range 500 {
		text := "c, d, e : COLOUR; n, m, k : 0 .. 1; S, T : ℙ {red, blue} | " + drawPredicate(r, 2) + " ∧ (" + drawPredicate(r, 3) + ")"
		p := problem(t, text)
		q := p
		simpler := new(embedded).assume(p.Pred)
		if simpler.denied {
			denied++
			holdDenied(t, p, text)
		}
		if q.Pred = simpler.pred; q.Pred == p.Pred {
			continue
		}
		changed++
		if got, want := listModels(t, q), listModels(t, p); !slices.Equal(got, want) {
			t.Errorf("%s\nbecomes %s:\n%v\nwant %v", text, zed.Print(q.Pred, zed.Unicode), got, want)
		}
	}
	if changed < 100 || denied < 10 {
		t.Errorf("only %d were changed, %d denied", changed, denied)
	}
}

// listModels lists the models of a problem, as text.
func listModels(t *testing.T, p solve.Problem) (out []string) {
	t.Helper()
	for found := range New(solve.Options{}).All(t.Context(), p) {
		if found.Outcome == solve.Case {
			out = append(out, fmt.Sprint(found.Model))
		}
	}
	slices.Sort(out)
	return out
}

// holdDenied holds a problem whose conjuncts deny each other against its models: it has none, nor have the conjuncts
// that are said to deny each other, and without any one of these the others do not.
func holdDenied(t *testing.T, p solve.Problem, text string) {
	t.Helper()
	if models := listModels(t, p); len(models) > 0 {
		t.Errorf("%s\nis denied and has the model %s", text, models[0])
	}
	conflict := findDenied(p.Pred, newNumbering())
	for i := range conflict {
		if isDenied(slices.Delete(slices.Clone(conflict), i, i+1), newNumbering()) {
			t.Errorf("%s\nis denied by %s, of which the %d-th is not needed", text, solve.Contradiction(conflict), i)
		}
	}
	p.Pred = schema.Conjoin(conflict)
	p.Pred = schema.Conjoin([]zed.Expr{p.Pred, declared(p)})
	if models := listModels(t, p); len(models) > 0 {
		t.Errorf("%s\nis denied by %s, which has the model %s", text, solve.Contradiction(conflict), models[0])
	}
}

// declared returns what the declarations of a problem's variables say.
func declared(p solve.Problem) zed.Expr {
	var out []zed.Expr
	for _, v := range p.Vars {
		out = append(out, &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In,
			Args: []zed.Expr{zed.LocalRef(v.Name, v.Type), v.Decl}})
	}
	return schema.Conjoin(out)
}

// TestAssumedConnectives: where no conjunct says what a variable is, nothing is known of the others.
func TestAssumedConnectives(t *testing.T) {
	t.Parallel()
	_, pred := solvetest.Read(t, "c, d : COLOUR | (c = red ∨ d = red) ∧ (c = red ⇒ d = blue)")
	conjuncts := schema.Conjuncts(pred)
	or := schema.Conjoin(conjuncts[len(conjuncts)-2:])
	if got := assume(or); got != or {
		t.Errorf("%s", zed.Print(got, zed.Unicode))
	}
}
