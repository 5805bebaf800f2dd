package oracle

import (
	"context"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxDefined is the number of values, of a predicate that nothing refutes, for which it
// is checked whether the predicate has a truth value. Terms are likely to be undefined
// for small values, if at all.
const maxDefined = 300

// findUndefined looks for values that a problem allows and for which a predicate is
// undefined. It returns them with the reason; the reason is "" where it found none.
func findUndefined(ctx context.Context, solver solve.Solver, p solve.Problem, body zed.Expr) (spec.Values, string) {
	names := make([]string, len(p.Vars))
	vars := make([]zed.Var, len(p.Vars))
	for i, v := range p.Vars {
		names[i], vars[i] = v.Name, v.Var
	}
	program, err := eval.Compile(body, names, p.Globals)
	if err != nil {
		return spec.Values{}, ""
	}
	seen := 0
	for found := range solver.All(ctx, p) {
		if seen++; found.Outcome != solve.Case || seen > maxDefined {
			break
		}
		frame := make([]value.Value, len(names))
		for i, n := range names {
			frame[i] = found.Model[n]
		}
		if t, reason := program.Truth(frame); t == eval.Undefined && !reason.Infinite {
			return spec.FromModel(vars, found.Model), reason.String()
		}
	}
	return spec.Values{}, ""
}
