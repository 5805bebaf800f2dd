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

// TestLeavesState: an operation leaves the state where it says so of each variable of it, and gives a variable where it
// says what an output has to do with that.
func TestLeavesState(t *testing.T) {
	t.Parallel()
	const state = "S == [n : 0 .. 9; s : seq ℤ | # s ≤ n]\n"
	for _, test := range []struct {
		spec      string
		leaves    bool
		givesN, s bool
	}{
		{"A == [ΞS; r! : ℕ | r! = n]", true, true, false},
		{"A == [ΞS; r! : ℕ | r! = # s]", true, false, true},
		{"A == [ΞS; r! : ℕ | n > 0 ∧ r! = 3]", true, false, false},
		{"A == [ΞS; r! : ℤ | (s = ⟨⟩ ∧ r! = 0) ∨ (s ≠ ⟨⟩ ∧ r! = head s)]", true, false, true},
		{"A == [ΞS; r!, q! : ℤ | r! = n ∧ q! ∈ ran s]", true, true, true},
		{"A == [ΔS; r! : ℕ | r! = n]", false, true, false},
		{"A == [ΔS; r! : ℕ | n' = n ∧ r! = n]", false, true, false},
		{"A == [ΔS; r! : ℕ | n' = n ∧ s = s' ∧ r! = n]", true, true, false},
		{"A == [ΔS; r! : ℕ | r! = n']", false, false, false},
	} {
		op, err := calculus(t, state+test.spec+"\n").Operation("A", nil)
		if err != nil {
			t.Errorf("%s: %v", test.spec, err)
			continue
		}
		if op.LeavesState() != test.leaves || op.Gives("n") != test.givesN || op.Gives("s") != test.s {
			t.Errorf("%s: it leaves the state: %t; gives n: %t; gives s: %t", test.spec, op.LeavesState(),
				op.Gives("n"), op.Gives("s"))
		}
	}
}
