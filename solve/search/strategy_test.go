package search

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestStrategies: which strategy answers a problem, and how. Each answers some that those
// before it leave open.
func TestStrategies(t *testing.T) {
	t.Parallel()
	answers := map[string]int{}
	for _, c := range []struct {
		in       string
		by       string
		outcome  solve.Outcome
		refuting int
	}{
		{"x, y : ℤ | x + y = 7 ∧ x > y", "a few choices", solve.Case, 0},
		{"x, y : ℤ | x < y ∧ y < x", "a quick refutation", solve.Unsatisfiable, 0},
		{"x, y, z : ℤ | x < y ∧ y < z ∧ z < x", "a quick refutation", solve.Unsatisfiable, 0},
		{"a, b : ℤ | a * a = 2 * b * b ∧ a > 0", "values beyond the scope", solve.NoneInScope, 0},
		{"x : 0‥40; a, b, c, d, e, f, g, h : 0‥3; z : 0‥5 | x mod 2 = 0 ∧ a ≠ b ∧ c ≠ d ∧ e ≠ f ∧ g ≠ h ∧ {x * x + z} = {904}",
			"what failed first", solve.Case, 0},
		{"s, t, u : ℙ ℤ | # (s ∪ t ∪ u) = 9 ∧ # s = 3 ∧ # t = 3 ∧ # u = 3 ∧ (∀ x : s; y : t; z : u • x < y ∧ y < z)",
			"few integers", solve.Case, 0},
		{"f, g : ℤ ⇸ ℤ | # f = 3 ∧ # g = 3 ∧ dom f ∩ dom g = ∅ ∧ f ∘ g ≠ ∅ ∧ ran g = dom f ∧ (∀ x : dom g • g x > x + 3)", "what has few values first", solve.Case, 0},
		{"A : ℙ ℤ | ∃ i : A • i > 1000", "what the text names", solve.Case, 0},
		{"a, b, c, d, e : ℤ | ∃ k : ℤ • k = 2 * 2 * 2 + 2 ∧ e = a * k * k * k + b * k * k + c * k + d ∧ a > 0 ∧ b > 0 ∧ c > 0 ∧ d > 0 ∧ e mod (k * k - 2 - 1) = k + 2 + 1 ∧ e > k * k * k * (k - 2 - 1)", "all choices", solve.Case, 0},
		{pigeons(6, 5, 100), "a refutation", solve.Unsatisfiable, 0},
		{pigeons(6, 5, 1), "a refutation before a search", solve.Unsatisfiable, 1_000_000},
	} {
		vars, pred := solvetest.Read(t, c.in)
		p := solve.Problem{Pred: pred, Scope: value.DefaultScope(), Globals: solvetest.Globals(),
			Refuting: c.refuting}
		for _, v := range vars {
			p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: solvetest.IsScoped(v)})
		}
		r, by := Prepare(p, solve.Options{Steps: 20_000}, NewCache()).WithLimits(p).answer(t.Context(), nil, p.Scope)
		if answers[by]++; r.Outcome != c.outcome || by != c.by {
			t.Errorf("%s: %s by %s (%s), want %s by %s", c.in, r.Outcome, by, r.Reason, c.outcome, c.by)
		}
	}
	for _, s := range &strategies {
		if answers[s.name] == 0 {
			t.Errorf("%s answers none of the problems", s.name)
		}
	}
}

// pigeons says that n numbers, each one of m multiples of step, differ.
func pigeons(n, m, step int) string {
	var vars, preds []string
	for i := range n {
		v := string(rune('a' + i))
		var holes []string
		for k := range m {
			holes = append(holes, fmt.Sprintf("%s = %d", v, step*k))
		}
		preds = append(preds, "("+strings.Join(holes, " ∨ ")+")")
		for _, w := range vars {
			preds = append(preds, v+" ≠ "+w)
		}
		vars = append(vars, v)
	}
	return strings.Join(vars, ", ") + " : ℤ | " + strings.Join(preds, " ∧ ")
}
