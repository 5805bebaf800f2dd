package solve

import "testing"

// TestCertain: the denial of a quantifier over an infinite set needs a body that
// is false for all values, and not only true for none.
func TestCertain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want Outcome
	}{
		{"s : seq ℤ | s = ⟨⟩ ∧ ¬ (∃ w : ℤ • w = head s)", Unsatisfiable},
		{"s : seq ℤ | s = ⟨⟩ ∧ (∀ w : ℤ • w ≠ head s)", Unsatisfiable},
		{"s : seq ℤ | s = ⟨⟩ ∧ (∀ w : ℤ | w = head s • w < w)", Unsatisfiable},
		{"s : seq ℤ; n : ℤ | n = 0 ∧ s = ⟨⟩ ∧ ¬ (∃ t : seq ℤ • #t = 1 ∧ t n > 3 ∧ t ≠ s)", Undecided},
		// A conjunct that is false decides, whatever the others are.
		{"s : seq ℤ | s = ⟨⟩ ∧ ¬ (∃ w : ℤ • s ≠ ⟨⟩ ∧ w = head s)", Case},
		{"s : seq ℤ | s = ⟨⟩ ∧ (∀ w : ℤ | s ≠ ⟨⟩ • w ≠ head s)", Case},
		{"f, g : ℤ ⇸ ℕ; n : ℤ | n ∈ dom f ∧ f n = 1 ∧ ¬ (∃ k : ℕ • k = f n - 3)", Case},
		{"f : ℤ ⇸ ℕ; n : ℤ | n ∉ dom f ∧ ¬ (∃ g : ℤ ⇸ ℕ • n ∈ dom f ∧ g = f ⊕ {n ↦ f n + 1})", Case},
		// An application is defined where its argument is declared to be in the domain.
		{"s : seq ℤ | s = ⟨2⟩ ∧ ¬ (∃ t : seq (0 .. 2) • #t = #s ∧ (∀ i : dom t • t i > 2))", Case},
	} {
		if r := Embedded(Options{Steps: 5_000}).Solve(t.Context(), problem(t, c.in)); r.Outcome != c.want {
			t.Errorf("%s: %v: %s", c.in, r.Outcome, r.Reason)
		}
	}
}
