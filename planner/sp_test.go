package planner_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/planner"
)

// The declaration s : seq ℤ says s ∈ seq ℤ, but it is not a condition of the
// operation.
func TestSPOnMembershipLeavesDeclarationsOut(t *testing.T) {
	z := "Op == [A : ℙ ℤ; s : seq ℤ; n : ℕ; x : ℤ | x ∈ A]\n"
	unit := "unit: op\nsut: list\nz: spec.zed\nschema: Op\ntactics: [dnf, {sp: ∈}]\n"
	var got []string
	for _, l := range makePlan(t, project(t, z, unit), planner.Options{}).Unit("op").Leaves {
		if strings.Contains(l.ID, "/SP_") {
			got = append(got, l.Predicate())
		}
	}
	if s := strings.Join(got, "; "); s != "x ∈ A ∧ A = {x}; x ∈ A ∧ x ∈ A ∧ A ≠ {x}" {
		t.Errorf("got %s", s)
	}
}

// An atom whose operands have no value in a leaf leaves the leaf as it is.
func TestPartitionUndefined(t *testing.T) {
	const z = `[ID]
Bank == [held : ID ⇸ ℕ]
Known == [ΞBank; from? : ID; n? : ℕ | from? ∈ dom held ∧ n? ≤ held from?]
Unknown == [ΞBank; from? : ID; n? : ℕ | from? ∉ dom held]
Look == Known ∨ Unknown
`
	unit := "unit: look\nsut: list\nz: spec.zed\nschema: Look\ntactics: [dnf, {sp: \"n? ≤ held from?\"}]\n"
	p := makePlan(t, project(t, z, unit), planner.Options{})
	found := false
	for _, c := range p.Unit("look").Cases {
		found = found || c.ID == "look/DNF_2"
	}
	if !found {
		t.Errorf("no case in look/DNF_2: %d leaves", len(p.Unit("look").Leaves))
	}
}
