package planner_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/suite"
)

// stubborn is a solver that answers no question about a variable of some name before the context
// of the question ends.
type stubborn struct {
	solve.Solver
	name string
}

func (s stubborn) Solve(ctx context.Context, p solve.Problem) solve.Result {
	for _, v := range p.Vars {
		if v.Name == s.name {
			<-ctx.Done()
			return solve.Result{Reason: solve.ExplainInterruption(ctx)}
		}
	}
	return s.Solver.Solve(ctx, p)
}

// TestUnitTime: a unit whose search does not end is left undecided when its time is over, and says
// so; the others have their cases, and the plan is finished.
func TestUnitTime(t *testing.T) {
	const z = "Hard == [never? : ℤ | never? > 3]\nEasy == [x? : ℤ | x? > 3]\n"
	system := project(t, z, "unit: hard\nz: spec.zed\nschema: Hard\ntactics: [dnf]\n",
		"unit: xeasy\nz: spec.zed\nschema: Easy\ntactics: [dnf]\n")
	solver := stubborn{embedded.New(solve.Options{}), "never?"}
	within, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	for _, c := range []struct {
		ctx context.Context
		planner.Options
	}{
		{t.Context(), planner.Options{UnitTime: 50 * time.Millisecond}},
		{within, planner.Options{}},
	} {
		c.Workers, c.Solver = 1, solver
		p, err := planner.Make(c.ctx, system, c.Options)
		if err != nil || p.Unfinished != nil {
			t.Fatalf("the plan is not finished: %v", err)
		}
		hard := p.Unit("hard").Leaves[0]
		if hard.Status != suite.Undecided || !strings.Contains(hard.Reason, "the time of the unit was over") {
			t.Errorf("the hard leaf is %s: %s", hard.Status, hard.Reason)
		}
		if status(p, "xeasy", 0) != suite.HasCase {
			t.Error("the easy unit has no case")
		}
	}
}
