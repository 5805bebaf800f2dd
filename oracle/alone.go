package oracle

import (
	"context"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// How many scopes wider than the default one are searched, one after the other. Each
// has one more element of each given type and twice the range of integers.
const (
	widerScopes = 6
	// widerSteps is the solver's budget for a wider scope.
	widerSteps = 4_000
)

// Solution is the answer to the problem that a schema outside any project is.
type Solution struct {
	solve.Result
	Values spec.Values // the values of the constants that the axioms leave open, and of the schema's variables
}

// Satisfy looks, within the scope, for values that satisfy a schema outside any
// project. The axioms are those of the specification in which the schema was read.
func Satisfy(ctx context.Context, solver solve.Solver, normal *schema.Normal, axioms *spec.Axioms,
	scope value.Scope) Solution {
	problem := standaloneProblem(normal, axioms, scope)
	problem.Confined = true
	return satisfy(ctx, solver, problem, normal, axioms)
}

// SatisfyWider does what Satisfy does, and looks for values outside the scope where the
// scope has none. The solver `wider` searches the wider scopes. Its answer counts only
// where it finds values, or proves that there are none.
func SatisfyWider(ctx context.Context, solver, wider solve.Solver, normal *schema.Normal, axioms *spec.Axioms,
	scope value.Scope) Solution {
	problem := standaloneProblem(normal, axioms, scope)
	problem.Beyond = true
	found := satisfy(ctx, solver, problem, normal, axioms)
	if found.Outcome != solve.NoneInScope {
		return found
	}
	for range widerScopes {
		scope.Given++
		scope.Set = max(scope.Set, scope.Given)
		scope.IntMin, scope.IntMax = 2*scope.IntMin, 2*scope.IntMax
		carried := axioms.WithBound(scope.Given)
		problem := standaloneProblem(normal, carried, scope)
		problem.Steps = widerSteps
		more := satisfy(ctx, wider, problem, normal, carried)
		if more.Outcome == solve.Case || more.Outcome == solve.Unsatisfiable {
			return more
		}
		if ctx.Err() != nil {
			break
		}
	}
	return found
}

// standaloneProblem returns the problem for a schema outside any project.
func standaloneProblem(normal *schema.Normal, axioms *spec.Axioms, scope value.Scope) solve.Problem {
	problem := solve.Problem{Pred: normal.Pred, Vars: scopeVars(normal.Vars), Scope: scope, Globals: axioms.Globals}
	if loose := axioms.FindLoose(normal.Pred); len(loose) > 0 {
		problem.Pred = schema.Conjoin(append([]zed.Expr{normal.Pred}, axioms.PredicatesOn(loose)...))
		problem.Vars = append(problem.Vars, scopeVars(loose)...)
	}
	return problem
}

// satisfy looks for values that solve the problem of a schema.
func satisfy(ctx context.Context, solver solve.Solver, problem solve.Problem, normal *schema.Normal,
	axioms *spec.Axioms) Solution {
	found := Solution{Result: solver.Solve(ctx, problem)}
	if found.Outcome == solve.Case {
		found.Values = append(spec.Values{}, spec.FromModel(append(axioms.FindLoose(normal.Pred), normal.Vars...),
			found.Model)...)
	}
	return found
}

// scopeVars returns variables that the scope bounds.
func scopeVars(vars []zed.Var) []solve.Var {
	out := make([]solve.Var, len(vars))
	for i, v := range vars {
		out[i] = solve.Var{Var: v, Scoped: true}
	}
	return out
}
