package planner_test

import (
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// shapedUnits are operations on collections, with the sizes that some case of each of
// their disjuncts must have.
var shapedUnits = []struct {
	text  string
	sizes []int
}{
	{"S == [q : seq ℤ]\nOp == [ΔS; x? : ℤ | q' = q ⌢ ⟨x?⟩]\n", []int{0, 1, 2, 32, 33}},
	{"S == [q : seq ℤ]\nOp == [ΔS; r! : ℤ | q ≠ ⟨⟩ ∧ r! = last q ∧ q' = front q]\n", []int{1, 2, 32, 33}},
	{"S == [q : seq ℤ]\nOp == [ΔS; i? : ℕ; r! : ℤ | i? < #q ∧ r! = q (i? + 1) ∧ q' = squash ({i? + 1} ⩤ q)]\n",
		[]int{2, 32, 33}},
	{"S == [s : 𝔽 ℕ]\nOp == [ΔS; x? : ℕ | (x? ∈ s ∧ s' = s ∖ {x?}) ∨ (x? ∉ s ∧ s' = s ∪ {x?})]\n", []int{2, 32, 33}},
	{"S == [s : 𝔽 ℤ; n : ℕ | n = #s]\nOp == [ΔS; x? : ℤ | x? ∉ s ∧ s' = s ∪ {x?}]\n", []int{32, 33}},
	{"[ID]\nS == [f : ID ⇸ ℕ]\nOp == [ΔS; i? : ID; k? : ℕ | i? ∈ dom f ∧ k? ≤ f i? ∧ f' = f ⊕ {i? ↦ f i? - k?}]\n",
		[]int{2, 32, 33}},
	{"[ID]\nS == [f, g : ID ⇸ ℕ | dom f = dom g]\nOp == [ΔS; i? : ID | i? ∈ dom f ∧ f' = {i?} ⩤ f ∧ g' = {i?} ⩤ g]\n",
		[]int{32, 33}},
	{"A == [a, b : ℕ]\nS == [s : 𝔽 A]\nOp == [ΔS; x? : A | x? ∈ s ∧ s' = s ∖ {x?}]\n", []int{32, 33}},
	{"K ::= red | blue\nS == [f : ℕ ⇸ K]\nOp == [ΔS; i? : ℕ | i? ∈ dom f ∧ f' = {i?} ⩤ f]\n", []int{32, 33}},
	{"S == [q : seq ℤ | #q ≤ 5]\nOp == [ΔS; x? : ℤ | #q < 5 ∧ q' = q ⌢ ⟨x?⟩]\n", []int{2}},
	{"S == [q : seq ℤ | ∀ i, j : dom q | i < j • q i < q j]\nOp == [ΔS; r! : ℤ | q ≠ ⟨⟩ ∧ r! = head q ∧ q' = tail q]\n",
		[]int{2}},
}

// Every disjunct of a unit whose collections have no bound has cases with two, with 32
// and with 33 elements; and every case satisfies its leaf.
func TestShapes(t *testing.T) {
	t.Parallel()
	counts := map[eval.Truth]int{}
	for _, test := range shapedUnits {
		p := makePlan(t, project(t, test.text, unit("op", "Op", "tactics: [standard]\n")), drawing())
		u := p.Unit("op")
		for d := range u.Op.Disjuncts {
			have := map[int]bool{}
			for _, c := range u.Cases {
				if v := c.Values()[slices.IndexFunc(c.Values(), isCollection)]; c.Leaf.Disjunct == d+1 {
					have[v.Value.Len()] = true
				}
			}
			for _, size := range test.sizes {
				if !have[size] {
					t.Errorf("%s: no case of disjunct %d has %d elements: %v", test.text, d+1, size, have)
				}
			}
		}
		for _, c := range u.Cases {
			certify(t, p, u, c, counts)
		}
	}
	if counts[eval.True] < 500 || counts[eval.Undefined] > 0 {
		t.Errorf("predicates by truth: %v", counts)
	}
}

func isCollection(v spec.Item) bool {
	return v.Value.Kind() == value.Set || v.Value.Kind() == value.Seq
}
