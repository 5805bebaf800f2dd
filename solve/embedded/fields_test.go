package embedded

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed/value"
)

// What is said of a component of a binding is its value, and not one of many to try, whatever else
// has to be chosen first.
func TestFields(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"b : {k : ℙ ℤ; m : ℤ • ⦉k == k, m == m⦊}; n : ℤ | b.k = {1000000 + n, 7} ∧ n > 6",
		"b : {k : ℙ ℤ; m : ℤ • ⦉k == k, m == m⦊}; n : ℤ | n = b.m ∧ {7 * n + 1000000} = b.k ∧ b.m > 5",
		"p : ℙ ℤ × ℤ; n : ℤ | p.1 = {1000000 * n, n} ∧ p.2 = n ∧ n > 6",
	} {
		r := New(solve.Options{}).Solve(t.Context(), problem(t, text))
		if r.Outcome != solve.Case || r.Steps > 100 {
			t.Errorf("%s: %v in %d steps: %s", text, r.Outcome, r.Steps, r.Reason)
		}
	}
}

// A search among many variables jumps back to the choice on which a failure rests.
func TestManyVariables(t *testing.T) {
	t.Parallel()
	text, pred := "", "x0 = x0"
	for i := range 100 {
		if text += "x" + value.OfInt(int64(i)).String(); i < 99 {
			text += ", "
		}
	}
	for i := 1; i < 98; i++ {
		pred += " ∧ x" + value.OfInt(int64(i)).String() + " ∈ ℕ"
	}
	pred += " ∧ x98 * x98 = x98 + 6 ∧ x99 * x99 * x99 = 27 * x98"
	r := New(solve.Options{}).Solve(t.Context(), problem(t, text+" : ℤ | "+pred))
	if r.Outcome == solve.Unsatisfiable || r.Outcome == solve.Case && r.Steps > 5_000 || r.Outcome == solve.Undecided {
		t.Errorf("%v in %d steps: %s", r.Outcome, r.Steps, r.Reason)
	}
}
