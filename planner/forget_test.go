package planner

import (
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// TestForgotten: a plan that is made has nothing of what was only made to search for its cases, and its decisions have
// their texts in common.
func TestForgotten(t *testing.T) {
	t.Parallel()
	system, err := config.Load("", "../examples/bank")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Make(t.Context(), system, Options{Solver: embedded.New(solve.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	theorems, choices := map[*result.Theorem]bool{}, 0
	for _, u := range p.units {
		if len(u.below.made) > 0 || u.telling.compiler != nil {
			t.Errorf("%s: %d conjunctions are kept, mutants compiled: %v", u.Name, len(u.below.made),
				u.telling.compiler != nil)
		}
		for _, c := range u.Cases {
			for _, s := range c.Stubs {
				if s.Theorem != nil {
					theorems[s.Theorem] = true
					choices++
				}
			}
		}
	}
	if len(theorems) == 0 || len(theorems) >= choices {
		t.Errorf("%d decisions have %d texts of Theorem 1", choices, len(theorems))
	}
}
