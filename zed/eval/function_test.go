package eval_test

import (
	"testing"
)

const functions = `
[NAME]
TREE ::= leaf | node⟪ℤ × TREE × TREE⟫
STEP ::= none | set⟪BIT⟫
BIT ::= zero | one

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
│ third : ℤ ⇸ ℤ
│ onNaturals : ℤ → ℤ
│ forever : ℤ → ℤ
├
│ dom half = even
│ ∀ n : ℤ | n mod 3 = 0 • third n = n div 3
│ ∀ n : ℕ • onNaturals n = n
│ square = (λ n : ℤ • n * n)
│ ∀ n : 1..3 • small n = n * n
│ ∀ n : ℤ | n ∈ even • half n = n div 2
│ ∀ n : ℤ • forever n = forever (n + 1)

│ even1, odd, loop, itself : ℙ ℕ
│ above : ℤ ↔ ℤ
│ balanced, tilted : ℙ TREE
│ sorted : ℙ (seq ℤ)
├
│ 0 ∈ even1
│ ∀ n : ℕ • n + 1 ∈ even1 ⇔ n ∉ even1
│ ∀ n : ℕ • n ∈ odd ⇔ n = 1 ∨ n - 2 ∈ odd
│ ∀ n : ℕ • n ∈ loop ⇔ n ∈ loop
│ itself = itself ∪ {0}
│ ∀ n, m : ℤ • (n, m) ∈ above ⇔ m > n
│ leaf ∈ balanced
│ ∀ n : ℤ; l, r : TREE • node (n, l, r) ∈ balanced ⇔ l ∈ balanced ∧ r ∈ balanced ∧ size l = size r
│ ∀ n : ℤ; l, r : TREE • l ∈ tilted ⇔ node (n, l, r) ∈ tilted
│ ⟨⟩ ∈ sorted
│ ∀ n : ℤ; s : seq ℤ • ⟨n⟩ ⌢ s ∈ sorted ⇔ s ∈ sorted ∧ (s = ⟨⟩ ∨ n ≤ head s)

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
		{"third 6", "2"},
		{"third 5", "third 5: the axioms do not say what it is for 5"},
		{"onNaturals (-1)", "onNaturals (-1): the axioms do not say what it is for -1"},
		{"2 ∈ even1 ∧ 3 ∉ even1 ∧ -1 ∉ even1", "true"},
		{"7 ∈ odd ∧ 8 ∉ odd", "true"},
		{"1 ∈ itself", "itself: it is defined by itself"},
		{"1 ∈ loop", "loop: loop calls itself more than 10000 times"},
		{"(1, 2) ∈ above ∧ (2, 2) ∉ above", "true"},
		{"node (1, node (2, leaf, leaf), node (3, leaf, leaf)) ∈ balanced", "true"},
		{"node (1, node (2, leaf, leaf), leaf) ∈ balanced", "false"},
		{"node (1, leaf, leaf) ∉ tilted", "tilted: the axioms do not say whether leaf is in it"},
		{"{leaf, node (1, leaf, node (2, leaf, leaf))} ∩ balanced", "{leaf}"},
		{"∃ t : {leaf, node (1, leaf, leaf)} • t ∉ balanced", "false"},
		{"⟨1, 2, 2⟩ ∈ sorted ∧ ⟨1, 3, 2⟩ ∉ sorted", "true"},
		{"# balanced", "balanced: it cannot be enumerated"},
		{"fact (0 - 1)", "fact (0 - 1): -1 is not in the domain"},
		{"ran small", "{1, 4, 9}"},
		{"small ⦇ 2..3 ⦈", "{4, 9}"},
		{"square ∘ small", "{1 ↦ 1, 2 ↦ 16, 3 ↦ 81}"},
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
		{"set zero ∈ ran set ∧ none ∉ ran set ∧ node (1, leaf, leaf) ∈ ran node", "true"},
		{"(zero, set zero) ∈ set ∧ (one, set zero) ∉ set ∧ one ∈ dom set", "true"},
		{"ran set", "{set one, set zero}"},
		{"ran node", "ℤ: it cannot be enumerated"},
		{"(set∼) (set one)", "one"},
		{"(set∼) none", "set∼ none: none is not in the domain"},
		{"#STEP", "3"},
		{"∃ t : TREE • size t = 2", "TREE: it cannot be enumerated"},
	} {
		e, err := a.check(c.in)
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

// TestWithoutGraphs: relations that cannot be built are asked for the images of
// values, where what they meet is finite.
func TestWithoutGraphs(t *testing.T) {
	t.Parallel()
	a := ask(t, functions+`
