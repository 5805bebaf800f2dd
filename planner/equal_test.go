package planner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/zed/eval"
)

// Leaves that overlap have cases with different values, where there are several.
func TestUnlikeCases(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, `Pair == [s, r : ℙ (1 .. 4); n? : 0 .. 9]
Op == [ΔPair; o! : ℕ | s ∩ r = ∅ ∧ o! = n? ∧ s' = r ∧ r' = s]
`, unit("op", "Op", "tactics: [standard, {sc: s}, {sc: r}]\n"), unit("none", "Op", "tactics: [dnf, {sc: s}, {sc: \"s ∪ r\"}]\n")), drawing())
	for _, name := range []string{"op", "none"} {
		counts, values := map[eval.Truth]int{}, map[string]string{}
		for _, c := range p.Unit(name).Cases {
			certify(t, p, p.Unit(name), c, counts)
			if other := values[c.Values().String()]; other != "" {
				t.Errorf("%s has the values of %s: %s", c.ID, other, c.Values())
			}
			values[c.Values().String()] = c.ID
		}
		if len(values) < 5 {
			t.Errorf("%s has %d cases", name, len(values))
		}
	}
}
