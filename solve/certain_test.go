package solve_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// TestCertain: the denial of a quantifier over an infinite set needs a body that
// is false for all values, and not only true for none.
func TestCertain(t *testing.T) {
	t.Parallel()
	const never = solve.Outcome(-1) // any but a case
	for _, c := range []struct {
		in   string
		want solve.Outcome
	}{
		{"s : seq ℤ | s = ⟨⟩ ∧ ¬ (∃ w : ℤ • w = head s)", never},
		{"s : seq ℤ | s = ⟨⟩ ∧ (∀ w : ℤ • w ≠ head s)", never},
		{"s : seq ℤ | s = ⟨⟩ ∧ (∀ w : ℤ | w = head s • w < w)", never},
		{"s : seq ℤ; n : ℤ | n = 0 ∧ s = ⟨⟩ ∧ ¬ (∃ t : seq ℤ • #t = 1 ∧ t n > 3 ∧ t ≠ s)", never},
		// A conjunct that is false decides, whatever the others are.
		{"s : seq ℤ | s = ⟨⟩ ∧ ¬ (∃ w : ℤ • s ≠ ⟨⟩ ∧ w = head s)", solve.Case},
		{"s : seq ℤ | s = ⟨⟩ ∧ (∀ w : ℤ | s ≠ ⟨⟩ • w ≠ head s)", solve.Case},
		{"f, g : ℤ ⇸ ℕ; n : ℤ | n ∈ dom f ∧ f n = 1 ∧ ¬ (∃ k : ℕ • k = f n - 3)", solve.Case},
		{"f : ℤ ⇸ ℕ; n : ℤ | n ∉ dom f ∧ ¬ (∃ g : ℤ ⇸ ℕ • n ∈ dom f ∧ g = f ⊕ {n ↦ f n + 1})", solve.Case},
		// An application is defined where its argument is declared to be in the domain.
		{"s : seq ℤ | s = ⟨2⟩ ∧ ¬ (∃ t : seq (0 .. 2) • #t = #s ∧ (∀ i : dom t • t i > 2))", solve.Case},
	} {
		if r := embedded.New(solve.Options{Steps: 5_000}).Solve(t.Context(), problem(t, c.in)); r.Outcome != c.want &&
			(c.want != never || r.Outcome == solve.Case) {
			t.Errorf("%s: %v: %s", c.in, r.Outcome, r.Reason)
		}
	}
}
