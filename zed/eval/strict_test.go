package eval_test

import (
	"testing"
)

// TestStrict: an extension with an element that has no value has none itself, and what
// is said of it is neither true nor false; n is 2.
func TestStrict(t *testing.T) {
	for _, text := range []string{
		"n ∈ {1 div 0, n}", "n ∈ {n, 1 div 0}", "n ∉ {1 div 0, n}", "n ∉ {1 div 0}", "n ∈ {1 div 0}",
		"n ∈ {1 div 0} ∪ {n}", "n ∈ {n} ∪ {1 div 0}", "n ∈ {} ∩ {1 div 0}", "n ∈ {n} ∖ {1 div 0}", "n ∉ {1 div 0} ∖ {n}",
		"{n} ⊆ {1 div 0, n}", "{} ⊆ {1 div 0}", "{1 div 0} ⊆ ℤ", "{1 div 0, n} ⊆ 3 .. 4", "{n} ⊂ {1 div 0, n}",
		"{1 div 0} = {1 div 0}", "{1 div 0, n} ≠ {}", "# {1 div 0, n} = 1", "(1 div 0, n) ≠ (n, n)", "(n, 1 div 0) = (3, n)",
		"⟨1 div 0, n⟩ ≠ ⟨⟩", "(1 div 0, 5) ∈ {(n, n)}", "(n, 5) ∈ {1 div 0} × {n}", "{n, 1 div 0} ∈ ℙ ℤ", "{n} ∈ ℙ {n, 1 div 0}",
		"⟨n⟩ ∈ seq {n, 1 div 0}", "{1 div 0} = {x : 0 .. 1 | true • 1 div x}", "{x : 0 .. 1 | true • 1 div x} = {1}",
		"∃ k : {1 div 0, n} • k = n", "∃ k : {1 div 0, n} • true", "∀ k : {1 div 0, n} • k = n + 1", "∀ k : {1 div 0, n} • true",
		"# {k : {1 div 0, n} | k = n} = 1", "n ∈ {k : {1 div 0, n} | k = n}", "n ∈ dom {n ↦ 1, 1 div 0 ↦ 1}", "n ∈ ran ⟨n, 1 div 0⟩",
	} {
		if got, _ := compile(t, text).Truth(frame()); "FTU?"[got] != 'U' {
			t.Errorf("%s is %s, want undefined", text, got)
		}
	}
	for _, text := range []string{"n ∈ {4 div 2, n}", "n ∉ {n + 1, 9 mod 8}", "{4 div 2} ⊆ {n, 3}", "n ∈ {4 div 2} ∪ {n}", "n = 2 ∨ n ∈ {1 div 0}"} {
		if got, _ := compile(t, text).Truth(frame()); "FTU?"[got] != 'T' {
			t.Errorf("%s is %s, want true", text, got)
		}
	}
}
