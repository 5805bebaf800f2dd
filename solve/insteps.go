package solve

import (
	"cmp"
	"context"
	"iter"
)

// LimitSteps returns a solver that gives a problem without a budget of its own the given
// number of steps.
func LimitSteps(s Solver, steps int64) Solver { return inSteps{s, steps} }

type inSteps struct {
	solver Solver
	steps  int64
}

func (s inSteps) limit(p Problem) Problem {
	p.Steps = cmp.Or(p.Steps, s.steps)
	return p
}

// Solve is documented at Solver.
func (s inSteps) Solve(ctx context.Context, p Problem) Result {
	return s.solver.Solve(ctx, s.limit(p))
}

// All is documented at Solver.
func (s inSteps) All(ctx context.Context, p Problem) iter.Seq[Result] {
	return s.solver.All(ctx, s.limit(p))
}

// WithoutExplanations returns a solver that is only asked for outcomes and models, and not for
// minimal conflicts (see Problem).
func WithoutExplanations(s Solver) Solver { return unexplained{s} }

type unexplained struct{ Solver }

// Solve is documented at Solver.
func (s unexplained) Solve(ctx context.Context, p Problem) Result {
	p.Unexplained = true
	return s.Solver.Solve(ctx, p)
}
