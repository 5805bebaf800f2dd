package eval_test

import (
	"testing"
)

const functions = `
[NAME]
TREE ::= leaf | node⟪ℤ × TREE × TREE⟫

│ sum : seq ℤ → ℤ
├
│ sum ⟨⟩ = 0
│ ∀ x : ℤ; s : seq ℤ • sum (⟨x⟩ ⌢ s) = x + sum s

│ fact : ℕ → ℕ
├
│ fact 0 = 1
│ ∀ n : ℕ • fact (n + 1) = (n + 1) * fact n

│ size : TREE → ℕ
├
│ size leaf = 0
│ ∀ n : ℤ; l, r : TREE • size (node (n, l, r)) = size l + 1 + size r

│ even : ℙ ℤ
├
│ ∀ n : ℤ • n ∈ even ⇔ n mod 2 = 0

│ square : ℤ → ℤ
│ small : 1..3 → ℤ
│ half : ℤ ⇸ ℤ
│ forever : ℤ → ℤ
├
│ square = (λ n : ℤ • n * n)
│ ∀ n : 1..3 • small n = n * n
│ ∀ n : ℤ | n ∈ even • half n = n div 2
│ ∀ n : ℤ • forever n = forever (n + 1)

╒ [X, Y]
│ swap : X × Y → Y × X
│ twice : (X → X) → X → X
├
│ ∀ x : X; y : Y • swap (x, y) = (y, x)
└

pair[X] == X × X
Stack[X] == [items : seq X]
flip[X] == { x, y : X • (x, y) ↦ (y, x) }
`

// TestDefined: what axioms define can be evaluated, recursion included.
func TestDefined(t *testing.T) {
	t.Parallel()
	a := ask(t, functions)
	for _, c := range []struct{ in, want string }{
		{"sum ⟨1, 2, 3⟩", "6"},
		{"fact 20", "2432902008176640000"},
		{"fact 25", "15511210043330985984000000"},
		{"size (node (1, node (2, leaf, leaf), leaf))", "2"},
		{"4 ∈ even ∧ 5 ∉ even", "true"},
		{"square 7", "49"},
		{"half 6", "3"},
		{"half 5", "half 5: 5 is not in the domain"},
		{"fact (0 - 1)", "fact (0 - 1): -1 is not in the domain"},
		{"ran small", "{1, 4, 9}"},
		{"small ⦇ 2..3 ⦈", "{4, 9}"},
		{"square ∘ small", "ℤ: it cannot be enumerated"},
		{"forever 0", "forever (n + 1): forever calls itself more than 10000 times"},
		{"swap (1, leaf)", "(leaf, 1)"},
		{"#(pair[1..3])", "9"},
		{"flip[1..2] (1, 2)", "(2, 1)"},
		{"⦉items == ⟨1⟩⦊ ∈ Stack[ℕ₁]", "true"},
		{"succ 4", "5"},
		{"(3, 9) ∈ {x : ℤ • (x, x * x)} ∧ (3, 8) ∉ {x : ℤ • (x, x * x)}", "true"},
		{"((1, 2), (2, 1)) ∈ flip[ℤ] ∧ ((1, 2), (2, 2)) ∉ flip[ℤ]", "true"},
		{"⟦1, 2, 1⟧ ⊎ ⟦2⟧ = {1 ↦ 2, 2 ↦ 2}", "true"},
		{"⟦1, 2, 1⟧ ♯ 1 + count ⟦1⟧ 2", "2"},
		{"3 ⊗ ⟦1⟧ ⩁ ⟦1, 2⟧", "{1 ↦ 2}"},
		{"1 ⋿ ⟦1⟧ ∧ ⟦1⟧ ⊑ ⟦1, 1⟧ ∧ ⟦1, 1⟧ ∈ bag ℕ", "true"},
		{"items ⟨3, 3⟩ ⊑ ⟦3⟧", "false"},
		{"{1, 2} ⊖ {2, 3}", "{1, 3}"},
		{"1 ∈ {1, 2} ⊖ {2, 3}", "true"},
		{"∃ t : TREE • size t = 2", "TREE: it cannot be enumerated"},
	} {
		e, err := a.checked(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		got := a.value(e)
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
}
