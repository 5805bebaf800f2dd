package solve_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// TestDrawn: what is drawn under a seed is a model, the same for the same seed, and
// under several seeds there are several where there are any.
func TestDrawn(t *testing.T) {
	t.Parallel()
	const seeds = 12
	for text, want := range map[string]int{ // different models, at least
		"x : ℕ":      5,
		"x : 1 .. 1": 1,
		"A, B : ℙ NAME | A ⊆ B ∧ A ≠ ∅":                                   4,
		"f : NAME ⇸ ℕ; n : NAME; k : ℕ | n ∈ dom f ∧ f n ≥ k":             8,
		"f, f' : NAME ⇸ ℕ; n : NAME | n ∈ dom f ∧ f' = f ⊕ {n ↦ f n + 3}": 8,
		"s : seq ℤ; x : ℤ | x ∉ ran s ∧ #s ≥ 2":                           8,
		"s, t : seq NAME | s ≠ t ∧ rev s = t":                             4,
		"x, y : ℤ | x + y = 7 ∧ x < y":                                    2,
	} {
		models := map[string]bool{}
		for seed := range uint64(seeds) {
			p := problem(t, text)
			p.Seed = seed + 1
			solver := embedded.New(solve.Options{})
			r := solver.Solve(t.Context(), p)
			if r.Outcome != solve.Case {
				t.Errorf("%s: nothing was drawn under the seed %d: %s", text, seed+1, r.Reason)
				continue
			}
			models[show(r)] = true
			if again := solver.Solve(t.Context(), p); again.Outcome != solve.Case || show(again) != show(r) {
				t.Errorf("%s: %s and %s were drawn under the same seed", text, show(r), show(again))
			}
			p.Seed, p.Bound = 0, r.Model
			if checked := solver.Solve(t.Context(), p); checked.Outcome != solve.Case {
				t.Errorf("%s: %s was drawn, and is not a model: %s", text, show(r), checked.Reason)
			}
		}
		if t.Logf("%s: %d: %v", text, len(models), models); len(models) < want {
			t.Errorf("%s: %d models under %d seeds, want %d at least", text, len(models), seeds, want)
		}
	}
}
