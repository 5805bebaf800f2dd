package schema_test

import "testing"

// TestBlank: an operation is blank where nothing is said of what comes of it nor of when it may be called, whatever its
// state is declared to be, and silent where it has results of which nothing is said.
func TestBlank(t *testing.T) {
	t.Parallel()
	const state = "S == [n : 0 .. 9; s : seq ℤ | # s ≤ n]\n"
	for _, test := range []struct {
		spec          string
		silent, blank bool
	}{
		{"A == [ΔS | true]", true, true},
		{"A == [ΔS; k? : 1 .. 3; r! : ℕ | true]", true, true},
		{"A == [ΞS; r! : ℕ | true]", true, true},
		{"A == [k? : ℤ; r! : ℕ]", true, true},
		{"A == [ΞS; r! : ℕ | s ≠ ⟨⟩]", true, false},
		{"A == [ΔS; k? : ℤ; r! : ℕ | k? > 0]", true, false},
		{"A == [ΔS; r! : ℕ | n' = n + 1]", true, false},
		{"A == [ΔS; r! : ℕ | s ≠ ⟨⟩ ∧ s' ≠ ⟨⟩]", true, false},
		{"A == [ΔS; r! : ℕ | # s = n]", true, false},
		{"A == [ΔS; r! : ℕ | r! = n]", false, false},
		{"A == [ΔS | s' = ⟨⟩]", false, false},
		{"A == [k? : ℤ | true]", false, true},
		{"A == [k? : ℤ | k? > 0]", false, false},
	} {
		op, err := calculus(t, state+test.spec+"\n").Operation("A", nil)
		if err != nil {
			t.Errorf("%s: %v", test.spec, err)
			continue
		}
		if op.IsSilent() != test.silent || op.IsBlank() != test.blank {
			t.Errorf("%s: silent %t, blank %t", test.spec, op.IsSilent(), op.IsBlank())
		}
	}
}
