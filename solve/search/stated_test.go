package search

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestStated: a conjunct v = e that gave v its value is not tested again, and searches end as they
// do where it is.
func TestStated(t *testing.T) {
	t.Parallel()
	const decls = "s, t, u : ℙ ℤ; f, g : ℤ ⇸ ℤ; m, n : ℤ | "
	conjuncts := []string{
		"u = s ∪ t", "t = u ∖ s", "n = # u", "g = f ⊕ {n ↦ m}", "m = n + 1", "n = m - 1", "s = dom f", "m = f n",
		"g = f∼", "(n ∈ s ⇒ t = {n, m})", "s = t", "u = ran g", "# s = 2", "n ∈ s", "f n > m", "s ⊂ u", "g ≠ f",
		"m ∉ u", "t ≠ ∅", "¬ m ≠ n", "{m ↦ n} = f", "s = {m}", "f (n + 1) = f n",
	}
	r := rand.New(rand.NewPCG(7, 7))
	given, outcomes := 0, map[solve.Outcome]int{}
	for range 300 {
		var chosen []string
		for _, i := range r.Perm(len(conjuncts))[:2+r.IntN(5)] {
			chosen = append(chosen, conjuncts[i])
		}
		text := decls + strings.Join(chosen, " ∧ ")
		vars, pred := solvetest.Read(t, text)
		p := solve.Problem{Pred: pred, Scope: value.DefaultScope(), Globals: solvetest.Globals()}
		for _, v := range vars {
			p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: solvetest.IsScoped(v)})
		}
		short := Prepare(p, solve.Options{Steps: 300}, NewCache())
		long := *short
		long.conjuncts = slices.Clone(short.conjuncts)
		for i := range long.conjuncts {
			given += len(long.conjuncts[i].targets)
			long.conjuncts[i].targets = nil
		}
		got, want := short.Solve(t.Context(), nil, p.Scope), long.Solve(t.Context(), nil, p.Scope)
		outcomes[want.Outcome]++
		if got.Outcome != want.Outcome || got.Steps != want.Steps || got.Reason != want.Reason ||
			!maps.EqualFunc(got.Model, want.Model, value.Value.Equal) {
			t.Errorf("%s: %s in %d steps (%s), want %s in %d (%s)", text, got.Outcome, got.Steps, got.Reason,
				want.Outcome, want.Steps, want.Reason)
		}
	}
	if given < 300 || outcomes[solve.Case] < 50 || outcomes[solve.Unsatisfiable] < 20 {
		t.Errorf("%d variables have equations, and the searches end in %v", given, outcomes)
	}
}
