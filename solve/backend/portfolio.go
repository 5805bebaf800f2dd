package backend

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// newPortfolio returns the portfolio. The embedded solver answers; the others are asked about
// what it leaves undecided, in a fixed order, so that the answer does not depend on
// which of them is faster.
func newPortfolio() Backend {
	return Backend{
		Name: Portfolio, Doc: "the built-in solver, and the others in turn about what is left undecided",
		Start: func(ctx context.Context, o Options) (Solver, error) {
			p := portfolio{first: embedded.New(o.Options)}
			for _, b := range others() {
				s, err := b.Start(ctx, o)
				if err != nil {
					p.Close()
					return nil, err
				}
				p.others = append(p.others, s)
			}
			return p, nil
		},
	}
}

// portfolio asks a first solver, and the others about what that leaves undecided. It
// does not ask them where a predicate is known to be true for no values, since they
// could not add to that.
type portfolio struct {
	first  solve.Solver
	others []Solver
}

// Name is documented at Solver.
func (p portfolio) Name() string {
	names := []string{Portfolio}
	for _, s := range p.others {
		names = append(names, s.Name())
	}
	return strings.Join(names, ", ")
}

// IsFaulty is documented at Solver.
func (p portfolio) IsFaulty() bool { return slices.ContainsFunc(p.others, Solver.IsFaulty) }

// Close is documented at Solver.
func (p portfolio) Close() {
	for _, s := range p.others {
		s.Close()
	}
}

// Solve asks the solvers in turn.
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
