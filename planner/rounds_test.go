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
	"github.com/ttf-int/ttf-int/zed"
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

// mired is a solver that answers no question about a predicate with some text before the context of the question
// ends.
type mired struct {
	solve.Solver
	in string
}

func (s mired) Solve(ctx context.Context, p solve.Problem) solve.Result {
	if strings.Contains(zed.Print(p.Pred, zed.Unicode), s.in) {
		<-ctx.Done()
		return solve.Result{Reason: solve.ExplainInterruption(ctx)}
	}
	return s.Solver.Solve(ctx, p)
}

// TestLeafTime: a leaf whose search does not end leaves time for those after it.
func TestLeafTime(t *testing.T) {
	t.Parallel()
	system := project(t, "Some == [x? : ℤ | x? = 77 ∨ x? = 3 ∨ x? = 4]\n",
		"unit: some\nz: spec.zed\nschema: Some\ntactics: [dnf]\n")
	p := makePlan(t, system, planner.Options{UnitTime: 2 * time.Second, Workers: 1,
		Solver: mired{embedded.New(solve.Options{}), "x? = 77"}})
	for i, want := range []suite.Status{suite.Undecided, suite.HasCase, suite.HasCase} {
		if got := status(p, "some", i); got != want {
			t.Errorf("the %d-th leaf is %s, want %s", i+1, got, want)
		}
	}
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
		if hard.Status != suite.Undecided || !strings.Contains(hard.Why().Reason, "the time of the unit was over") {
			t.Errorf("the hard leaf is %s: %s", hard.Status, hard.Why().Reason)
		}
		if status(p, "xeasy", 0) != suite.HasCase {
			t.Error("the easy unit has no case")
		}
	}
}
