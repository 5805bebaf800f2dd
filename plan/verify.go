package plan

import (
	"cmp"
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/tactics"
)

// verifySteps is the solver's budget for a question about the specification:
// whoever validates waits for it, and small counterexamples are found early.
const verifySteps = 20_000

// Verify looks for what is wrong with specifications that are each well-formed:
// properties that operations do not preserve, preconditions that nothing but the
// invariant of the after-state puts, and answers of callees that their callers
// cannot use. The claims are in the order of the units' names.
func Verify(ctx context.Context, system *spec.System, o Options) ([]oracle.Claim, error) {
	system, err := Settled(ctx, system, o)
	if err != nil {
		return nil, err
	}
	solver := o.Solver
	if solver == nil {
		solver = solve.Embedded(solve.Options{Steps: cmp.Or(o.Steps, verifySteps)})
	}
	judge := oracle.New(system, solver)
	decider := stubs.New(system, judge, solver, func(string) []*tactics.Condition { return nil })
	var out []oracle.Claim
	if system.Init != nil {
		out = append(out, judge.Begins(ctx, *system.Init))
		for _, p := range known(system) {
			out = append(out, judge.Establishes(ctx, *system.Init, p))
		}
	}
	for _, u := range system.Units {
		unit := judge.Unit(u)
		for _, p := range u.Properties {
			out = append(out, unit.Preserves(ctx, p))
		}
		for _, p := range system.Properties {
			if unit.Changes(p) && !names(u.Properties, p) {
				out = append(out, unit.Preserves(ctx, p))
			}
		}
		answered := unit.Answered(ctx)
		decider.Calls().Answered(ctx, u, answered)
		out = append(append(out, unit.Stated(ctx)), answered...)
	}
	return out, ctx.Err()
}

// known returns the properties of a project and of its units, each once.
func known(system *spec.System) []spec.Property {
	out := slices.Clone(system.Properties)
	for _, u := range system.Units {
		for _, p := range u.Properties {
			if !names(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

func names(list []spec.Property, p spec.Property) bool {
	return slices.ContainsFunc(list, func(q spec.Property) bool { return q.Schema == p.Schema })
}
