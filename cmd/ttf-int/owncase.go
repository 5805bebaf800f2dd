package main

import (
	"context"
	"strings"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed/value"
)

// trees checks that every tactic applies, that the rows of the project's own
// tactics divide what they say that they divide, and that the units' own cases
// lie in their trees.
func trees(ctx context.Context, system *spec.System) error {
	judge := oracle.New(system, solve.Embedded(solve.Options{}))
	var errs source.Errors
	errs.Add(tactics.Audit(system))
	for _, u := range system.Units {
		tree, err := tactics.Build(system, u, 0)
		errs.Add(err)
		if err != nil {
			continue
		}
		for _, c := range u.Cases {
			errs.Add(ownCase(ctx, system, judge, tree, u, c))
		}
	}
	return errs.Err()
}

// ownCase reports a case without a value for a variable, or outside the unit's
// precondition. Where constants have no value yet, or where the unit has cases on
// rejected inputs too, the latter is for the plan to find out.
func ownCase(ctx context.Context, system *spec.System, judge *oracle.Oracle, tree *tactics.Tree, u *spec.Unit, c spec.OwnCase) error {
	by := c.Values.Map()
	var missing []string
	for _, v := range tree.VIS {
		if _, ok := by[v.Name]; !ok {
			missing = append(missing, v.Name)
		}
	}
	if len(missing) > 0 {
		return source.Errorf(c.Span, "the case gives no value for %s", strings.Join(missing, ", "))
	}
	if len(system.Loose) > 0 {
		return nil
	}
	op := judge.Unit(u)
	frame := make([]value.Value, len(op.Vars))
	for i, v := range op.Vars {
		frame[i] = by[v.Name]
	}
	if tree.Rejected == nil && op.Pre(ctx, frame).Verdict == oracle.Violated {
		return source.Errorf(c.Span, "the case %s is outside the precondition of %s", c.Values, u.Schema)
	}
	return nil
}
