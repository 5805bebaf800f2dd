package embedded

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// A function without end is one on numbers that has the same image everywhere, where there is
// such a one; others are looked for in no step, and the reason names them. What contradicts itself
// is refuted all the same.
func TestEndless(t *testing.T) {
	t.Parallel()
	const (
		none     = "no finite set satisfies f ∈ "
		oneImage = "with one image"
	)
	for _, c := range []struct {
		text    string
		outcome solve.Outcome
		says    string // the value of f where there is a case, otherwise part of the reason
	}{
		{"f : ℤ ↔ ℤ; n : ℤ | f ∈ ℕ → ℤ ∧ n = f 3", solve.Case, "ℕ × {0}"},
		{"f : ℤ ↔ ℤ | f ∈ ℕ₁ → ℤ ∧ f 3 > 4", solve.Case, "ℕ₁ × {5}"},
		{"f : ℤ ↔ (ℤ ↔ ℤ); n, m : ℤ | n < m ∧ f ∈ ℤ → ℕ → ℤ", solve.Case, "ℤ × {ℕ × {0}}"},
		{"f : ℤ ↔ (ℤ ↔ ℤ) | f ∈ 1 ‥ 2 → ℕ → ℤ ∧ f 1 3 = 7 ∧ f 2 4 = 6", solve.Case, "⟨ℕ × {7}, ℕ × {6}⟩"},
		{"f : ℤ ↔ ℤ | f ∈ ℕ → ℤ ∧ (3, 5) ∈ f ∧ 7 ∈ dom f ∧ −1 ∉ dom f ∧ 5 ∈ ran f", solve.Case, "ℕ × {5}"},
		{"f : ℤ ↔ ℤ | f ∈ ℤ ⇸ ℤ ∧ f ∈ ℕ → ℤ ∧ f = ℕ × {5}", solve.Case, "ℕ × {5}"},
		{"f : ℤ ↔ ℤ | f ∈ ℕ → ℤ ∧ f ≠ ℕ × {0}", solve.Case, "ℕ × {1}"},
		{"f : ℤ ↔ ℤ | f ∈ ℕ → ℤ ∧ f = ℤ × {5}", solve.Unsatisfiable, "is not true"},
		{"f : ℤ ↔ ℤ | f ∈ ℕ → ℤ ∧ f 1 = 2 ∧ f 2 = 1", solve.NoneInScope, oneImage},
		{"f : ℤ ↔ ℤ | f ∈ ℕ → ℤ ∧ f = {(1, 2)}", solve.NoneInScope, ""},
		{"f : ℤ ↔ ℤ | f ∈ ℕ → ℤ ∧ f ∈ 𝔽 (ℤ × ℤ)", solve.NoneInScope, ""},
		{"f : ℤ ↔ ℤ; s : ℙ (ℤ ↔ ℤ) | f ∈ ℕ → ℤ ∧ s = {f} ∧ ⋃ s = {(1, 2)}", solve.Undecided, ""},
		{"f : ℤ ↔ ℤ | f ∈ ℕ → ℤ ∧ #f = 3", solve.Undecided, ""},
		{"f, g : ℤ ↔ ℤ | f ∈ ℕ → ℤ ∧ g = f ⊕ {(1, 2)}", solve.Undecided, ""},
		{"f : ℤ ↔ ℤ; n : ℤ | n = 1 ∧ f ∈ ℤ → ℤ ∨ f ∈ ℕ ⇸ ℤ ∧ n = 2", solve.Case, ""},
		{"f : ℤ ↔ ℤ; n : ℤ | f ∈ ℕ ⇸ ℤ ∧ n > 1", solve.Case, ""},
		{"f : (ℙ ℤ) ↔ ℤ; n : ℤ | f ∈ ℙ ℤ → ℤ ∧ n = 1", solve.NoneInScope, none + "ℙ ℤ → ℤ"},
		{"f : ℤ ↔ ℤ; n : ℤ | f ∈ ℕ ↣ ℤ ∧ n = 1", solve.NoneInScope, ""},
		{"f : ℤ ↔ ℤ; n : ℤ | f ∈ ℕ → ℤ ∧ n > 1 ∧ n < 1", solve.Unsatisfiable, "contradict"},
		{"f : ℤ ↔ ℤ | f ∈ ℕ → ℤ ∧ ¬ (∃ g : ℕ → ℤ • g 1 ≠ g 2)", solve.Undecided, ""},
	} {
		p := problem(t, c.text)
		r := New(solve.Options{}).Solve(t.Context(), p)
		said := r.Reason
		if r.Outcome == solve.Case {
			said = r.Model["f"].String()
		}
		if r.Outcome != c.outcome || !strings.Contains(said, c.says) {
			t.Errorf("%s: %v in %d steps: %s", c.text, r.Outcome, r.Steps, said)
		}
		if strings.HasPrefix(c.says, none) {
			p.Seed = 1
			if r := New(solve.Options{}).Solve(t.Context(), p); r.Outcome != solve.NoneInScope || r.Steps > 0 {
				t.Errorf("drawn of %s: %v in %d steps: %s", c.text, r.Outcome, r.Steps, r.Reason)
			}
		}
	}
}

// What is said of an infinite function is true of the equation by which it is written, so that a
// model can be excluded, or stated.
func TestEndlessLiteral(t *testing.T) {
	t.Parallel()
	p := problem(t, "f : ℤ ↔ (ℤ ↔ ℤ) | f ∈ 1 ‥ 2 → ℕ → ℤ")
	seen := map[string]bool{}
	for range 4 {
		r := New(solve.Options{}).Solve(t.Context(), p)
		if r.Outcome != solve.Case || seen[r.Model["f"].Key()] {
			t.Fatalf("%v after %d models: %s", r.Outcome, len(seen), r.Reason)
		}
		seen[r.Model["f"].Key()] = true
		other := value.Equation("f", p.Vars[0].Type, r.Model["f"])
		p.Pred = &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.And,
			Args: []zed.Expr{p.Pred, zed.Negation(other)}}
	}
}
