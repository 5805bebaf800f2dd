package solve_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// TestValuesBesideEmptySets: where one side of an operator is empty, the value of the other
// side does not matter, but that it has one does. What the search tries first, 0, the empty
// sequence, the empty function and red, gives the terms here no value.
func TestValuesBesideEmptySets(t *testing.T) {
	t.Parallel()
	solver := embedded.New(solve.Options{})
	for _, term := range []struct{ decls, text string }{
		{"k : 0 .. 3", "(1 div k)"},
		{"s : seq ℤ", "(head s)"},
		{"f : ℤ ⇸ ℤ", "(f 1)"},
		{"g : ℤ ⇸ ℤ; k : 0 .. 3", "((g ∼) k)"},
		{"A : ℙ (0 .. 2)", "(max A)"},
		{"A : ℙ (0 .. 2)", "(μ x : A • x)"},
		{"k : 0 .. 3", "({(1, 2), (3, 4)} k)"},
		{"k : 0 .. 3", "((λ x : 2 .. 3 • x) k)"},
		{"k : 0 .. 3", "((succ ▷ {3}) k)"},
		{"c : COLOUR", "({(blue, 1)} c)"},
	} {
		for _, text := range []string{
			"∅[ℤ] ∩ {@} = ∅", "{@} ∩ ∅[ℤ] = ∅", "∅[ℤ] ∖ {@} = ∅", "∅[ℤ] × {@} = ∅", "{@} × ∅[ℤ] = ∅",
			"∅[ℤ × ℤ] ⨾ {(1, @)} = ∅", "∅[ℤ × ℤ] ⨾ {(@, 1)} = ∅",
			"{(1, @)} ⨾ ∅[ℤ × ℤ] = ∅", "∅[ℤ × ℤ] ∘ {(1, @)} = ∅", "{(@, 1)} ∘ ∅[ℤ × ℤ] = ∅", "∅[ℤ] ◁ {(@, 1)} = ∅",
			"{@} ◁ ∅[ℤ × ℤ] = ∅", "{@} ⩤ ∅[ℤ × ℤ] = ∅",
			"∅[ℤ × ℤ] ▷ {@} = ∅", "{(1, @)} ▷ ∅[ℤ] = ∅", "∅[ℤ × ℤ] ⩥ {@} = ∅", "∅[ℤ × ℤ] ⦇ {@} ⦈ = ∅",
			"{(@, 1)} ⦇ ∅[ℤ] ⦈ = ∅", "∅[ℤ × ℤ] ⊕ {(1, @)} ≠ ∅", "∅[ℤ] ⊆ {@}",
			"⟨⟩ ⌢ ⟨@⟩ ≠ ⟨⟩", "⟨⟩ ↾ {@} = ⟨⟩", "⋃ {∅[ℤ], {@}} ≠ ∅", "⋂ {∅[ℤ], {@}} = ∅",
		} {
			name := fmt.Sprintf("%s | %s", term.decls, strings.ReplaceAll(text, "@", term.text))
			if got := solver.Solve(t.Context(), problem(t, name)); got.Outcome != solve.Case {
				t.Errorf("%s: %v: %s", name, got.Outcome, got.Reason)
			}
		}
	}
}
