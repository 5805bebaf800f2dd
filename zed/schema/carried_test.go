package schema_test

import (
	"strings"
	"testing"
)

// TestCarried: a state variable of functions without end is left out of an operation that
// does nothing but carry it over, and of no other; nor is one that has finite values.
func TestCarried(t *testing.T) {
	const state = "[R]\nS == [f : ℕ → ℕ; a : ℕ]\n"
	for _, test := range []struct{ spec, want string }{
		{"A == [ΞS; r! : ℕ | r! = a]", "f"},
		{"A == [S; r! : ℕ | r! = a]", "f"},
		{"A == [ΔS; x? : ℕ | f' = f ∧ a' = x?]", "f"},
		{"A == [ΔS; x? : ℕ | f = f' ∧ a' = x?]", "f"},
		{"A == [ΔS | f' = f ∧ (a' = 0 ∨ a' = a)]", "f"},
		{"A == [ΔS | f' = f ∧ a' = 0] ∨ ΞS", "f"},
		{"A == [ΞS; r! : ℕ | r! = f a]", ""},
		{"A == [ΔS | a' = f a ∧ f' = f]", ""},
		{"A == [ΔS | a' = 0]", ""},
		{"A == [ΔS | f' = f ∧ a' = 0] ∨ [ΔS | a' = 1]", ""},
		{"A == [ΔS | a' = a ∧ f' = f ⊕ {1 ↦ 2}]", ""},
		{"A == [ΔS | a' = 0 ⇒ f' = f]", ""},
		{"A == [ΔS | ¬ f' = f]", ""},
		{"A == [ΞS | ∀ n : ℕ • f n < 9]", ""},
		{"A == [ΞS; g? : ℕ → ℕ | g? = f]", ""},
		{"A == [ΞS; r! : S | r! = θS]", ""},
		{"A == [ΞS | #f = 3]", ""},
		{"T == [g : R → (ℕ → ℙ ℕ)]\nA == [ΞT]", "g"},
		{"T == [g : ℤ → R; h : seq R → ℕ]\nA == [ΞT]", "g h"},
		{"T == [g : ℕ ⇸ ℕ]\nA == [ΞT]", ""},
		{"T == [g : 0 ‥ 3 → ℕ]\nA == [ΞT]", ""},
		{"T == [g : ℕ ↣ ℕ]\nA == [ΞT]", ""},
		{"T == [g : ℕ ↠ R]\nA == [ΞT]", ""},
		{"T == [g : ℕ → ∅[ℤ]]\nA == [ΞT]", ""},
		{"T == [g : ℕ → ℕ | g 0 = 1]\nA == [ΞT]", ""},
		{"T == [g, h : ℕ → ℕ | g = h]\nA == [ΞT]", ""},
		{"T == [g : ℙ ℕ]\nA == [ΞT]", ""},
		{"A == [f? : ℕ → ℕ]", ""},
		{"A == [f! : ℕ → ℕ]", ""},
	} {
		op, err := calculus(t, state+test.spec+"\n").Operation("A", nil)
		if err != nil {
			t.Errorf("%s: %v", test.spec, err)
			continue
		}
		if got := strings.Join(op.Carried, " "); got != test.want {
			t.Errorf("%s: %q is left out, want %q", test.spec, got, test.want)
		}
		for _, name := range op.Carried {
			said := operationOf(op) + " " + printConjuncts(op.Pred)
			if op.Before.Has(name) || op.After.Has(name+"'") || strings.Contains(said, name+" ") ||
				strings.Contains(said, name+"'") {
				t.Errorf("%s: %s is left out, and is in %s; %s", test.spec, name, names(op.Vars), said)
			}
		}
	}
}
