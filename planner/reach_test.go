package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
)

// Twice adds through a state between, Some is called with what no one can
// foresee, and Either has Add in both of its places.
const counting = `C == [n : ℕ]
Add == [ΔC; x? : ℕ | n' = n + x?]
Less == [ΔC; x? : ℕ | x? ≤ n ∧ n' = n − x?]
Stay == [ΞC; x? : ℕ | x? > n]
Take == Less ∨ Stay
Both == Take ⨾ Add
Any == [ΔC; m? : ℕ | ∃ x? : ℕ • Add ∧ x? ≥ m?]
Either == (Add ∧ [x? : ℕ | x? > 3]) ∨ (Add ∧ [x? : ℕ | x? ≤ 3])
`

func unit(name, schema, more string) string {
	if !strings.Contains(more, "tactics:") {
		more = "tactics: [dnf]\n" + more
	}
	return "unit: " + name + "\nsut: list\nz: spec.zed\nschema: " + schema + "\n" + more
}

// decisions returns the decisions for the first case of a unit.
func decisions(t *testing.T, p *planner.Planned, name string) (out []result.Decision, reasons []string) {
	t.Helper()
	u := p.Unit(name)
	if u == nil || len(u.Cases) == 0 {
		t.Fatalf("%s has no case", name)
	}
	for _, c := range u.Cases[0].Stubs {
		out, reasons = append(out, c.Decision), append(reasons, c.Reason)
	}
	return out, reasons
}

func TestReach(t *testing.T) {
	p := makePlan(t, project(t, counting, unit("add", "Add", ""), unit("take", "Take", ""),
		unit("both", "Both", "uses: [take, add]\n"),
		unit("any", "Any", "uses: [add]\n"),
		unit("either", "Either", "uses: [add]\n")), planner.Options{})
	for _, c := range []struct {
		unit string
		want []result.Decision
	}{
		{"both", []result.Decision{result.Self, result.Self}}, // Take's disjuncts settle the state between
		{"any", []result.Decision{result.ByCall}},             // only the call itself can tell
		{"either", []result.Decision{result.Self, result.None}},
	} {
		got, reasons := decisions(t, p, c.unit)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v: %q", c.unit, got, c.want, reasons)
		}
	}
}
