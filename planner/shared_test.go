package planner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/spec"
)

// TestSharedSchemas plans units whose schemas include others, and these others again, so that a schema that is written
// out has millions of parts: what planning takes must go with the parts that there are, and not with those.
func TestSharedSchemas(t *testing.T) {
	t.Parallel()
	for recipe, layers := range map[string]int{"dnf": 24, "standard": 12} {
		t.Run(recipe, func(t *testing.T) {
			t.Parallel()
			system := makeBenchmarkProject(t, 3*layers, layers, 3)
			for _, u := range system.Units {
				u.Tactics = []spec.Tactic{{Name: recipe, Span: u.At}}
			}
			for _, u := range makePlan(t, system, planner.Options{}).Units {
				if len(u.Cases) < 2 {
					t.Errorf("%s has %d cases", u.Name, len(u.Cases))
				}
			}
		})
	}
}
