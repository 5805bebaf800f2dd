package planner_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// ending is a solver that ends the plan at its n-th question, which it never answers
// when it is deaf to its context.
type ending struct {
	solve.Solver
	asked, n atomic.Int64
	end      context.CancelFunc
	deaf     <-chan struct{} // nil: it is not
}

func (e *ending) Solve(ctx context.Context, p solve.Problem) solve.Result {
	if e.asked.Add(1) >= e.n.Load() {
		e.end()
		if e.deaf != nil {
			<-e.deaf
		}
	}
	return e.Solver.Solve(ctx, p)
}

// TestUnfinished: a plan that is ended at any question has all that was found until
// then, as the whole plan has it, and names the rest, whether or not the solver obeys.
// It cannot be taken for a whole one.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	t.Run("sorted", func(t *testing.T) { endAnywhere(t, sortProject, 7, 7) })
	t.Run("chained", func(t *testing.T) { endAnywhere(t, chainProject, 1, 24) })
}

// chainProject returns a project of units of which one calls another twice, on states in between that only
// the solver knows: its decisions ask it.
func chainProject(t testing.TB) *spec.System {
	return project(t, "Inc == [n, n' : ℤ; by? : ℕ | n' = n + by?]\nTwice == Inc[x?/by?] ⨾ Inc[y?/by?]\n",
		"unit: inc\nz: spec.zed\nschema: Inc\nuses: []\ntactics: [dnf, {nr: [\"n + by?\", [2, 4]]}]\n",
		"unit: twice\nz: spec.zed\nschema: Twice\nuses: [inc]\ntactics: [dnf]\ncases: [{n: 1, x?: 1, y?: 2}, {n: 0, x?: 1, y?: 5}]\n")
}

// endAnywhere ends the plan of a system at every step-th question, of a solver that
// obeys and of one that is deaf.
func endAnywhere(t *testing.T, system func(testing.TB) *spec.System, obeys, deaf int64) {
	t.Helper()
	whole := makePlan(t, system(t), drawing())
	release := make(chan struct{})
	defer close(release)
	partly := 0
	for _, end := range []struct {
		deaf chan struct{}
		step int64
	}{{nil, obeys}, {release, deaf}} {
		for n := int64(1); ; n += end.step {
			ctx, cancel := context.WithCancel(t.Context())
			solver := &ending{Solver: embedded.New(solve.Options{}), end: cancel, deaf: end.deaf}
			solver.n.Store(n)
			p, err := planner.Make(ctx, system(t), planner.Options{Solver: solver, Workers: 2})
			cancel()
			if err == nil {
				break
			}
			if p == nil || p.Unfinished == nil || !errors.Is(err, context.Canceled) {
				t.Fatalf("ended at question %d: plan %v, error %v", n, p, err)
			}
			if compareUnfinished(t, whole, p) {
				partly++
			}
			data, err := p.JSON()
			if err != nil {
				t.Fatal(err)
			}
			if !json.Valid(data) {
				t.Errorf("ended at question %d: no JSON", n)
			}
			var stale *plan.Stale
			if _, err := loadPlan(t, data, system(t), planner.Options{}); !errors.As(err, &stale) {
				t.Errorf("ended at question %d: loaded with error %v", n, err)
			}
		}
	}
	if partly == 0 {
		t.Error("no plan was ended with some leaves solved and others not")
	}
}

// compareUnfinished holds a plan that was ended against the whole one; it tells whether
// some of its leaves were reached and some not.
func compareUnfinished(t *testing.T, whole, p *planner.Planned) bool {
	t.Helper()
	un, reached, left := p.Unfinished, 0, 0
	for _, full := range whole.Units {
		u := p.Unit(full.Name)
		if (u == nil) != slices.Contains(un.Units, full.Name) {
			t.Errorf("%s: planned %t, not reached %v", full.Name, u != nil, un.Units)
		}
		if u == nil {
			continue
		}
		for _, l := range u.Leaves {
			open := slices.Contains(un.Leaves, l.ID)
			if want := full.Leaf(l.ID); !open && (l.Status != want.Status || l.Why().Reason != want.Why().Reason) ||
				open && l.Status != suite.Undecided {
				t.Errorf("%s: %s (%s), not reached %t; in the whole plan %s (%s)", l.ID, l.Status, l.Why().Reason, open,
					want.Status, want.Why().Reason)
			}
			if open {
				left++
			} else {
				reached++
			}
		}
		for _, c := range u.Cases {
			i := slices.IndexFunc(full.Cases, func(f *plan.Case) bool { return f.ID == c.ID })
			if i < 0 || !c.Values().Equal(full.Cases[i].Values()) {
				t.Errorf("the case %s: %s", c.ID, c.Values())
			}
			if slices.Contains(un.Cases, c.ID) {
				if len(c.Stubs) > 0 {
					t.Errorf("the case %s has decisions, and is said to have none", c.ID)
				}
			} else if i >= 0 && !cmp.Equal(full.Cases[i].Stubs, c.Stubs) {
				t.Errorf("the case %s: %s", c.ID, cmp.Diff(full.Cases[i].Stubs, c.Stubs))
			}
		}
	}
	return reached > 0 && left > 0
}
