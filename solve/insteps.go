package solve

import (
	"cmp"
	"context"
	"iter"
)

// InSteps returns a solver that answers as another does, and tries at most so many choices
// for a problem that does not say itself how many.
func InSteps(s Solver, steps int64) Solver { return inSteps{s, steps} }

type inSteps struct {
	solver Solver
	steps  int64
}

func (s inSteps) bounded(p Problem) Problem {
	p.Steps = cmp.Or(p.Steps, s.steps)
	return p
}

// Solve is documented at Solver.
func (s inSteps) Solve(ctx context.Context, p Problem) Result {
	return s.solver.Solve(ctx, s.bounded(p))
}

// All is documented at Solver.
func (s inSteps) All(ctx context.Context, p Problem) iter.Seq[Result] {
	return s.solver.All(ctx, s.bounded(p))
}

// Unexplained returns a solver that answers as another does, of which outcomes and models
// are asked alone: see Problem.
func Unexplained(s Solver) Solver { return unexplained{s} }

type unexplained struct{ Solver }

// Solve is documented at Solver.
func (s unexplained) Solve(ctx context.Context, p Problem) Result {
	p.Unexplained = true
	return s.Solver.Solve(ctx, p)
}
