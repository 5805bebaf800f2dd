package planner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/planner"
)

// What the specification and its tactics name lies outside the scope, and has cases.
func TestNamedOutsideScope(t *testing.T) {
	t.Parallel()
	const z = `[ACC]
S == [saldos : ACC ⇸ ℕ; s : seq ℤ; A : ℙ ℤ; R : ℤ ↔ ℤ; w : 𝕊]
Num == [ΞS; n? : ℤ; r! : ℤ | r! = n? + 1]
Size == [ΞS; r! : ℤ | r! = #s]
Rich == [ΞS; t? : ACC; r! : ℤ | t? ∈ dom saldos ∧ (saldos t? ≥ 100 ∧ r! = 1 ∨ saldos t? < 100 ∧ r! = 2)]
Long == [ΞS; r! : ℤ | #s ≥ 7 ∧ r! = 1 ∨ #s < 7 ∧ r! = 2]
Sets == [ΞS; r! : ℤ | (∃ i : A • i ≥ 1000) ∧ r! = 1 ∨ R⦇{55}⦈ = {77} ∧ r! = 2 ∨ #A ≥ 6 ∧ r! = 3]
Texts == [ΞS; q? : 𝕊; r! : ℤ | w = "hello" ∧ r! = 1 ∨ q? ≠ w ∧ q? = "world" ∧ r! = 2]
Large == [ΞS; n? : ℤ; r! : ℤ | n? > 18446744073709551616 ∧ r! = 1 ∨ n? ≤ 18446744073709551616 ∧ r! = 2]
`
	p := planned(t, project(t, z,
		unit("num", "Num", "tactics: [{nr: [n?, [100, 1000]]}]\n"),
		unit("size", "Size", "tactics: [{sc: [s, 6]}]\n"),
		unit("rich", "Rich", "tactics: [dnf]\n"),
		unit("long", "Long", "tactics: [dnf]\n"),
		unit("sets", "Sets", "tactics: [dnf]\n"),
		unit("texts", "Texts", "tactics: [dnf]\n"),
		unit("large", "Large", "tactics: [dnf]\n"),
	), planner.Options{})
	haveCases(t, p)
}

// A leaf that speaks of a constant alone says which value it has.
func TestConstantRow(t *testing.T) {
	t.Parallel()
	const z = `│ cap : ℕ
├──
│ cap = 7

S == [n : ℕ]
Op == [ΞS; x? : ℕ | x? < cap]
`
	p := planned(t, project(t, z, unit("op", "Op", "tactics: [{nr: [cap, [7]]}]\n")), planner.Options{})
	for id, want := range map[string]string{
		"op/DNF_1/NR_1": "cap < 7 is false, since cap is a constant, 7",
		"op/DNF_1/NR_2": "",
		"op/DNF_1/NR_3": "cap > 7 is false, since cap is a constant, 7",
	} {
		if l := p.Unit("op").Leaf(id); l.Reason != want {
			t.Errorf("%s: %q, want %q", id, l.Reason, want)
		}
	}
}
