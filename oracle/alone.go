package oracle

import (
	"context"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// How many scopes wider than the default one are searched, and how far: each has one
// more element of each given type, and twice the integers.
const (
	widerScopes = 6
	// WiderSteps is for how long a solver searches a wider scope.
	WiderSteps = 4_000
)

// Solution is what was found of a schema that stands alone, outside any project.
type Solution struct {
	solve.Result
	Values spec.Values // of a case: of the constants that the axioms leave open, and of the schema's variables
}

// Satisfy looks for values that satisfy a schema which stands alone. The axioms are those of
// its specification. Where the scope has no values, wider ones are searched too if wider,
// which answers there, is not nil: it has the last word only with values, or with a proof that there are
// none.
func Satisfy(ctx context.Context, solver, wider solve.Solver, normal *schema.Normal, axioms *spec.Axioms, scope value.Scope) Solution {
	found := satisfy(ctx, solver, normal, axioms, scope)
	if wider == nil || found.Outcome != solve.NoneInScope {
		return found
	}
	for range widerScopes {
		scope.Given++
		scope.Set = max(scope.Set, scope.Given)
		scope.IntMin, scope.IntMax = 2*scope.IntMin, 2*scope.IntMax
		more := satisfy(ctx, wider, normal, axioms.Carried(scope.Given), scope)
		if more.Outcome == solve.Case || more.Outcome == solve.Unsatisfiable {
			return more
		}
		if ctx.Err() != nil {
			break
		}
	}
	return found
}

// satisfy looks for values in one scope.
func satisfy(ctx context.Context, solver solve.Solver, normal *schema.Normal, axioms *spec.Axioms, scope value.Scope) Solution {
	problem := solve.Problem{Pred: normal.Pred, Vars: scoped(normal.Vars), Scope: scope, Globals: axioms.Globals}
	loose := axioms.Loose(normal.Pred)
	if len(loose) > 0 {
		problem.Pred = schema.Conjoin(append([]zed.Expr{normal.Pred}, axioms.About(loose)...))
		problem.Vars = append(problem.Vars, scoped(loose)...)
	}
	found := Solution{Result: solver.Solve(ctx, problem)}
	if found.Outcome == solve.Case {
		found.Values = append(spec.Values{}, spec.Of(append(loose, normal.Vars...), found.Model)...)
	}
	return found
}

// scoped returns variables that the scope bounds.
func scoped(vars []zed.Var) []solve.Var {
	out := make([]solve.Var, len(vars))
	for i, v := range vars {
		out[i] = solve.Var{Var: v, Scoped: true}
	}
	return out
}
