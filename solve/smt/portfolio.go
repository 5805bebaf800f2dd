package smt

import (
	"context"
	"fmt"
	"iter"

	"github.com/ttf-int/ttf-int/solve"
)

// Portfolio returns a solver that asks the first, and of what it leaves
// undecided the others, one after the other in their order: so that its answer
// does not depend on which of them is faster. Where a predicate is known to be true
// nowhere, none of them has more to say.
func Portfolio(first solve.Solver, others ...solve.Solver) solve.Solver {
	return portfolio{first, others}
}

type portfolio struct {
	first  solve.Solver
	others []solve.Solver
}

// Solve is documented at Portfolio.
func (p portfolio) Solve(ctx context.Context, problem solve.Problem) solve.Result {
	out := p.first.Solve(ctx, problem)
	for _, s := range p.others {
		if out.Outcome != solve.Undecided || out.NeverTrue || ctx.Err() != nil {
			return out
		}
		next := s.Solve(ctx, problem)
		next.Steps += out.Steps
		if next.Outcome == solve.Undecided {
			next.Reason = fmt.Sprintf("%s; %s", out.Reason, next.Reason)
			next.Bound = out.Bound
		}
		out = next
	}
	return out
}

// All enumerates with the first solver.
func (p portfolio) All(ctx context.Context, problem solve.Problem) iter.Seq[solve.Result] {
	return p.first.All(ctx, problem)
}
