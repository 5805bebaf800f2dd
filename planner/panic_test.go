package planner_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ttf-int/ttf-int/audit"
	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// faulty is a solver with a mistake that its n-th question finds.
type faulty struct {
	solve.Solver
	asked atomic.Int64
	n     int64
}

func (f *faulty) Solve(ctx context.Context, p solve.Problem) solve.Result {
	if f.asked.Add(1) == f.n {
		panic("a mistake in the solver")
	}
	return f.Solver.Solve(ctx, p)
}

// faultOf returns what f panics with in the goroutine of its caller; nil where it returns.
func faultOf(f func()) (fault *workers.Fault) {
	defer func() { fault, _ = recover().(*workers.Fault) }()
	f()
	return nil
}

// TestPanicsOfWorkers: a panic of a goroutine that plans, or that looks for what refutes the
// specification, is one of the goroutine that asked for it, at whatever question it happens.
func TestPanicsOfWorkers(t *testing.T) {
	t.Parallel()
	for _, asks := range []func(*faulty){
		func(f *faulty) { planner.Make(t.Context(), sortProject(t), planner.Options{Solver: f, Workers: 2}) },
		func(f *faulty) { audit.Verify(t.Context(), sortProject(t), audit.Options{Solver: f, Workers: 2}) },
	} {
		whole := &faulty{Solver: embedded.New(solve.Options{})}
		asks(whole)
		for n := int64(1); n <= whole.asked.Load(); n += 1 + whole.asked.Load()/6 {
			fault := faultOf(func() { asks(&faulty{Solver: embedded.New(solve.Options{}), n: n}) })
			if fault == nil || fault.Value != "a mistake in the solver" ||
				!strings.Contains(fault.String(), "(*faulty).Solve") {
				t.Errorf("question %d of %d: panicked with %v", n, whole.asked.Load(), fault)
			}
		}
	}
	fault := faultOf(func() {
		planner.Make(t.Context(), sortProject(t), planner.Options{Solver: embedded.New(solve.Options{}), Workers: 2,
			Progress: func(done, _ int) {
				if done > 0 {
					panic("a mistake of whom it is shown to")
				}
			}})
	})
	if fault == nil {
		t.Error("a panic while progress is shown is lost")
	}
}
