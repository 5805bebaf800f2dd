package solve_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed"
)

// TestRefuted has problems that no bounded search could refute.
func TestRefuted(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"A, B, C : ℙ NAME | A ∖ (B ∖ C) ≠ (A ∖ B) ∪ (A ∩ C)",
		"A, B : ℙ NAME | ℙ A ⊆ ℙ B ∧ ¬ A ⊆ B",
		"A, B : ℙ NAME; x : NAME | x ∉ A ∧ B = A ∪ {x} ∧ #B ≠ #A + 1",
		"A, B, C : ℙ NAME | A ∪ B ⊆ C ∧ A ∩ B = ∅ ∧ #A = 2 ∧ #B = 2 ∧ #C = 3",
		"A : ℙ NAME | #A = 2 ∧ (∀ x, y : A • x = y)",
		"A : ℙ (ℙ NAME); x : NAME; B : ℙ NAME | x ∈ ⋂ A ∧ B ∈ A ∧ x ∉ B",
		"R, S : NAME ↔ NAME | dom (R ∪ S) ≠ dom R ∪ dom S",
		"R, S : NAME ↔ NAME | (R ⨾ S)∼ ≠ S∼ ⨾ R∼",
		"R : NAME ↔ NAME; A, B : ℙ NAME | R⦇A ∪ B⦈ ≠ R⦇A⦈ ∪ R⦇B⦈",
		"R : NAME ↔ NAME; A : ℙ NAME | A ⩤ R ≠ (dom R ∖ A) ◁ R",
		"R : NAME ↔ NAME | R ⨾ R ⊆ R ∧ R⁺ ≠ R",
		"f : NAME ⇸ ℤ; n : NAME | n ∈ dom f ∧ f n ∉ ran f",
		"f, g : NAME ⇸ ℤ | dom (f ⊕ g) ≠ dom f ∪ dom g",
		"f : NAME ⇸ ℤ | #f ≠ #(dom f)",
		"f : NAME ⤖ COLOUR; c : COLOUR | ∀ n : NAME • f n ≠ c",
		"f : COLOUR ⇸ ℤ | #f = 4",
		"f : NAME ⇸ ℤ; n : NAME; k : ℤ | ¬ (∃ g : NAME ⇸ ℤ • g = f ⊕ {n ↦ k})",
		"s, t : seq NAME | rev (s ⌢ t) ≠ rev t ⌢ rev s",
		"s, t : seq NAME; x, y : NAME | s ⌢ ⟨x⟩ = t ⌢ ⟨y⟩ ∧ x ≠ y",
		"s, t : seq NAME | s ⌢ t = t ∧ s ≠ ⟨⟩",
		"s : seq NAME | s ≠ ⟨⟩ ∧ #(tail s) ≠ #s - 1",
		"s : seq NAME; A : ℙ NAME | ¬ ran (s ↾ A) ⊆ A",
		"b : bag NAME; n : NAME | b ≠ ∅ ∧ dom b ⊂ dom ⟦n⟧",
		"n : NAME | ⟦n⟧ = ⟦⟧",
		"x : ℤ | 2 * x = 7",
		"x : ℤ | x mod 4 = 3 ∧ x mod 2 = 0",
		"x, y : ℤ | x = 2 * y ∧ x = 4 * y + 2 ∧ y ≥ 0",
	} {
		p := problem(t, text)
		r := embedded.New(solve.Options{}).Solve(context.Background(), p)
		if r.Outcome != solve.Unsatisfiable {
			t.Errorf("%s: %s, %s", text, r.Outcome, r.Reason)
		}
	}
}

// TestMadeFromEachOther: sets that are all made from each other, so that none of them is
// a base, end the refuter's count of regions as others do.
func TestMadeFromEachOther(t *testing.T) {
	t.Parallel()
	text := "A, B, C, D, E, F : ℙ NAME | #A > 1"
	for _, made := range []string{"A = B ∪ C", "B = A ∩ D", "C = A ∩ F", "D = B ∪ E", "E = D ∩ F", "F = E ∪ C"} {
		name, parts, _ := strings.Cut(made, " = ")
		x, op, y := parts[:1], parts[1:len(parts)-1], parts[len(parts)-1:]
		text += fmt.Sprintf(" ∧ %s ∧ %s = %s%s%s ∧ %s = (%s)%s%s ∧ %s = %s%s(%s)", made, name, y, op, x, name, parts,
			op, x, name, y, op, parts)
	}
	if why, ok := refuteAlone(problem(t, text)); ok {
		t.Errorf("refuted (%s), and six equal sets are a model", why)
	}
}

// TestConflict checks that the conjuncts that are named contradict each other,
// and that none of them can be left out.
func TestConflict(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"A, B, C : ℙ NAME; n : NAME | n ∈ C ∧ A ⊆ B ∧ B ⊆ A ∧ #C > 1 ∧ A ≠ B",
		"f : NAME ⇸ ℤ; n : NAME; k : ℤ | n ↦ k ∈ f ∧ (n ∉ dom f ∨ k > 4) ∧ k < 4 ∧ #f > 2 ∧ dom f ≠ ∅",
		"s : seq NAME; i : ℤ | i > #s ∧ i < 4 ∧ i ∈ dom s ∧ #s < 7",
	} {
		p := problem(t, text)
		r := embedded.New(solve.Options{}).Solve(context.Background(), p)
		if len(r.Conflict) == 0 {
			t.Errorf("%s: no conflict: %s, %s", text, r.Outcome, r.Reason)
			continue
		}
		for out := range len(r.Conflict) + 1 {
			var rest []zed.Expr
			for i, c := range r.Conflict {
				if i != out {
					rest = append(rest, c)
				}
			}
			p.Pred = &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.And,
				Args: append(rest, &zed.Truth{Info: zed.Info{Type: zed.BoolType{}}, Value: true})}
			got := embedded.New(solve.Options{}).Solve(context.Background(), p).Outcome
			if (got == solve.Unsatisfiable) != (out == len(r.Conflict)) {
				t.Errorf("%s: %s; without conjunct %d: %s", text, r.Reason, out, got)
			}
		}
	}
}
