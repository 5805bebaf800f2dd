package solve_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// TestDomains: an operator that is written as a function or as a relation is the set of its
// pairs, and relates nothing to what is outside its domain.
func TestDomains(t *testing.T) {
	t.Parallel()
	const lists, sets = "g : ℙ (seq ℤ) | g = {⟨⟩, ⟨4, 5⟩} ∧ ", "g : ℙ (ℙ ℤ) | g = {∅, {4, 5}} ∧ "
	for _, of := range []string{
		lists + "head ⦇ g ⦈ = {4}",
		lists + "last ⦇ g ⦈ = {5}",
		lists + "front ⦇ g ⦈ = {⟨4⟩}",
		lists + "tail ⦇ g ⦈ = {⟨5⟩}",
		lists + "rev ⦇ g ⦈ = {⟨⟩, ⟨5, 4⟩}",
		lists + "g ◁ head = {⟨4, 5⟩ ↦ 4}",
		lists + "dom (g ◁ last) = {⟨4, 5⟩}",
		lists + "(∀ x : 0 .. 9 • ⟨⟩ ↦ x ∉ head)",
		sets + "min ⦇ g ⦈ = {4}",
		sets + "max ⦇ g ⦈ = {5}",
		"s : seq (seq ℤ) | s = ⟨⟨⟩, ⟨4⟩⟩ ∧ s ⨾ head = {2 ↦ 4}",
		"g : ℙ (ℤ × ℤ) | g = {(7, 0), (7, 2)} ∧ (_ div _) ⦇ g ⦈ = {3}",
		"g : ℙ (ℤ × ℤ) | g = {(7, 0), (7, 2)} ∧ (_ mod _) ⦇ g ⦈ = {1}",
		"g : ℙ (ℤ ↔ ℤ) | g = {{1 ↦ 2, 3 ↦ 4}, {1 ↦ 2, 1 ↦ 3}} ∧ squash ⦇ g ⦈ = {⟨2, 4⟩}",
		"g : ℙ (ℤ ↔ ℤ) | g = {{5 ↦ 2}, {1 ↦ 7}} ∧ rev ⦇ g ⦈ = {⟨7⟩}",
		"x : ℤ | (head ⊕ {⟨⟩ ↦ 9}) ⟨⟩ = x ∧ (head ⊕ {⟨⟩ ↦ 9}) ⟨x⟩ = 9",
	} {
		if r := embedded.New(solve.Options{}).Solve(context.Background(), problem(t, of)); r.Outcome != solve.Case {
			t.Errorf("%s: %s, %s", of, r.Outcome, r.Reason)
		}
		decls, pred, _ := strings.Cut(of, " | ")
		common, claim, _ := strings.Cut(pred, " ∧ ")
		denied := decls + " | " + common + " ∧ ¬ (" + claim + ")"
		if strings.HasPrefix(decls, "x") { // x is what the claim determines, and not all that there is
			continue
		}
		if r := embedded.New(solve.Options{}).Solve(context.Background(),
			problem(t, denied)); r.Outcome != solve.Unsatisfiable && r.Outcome != solve.NoneInScope {
			t.Errorf("%s: %s, %s", denied, r.Outcome, r.Reason)
		}
	}
	// A function that is applied outside its domain still has no value there.
	if r := embedded.New(solve.Options{}).Solve(context.Background(),
		problem(t, "x : ℤ | head ⟨⟩ = x")); r.Outcome != solve.Undecided {
		t.Errorf("head ⟨⟩ = x: %s, %s", r.Outcome, r.Reason)
	}
}
