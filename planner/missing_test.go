package planner_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/suite"
)

// TestMissing: of units that speak of random constants, some of which have no value that
// can be found and some none that the axioms allow, exactly those are left out that speak
// of such a one, or whose axioms do with theirs, and the others have their cases.
func TestMissing(t *testing.T) {
	t.Parallel()
	const constants = 5
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 13))
		var z strings.Builder
		without := map[int]bool{} // constants of which no value is found
		for i := range constants {
			switch r.IntN(6) {
			case 0:
				without[i] = true
				fmt.Fprintf(&z, "│ c%d : ℕ → ℕ\n│ n%[1]d : ℕ\n├\n│ n%[1]d < 0\n│ c%[1]d = {n : ℕ • n ↦ n%[1]d}\n\n", i)
				continue
			case 1:
				without[i] = true
				fmt.Fprintf(&z, "│ c%d : ℕ → ℕ\n├\n│ dom c%[1]d = dom c%[1]d\n\n", i)
				continue
			}
			fmt.Fprintf(&z, "│ c%d : ℕ → ℕ\n│ n%[1]d : ℕ\n├\n│ n%[1]d > %d\n│ c%[1]d = {n : ℕ • n ↦ n}\n\n", i,
				r.IntN(4))
		}
		var units []string
		want := map[string]bool{}
		for k := range 4 {
			name, pred := fmt.Sprintf("u%d", k), "x? ≥ 0"
			for i := range constants {
				if r.IntN(4) == 0 {
					pred += fmt.Sprintf(" ∧ x? ∈ dom c%d", i)
					want[name] = want[name] || without[i]
					if !without[i] {
						pred += fmt.Sprintf(" ∧ x? < n%d + 9", i)
					}
				}
			}
			fmt.Fprintf(&z, "U%d == [x? : ℕ | %s]\n", k, pred)
			units = append(units, unit(name, strings.ToUpper(name), "tactics: [dnf]\n"))
		}
		p := makePlan(t, project(t, z.String(), units...), planner.Options{})
		for _, u := range p.Units {
			left := slices.ContainsFunc(u.Leaves, func(l *plan.Leaf) bool { return l.Status != suite.HasCase })
			if left != want[u.Name] || (p.System.Lacks(u.Name) != "") != want[u.Name] {
				t.Errorf("seed %d: %s is left out: %t (%q), want %t, of\n%s", seed, u.Name, left,
					p.System.Lacks(u.Name), want[u.Name], &z)
			}
		}
	}
}
