package audit_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
)

// What an equation says of a function is held against the set in which the function is declared: where it
// leaves that, the audit names the argument; where it does not, as far as a search sees, it says nothing.
func TestFunctions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ axiom, want string }{
		{"k : ℕ → ℕ | ∀ n : ℕ • k n = n - 4", "with n = 0 this is not in ℕ, in which k is declared to have its values"},
		{"k : ℕ → ℕ | ∀ n : ℕ | n ≥ 4 • k n = n - 4", ""},
		{"k : ℕ → ℕ | ∀ n : ℕ | n > 2 • k n = n - 4", "with n = 3 "},
		{"k : ℕ → ℕ | ∀ n : ℕ • k n = n + 4", ""},
		{"k : ℤ → ℕ | ∀ n : ℤ • k n = n * n", ""},
		{"k : ℕ → 1 .. 9 | ∀ n : ℕ • k n = n mod 9", "with n = 0 this is not in 1..9"},
		{"k : ℕ → ℕ | k 0 = 1 ∧ (∀ n : ℕ₁ • k n = n * k (n - 1))", ""},
		{"k : ℕ → ℕ | k 0 = 1 ∧ (∀ n : ℕ₁ • k n = k (n - 1) - 1)", "with n = 2 this is not in ℕ"},
		{"k : (seq ℕ) → ℕ | k ⟨⟩ = 0 ∧ (∀ x : ℕ; s : seq ℕ • k (⟨x⟩ ⌢ s) = k s - 1)", "this is not in ℕ"},
		{"k : ℕ × ℕ → ℕ | ∀ a, b : ℕ • k (a, b) = a - b", "with a = 0, b = 1 this is not in ℕ"},
		{"k : ℕ ⇸ ℕ | ∀ n : ℕ • k n = n - 4", ""},
	} {
		system := configtest.Load(t, map[string]string{
			"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
			"spec.zed": "│ " + strings.Replace(c.axiom, " | ", "\n├\n│ ", 1) +
				"\n\nS == [n : ℤ]\nOp == [ΔS | n' = n]\n",
			"units.yaml": "unit: op\nz: spec.zed\nschema: Op\n",
		})
		_, err := look(t, t.Context(), system, 1)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.axiom, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.axiom, err, c.want)
		}
	}
}
