package plan

import (
	"context"
	"maps"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// settled returns the system with a value for every loose constant that its
// units depend on: the smallest that the axioms allow.
func settled(ctx context.Context, system *spec.System, o Options) (*spec.System, error) {
	if len(system.Loose) == 0 {
		return system, nil
	}
	problem := solve.Problem{Scope: system.Scope, Globals: system.Globals}
	for _, l := range system.Loose {
		problem.Vars = append(problem.Vars, solve.Var{Var: l.Var, Scoped: true})
	}
	problem.Pred = schema.Conjoin(system.About)
	found := solve.Embedded(solve.Options{Steps: o.Steps}).Solve(ctx, problem)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if found.Outcome != solve.Case {
		l := system.Loose[0]
		return nil, source.Errors{source.Errorf(l.At, "the constant %s of %s has no value: expected one under constants in ttf-int.yaml (the solver found none: %s)",
			l.Name, l.Schema, found.Reason).With(l.Span, "it is declared here")}
	}
	out := *system
	globals := *system.Globals
	globals.Consts = maps.Clone(system.Globals.Consts)
	for _, l := range system.Loose {
		v := found.Model[l.Name]
		globals.Consts[l.Name] = v
		out.Constants = append(out.Constants, spec.Constant{Item: spec.Item{Name: l.Name, Type: l.Type, Value: v}, From: spec.Chosen})
	}
	out.Globals, out.Loose = &globals, nil
	return &out, nil
}