inc == λ n : ℤ • n + 1
near == {x, y : ℤ | x - 1 ≤ y ∧ y ≤ x + 1}
twofold == inc ∘ inc

│ dbl : ℕ → ℕ
│ evens : ℙ ℤ
├
│ ∀ n : ℕ • dbl n = 2 * n
│ ∀ n : ℤ • n ∈ evens ⇔ n mod 2 = 0
`)
	for _, c := range []struct{ in, want string }{
		{"(iter 3 inc) 4 + (iter (-2) inc) 4", "9"},
		{"(iter 2 dbl) ⦇ {-1, 1, 2} ⦈ ∪ (iter 0 inc) ⦇ {7} ⦈", "{4, 7, 8}"},
		{"evens ∩ (0..3) ∪ (4..6) ∩ evens", "{0, 2, 4, 6}"},
		{"square ⦇ {1, 2} ⦈", "{1, 4}"},
		{"half ⦇ 1..6 ⦈", "{1, 2, 3}"},
		{"fact ⦇ {-1, 3} ⦈", "{6}"},
		{"{1, 2} ◁ square", "{1 ↦ 1, 2 ↦ 4}"},
		{"{0, 1} ◁ square ⊕ {1 ↦ 5}", "{0 ↦ 0, 1 ↦ 5}"},
		{"⟨3, 4⟩ ⨾ square", "{1 ↦ 9, 2 ↦ 16}"},
		{"⟨3, 4⟩ ⨾ succ", "{1 ↦ 4, 2 ↦ 5}"},
		{"succ ⦇ {1, 2} ⦈", "{2, 3}"},
		{"(square ∘ inc) 2", "9"},
		{"(inc ⨾ square ⨾ inc) 2", "10"},
		{"(square ⊕ {2 ↦ 7}) 2 + (square ⊕ {2 ↦ 7}) 3", "16"},
		{"({2 ↦ 7} ⊕ square) 2", "4"},
		{"({1} ⩤ square) 1", "({1} ⩤ square) 1: 1 is not in the domain"},
		{"({1} ⩤ square) 2", "4"},
		{"(ℕ ◁ square) (-1)", "(ℕ ◁ square) (-1): -1 is not in the domain"},
		{"(square ▷ ℕ₁) ⦇ {0, 3} ⦈", "{9}"},
		{"(square ⩥ ℕ₁) ⦇ {0, 3} ⦈", "{0}"},
		{"(square ∪ inc) ⦇ {3} ⦈", "{4, 9}"},
		{"(square ∪ inc) 3", "(square ∪ (λ n : ℤ • n + 1)) 3: 3 has more than one image"},
		{"(square ∩ inc) ⦇ {3} ⦈ ∪ (square ∖ inc) ⦇ {3} ⦈", "{9}"},
		{"near ⦇ {1, 5} ⦈", "{0, 1, 2, 4, 5, 6}"},
		{"(2, 4) ∈ square ∧ (2, 5) ∉ square", "true"},
		{"(2, 3) ∈ inc ∪ square ∧ (2, 9) ∈ square ∘ inc", "true"},
		{"(4, 2) ∈ square∼ ∧ (5, 2) ∉ square∼", "true"},
		{"(5, 6) ∈ {x : ℤ; y : ℤ | y = x + 1}", "true"},
		{"{x : ℤ; y : ℤ | y = x + 1} ⦇ {5} ⦈", "{6}"},
		{"dom square = ℤ ∧ 3 ∈ dom square ∧ dom fact = ℕ ∧ -1 ∉ dom fact", "true"},
		{"dom (λ x, y : ℤ • x) = ℤ × ℤ", "true"},
		{"5 ∈ dom half ∨ 6 ∉ dom half", "false"},
		{"third ⦇ {6} ⦈", "{2}"},
		{"third ⦇ {5} ⦈", "third: the axioms do not say what it is for 5"},
		{"-1 ∈ dom onNaturals ∧ dom onNaturals = ℤ", "true"},
		{"-1 ∈ ran onNaturals", "ℤ: it cannot be enumerated"},
		{"ran ({1, 2} ◁ square) ⊆ ran ((1..2) ◁ square)", "true"},
		{"{1, 2} ◁ (id ℤ)", "{1 ↦ 1, 2 ↦ 2}"},
		{"twofold 3", "5"},
		{"set ⦇ {one} ⦈", "{set one}"},
		{"{(1, leaf, leaf)} ◁ node", "{(1, leaf, leaf) ↦ node (1, leaf, leaf)}"},
		{"3 ∈ ran inc ∧ 3 ∈ ran succ ∧ 8 ∈ ran dbl ∧ 7 ∉ ran dbl ∧ -2 ∉ ran dbl", "true"},
		{"inc∼ ⦇ {4, 5} ⦈", "{3, 4}"},
		{"dbl∼ ⦇ {4, 5, -4} ⦈", "{2}"},
		{"(λ n : ℤ | n > 2 • 7 - n)∼ ⦇ {4, 5} ⦈", "{3}"},
		{"(λ n : ℤ • -n - 1)∼ 4", "-5"},
		{"inc∼ 4", "3"},
		{"(dbl∼) 3", "dbl∼ 3: 3 is not in the domain"},
		{"twofold∼ ⦇ {4} ⦈", "{2}"},
		{"set∼ ⦇ {none, set one} ⦈", "{one}"},
		{"{n : ℤ • (n, (n, 1))}∼ ⦇ {(2, 1), (2, 2)} ⦈", "{2}"},
		{"inc ▷ (1..2)", "{0 ↦ 1, 1 ↦ 2}"},
		{"ran dbl ∩ (1..4)", "{2, 4}"},
		{"dom dbl ∩ (-2..1)", "{0, 1}"},
		{"fact∼ ⦇ {6} ⦈", "ℕ: it cannot be enumerated"},
		{"4 ∈ dom inc∼ ∧ 3 ∉ dom dbl∼", "true"},
		{"square ∈ ℤ → ℤ ∧ square ∈ ℤ ⇸ ℤ ∧ square ∈ ℤ ↔ ℤ ∧ inc ∈ ℤ → ℤ ∧ dbl ∈ ℤ ⇸ ℤ", "true"},
		{"dbl ∈ ℤ → ℤ ∨ square ∈ ℕ → ℤ ∨ square ∉ ℤ → ℤ", "false"},
		{"ran square", "ℤ: it cannot be enumerated"},
		{"(λ n : ℤ • 1 div n) ⦇ {0} ⦈", "1 div n: division by zero"},
		{"forever ⦇ {0} ⦈", "forever (n + 1): forever calls itself more than 10000 times"},
		{"(λ n : ℤ | 0 < n ∧ n < 3 • n) ⨾ square", "{1 ↦ 1, 2 ↦ 4}"},
		{"ℕ ◁ (λ n : ℤ | 0 < n ∧ n < 3 • n)", "{1 ↦ 1, 2 ↦ 2}"},
	} {
		e, err := a.check(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if got := a.value(e); got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
}
