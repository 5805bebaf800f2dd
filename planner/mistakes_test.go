package planner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// broken refutes what it should not: every problem that has a text in it and no
// values yet.
type broken struct {
	solve.Solver
	text string
}

func (b broken) Solve(ctx context.Context, p solve.Problem) solve.Result {
	if len(p.Bound) == 0 && strings.Contains(zed.Print(p.Pred, zed.Unicode), b.text) {
		return solve.Result{Outcome: solve.Unsatisfiable, Reason: "a broken rule"}
	}
	return b.Solver.Solve(ctx, p)
}

// TestMistakes breaks the refuter: whatever values contradict it, that is said, of the
// leaf too, and nothing of it is kept for later plans.
func TestMistakes(t *testing.T) {
	t.Parallel()
	const overlapping = "Op == [x? : ℤ; y! : ℤ | (x? ≥ 0 ∧ y! = 1) ∨ (x? ≥ -5 ∧ y! = 2)]\nUse == [x? : ℤ; y! : ℤ | Op ∧ x? > 5]\n"
	const unit = "unit: op\nsut: list\nz: spec.zed\nschema: Op\n"
	for _, c := range []struct {
		name, more, text string
		want             string // of the mistake; none where it is empty
		status           suite.Status
	}{
		{"found", "tactics: [dnf]\n", "y! = 2",
			"op/DNF_2 was refuted (y! = 2 contradicts itself), but the case op/DNF_1", suite.Undecided},
		{"told", "", "y! = 2", "op/DNF_2 was refuted (y! = 2 contradicts itself), but the case op/DNF_2",
			suite.HasCase},
		{"given", "cases: [{x?: -4}]\n", "y! = 2", "op/DNF_2 is refuted (a broken rule), but the case op/DNF_2",
			suite.HasCase},
		{"sound", "", "y! = 7", "", suite.HasCase},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cache := newKept()
			solver := broken{embedded.New(solve.Options{}), c.text}
			p := makePlan(t, project(t, overlapping, unit+c.more), planner.Options{Solver: solver, Cache: cache})
			got := strings.Join(p.Mistakes, "\n")
			if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
				t.Errorf("mistakes: %s", got)
			}
			leaf := p.Unit("op").Leaf("op/DNF_2")
			if leaf.Status != c.status {
				t.Errorf("%s: %s", leaf.Status, leaf.Why().Reason)
			}
			if c.status == suite.Undecided && !strings.HasPrefix(leaf.Why().Reason, "a mistake of ttf-int: ") {
				t.Errorf("the reason is %s", leaf.Why().Reason)
			}
			again := makePlan(t, project(t, overlapping, unit+c.more), planner.Options{Solver: solver, Cache: cache})
			if len(again.Mistakes) != len(p.Mistakes) {
				t.Errorf("planned again: %q", again.Mistakes)
			}
		})
	}
}
