package planner_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// TestWays: the way to the state of each case is a sequence of steps of units with a state; what
// was not looked for says so.
func TestWays(t *testing.T) {
	t.Parallel()
	system, err := config.Load("", filepath.Join("..", "runner", "testdata", "machine"))
	if err != nil {
		t.Fatal(err)
	}
	pl := makePlan(t, system, planner.Options{Solver: embedded.New(solve.Options{})})
	for _, u := range pl.Units {
		for _, w := range pl.Ways(t.Context(), u, u.Cases) {
			c := u.Cases[slices.IndexFunc(u.Cases, func(c *plan.Case) bool { return c.ID == w.Case })]
			list, _ := c.Values().Lookup("s")
			switch {
			case !w.Found:
				t.Errorf("%s: %s", w.Case, w.Why)
			case len(w.Steps) != list.Len():
				t.Errorf("%s: %d steps lead to %s", w.Case, len(w.Steps), c.Values())
			case (len(w.Steps) == 0) != (w.Why != ""):
				t.Errorf("%s: %d steps, %q", w.Case, len(w.Steps), w.Why)
			}
		}
		ended, end := context.WithCancel(t.Context())
		end()
		for _, w := range pl.Ways(ended, u, u.Cases) {
			if w.Found && len(w.Steps) > 0 || w.Why == "" {
				t.Errorf("%s after the end: %+v", w.Case, w)
			}
		}
	}
}
