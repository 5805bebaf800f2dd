package embedded

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
)

// A function without end is looked for among finite ones in no step, and the reason names it; what
// contradicts itself is refuted all the same.
func TestEndless(t *testing.T) {
	t.Parallel()
	const none = "no finite set satisfies f ∈ "
	for _, c := range []struct {
		text    string
		outcome solve.Outcome
		reason  string
	}{
		{"f : ℤ ↔ ℤ; n : ℤ | f ∈ ℕ → ℤ ∧ n = f 3", solve.NoneInScope, none + "ℕ → ℤ"},
		{"f : ℤ ↔ (ℤ ↔ ℤ); n, m : ℤ | n < m ∧ f ∈ ℤ → ℕ → ℤ", solve.NoneInScope, none + "ℤ → ℕ → ℤ"},
		{"f : ℤ ↔ ℤ; n : ℤ | n = 1 ∧ f ∈ ℤ → ℤ ∨ f ∈ ℕ → ℤ", solve.NoneInScope, none + "ℕ → ℤ"},
		{"f : ℤ ↔ ℤ; n : ℤ | n = 1 ∧ f ∈ ℤ → ℤ ∨ f ∈ ℕ ⇸ ℤ ∧ n = 2", solve.Case, ""},
		{"f : ℤ ↔ ℤ; n : ℤ | f ∈ ℕ ⇸ ℤ ∧ n > 1", solve.Case, ""},
		{"f : ℤ ↔ ℤ; n : ℤ | f ∈ ℕ → ℤ ∧ n > 1 ∧ n < 1", solve.Unsatisfiable, "contradict"},
	} {
		p := problem(t, c.text)
		r := New(solve.Options{}).Solve(t.Context(), p)
		if r.Outcome != c.outcome || !strings.Contains(r.Reason, c.reason) ||
			r.Outcome == solve.NoneInScope && r.Steps > 0 {
			t.Errorf("%s: %v in %d steps: %s", c.text, r.Outcome, r.Steps, r.Reason)
		}
		if p.Seed = 1; c.outcome == solve.NoneInScope {
			if r := New(solve.Options{}).Solve(t.Context(), p); r.Outcome != solve.NoneInScope || r.Steps > 0 {
				t.Errorf("drawn of %s: %v in %d steps: %s", c.text, r.Outcome, r.Steps, r.Reason)
			}
		}
	}
}
