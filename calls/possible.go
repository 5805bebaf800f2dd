package calls

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// LeafOutcomes tells for each of q's leaves whether B_j^A(a) is empty where u runs on the
// given values (Cristiá, Mesuro and Frydman, Theorem 2). The outcome Case means that it
// is not empty for some occurrence of q, in any disjunct.
func (a *Analysis) LeafOutcomes(ctx context.Context, u, q *spec.Unit, values spec.Values,
	leaves []string) []solve.Outcome {
	out := make([]solve.Outcome, len(leaves))
	for j := range out {
		out[j] = solve.Unsatisfiable
	}
	bound := values.Map()
	for _, p := range a.Occurrences(u) {
		if p.Callee != q {
			continue
		}
		var in map[string]solve.Outcome
		if frame, ok := p.frame(bound); ok {
			in = map[string]solve.Outcome{}
			for _, m := range a.Locate(ctx, q, frame) {
				in[m.Leaf] = solve.Undecided
				if m.Certain {
					in[m.Leaf] = solve.Case
				}
			}
		}
		given, _ := p.Substitution(bound)
		for j, leaf := range leaves {
			if out[j] == solve.Case {
				continue
			}
			one := solve.Unsatisfiable
			if in == nil {
				one = a.Meets(ctx, q, leaf, given)
			} else if found, ok := in[leaf]; ok {
				one = found
			}
			if one != solve.Unsatisfiable {
				out[j] = one
			}
		}
	}
	return out
}

// ReachLeaf looks for inputs and a before-state of u on which u calls q in the given
// leaf (called is true). Where it finds none, it looks for values on which B_j^A is not
// empty (called is false). Without a model, the outcome and the reason are those of the
// search that claims less.
func (a *Analysis) ReachLeaf(ctx context.Context, u, q *spec.Unit, leaf string) (found solve.Result, called bool) {
	var conditions []zed.Expr
	for _, c := range a.trees.Leaves(q.Name) {
		if c.ID == leaf {
			conditions = ownConditions(c)
		}
	}
	found = solve.Result{Outcome: solve.Unsatisfiable, Reason: "no call of " + q.Name + " by " + u.Name +
		" can lie there"}
	try := func(p solve.Problem) bool {
		p.Steps = reachingSteps
		answer := a.solver.Solve(ctx, p)
		if answer.Outcome == solve.Case || found.Outcome == solve.Unsatisfiable &&
			answer.Outcome != solve.Unsatisfiable || answer.Outcome == solve.Undecided {
			found = answer
		}
		return answer.Outcome == solve.Case
	}
	for _, p := range a.Occurrences(u) {
		if p.Callee != q {
			continue
		}
		here := renameConditions(conditions, p.names, q)
		for i, holds := range p.holds {
			if !holds {
				continue
			}
			for _, part := range a.partsWith(u, p, i) {
				if part.open && try(solve.Problem{Vars: part.vars,
					Pred: schema.Conjoin(append([]zed.Expr{part.pred}, here...)), Scope: u.Scope,
					Globals: a.system.Globals}) {
					return found, true
				}
			}
		}
	}
	for _, p := range a.Occurrences(u) {
		if p.Callee == q && try(a.problemElsewhere(u, p, conditions)) {
			return found, false
		}
	}
	return found, false
}

// reachingSteps is the solver's budget for finding a case that meets a leaf of a
// callee. It is small because such cases are only proposed.
const reachingSteps = 1000

// ownConditions returns the conditions of a leaf without the preconditions of the operation and
// of its disjunct.
func ownConditions(leaf *suite.Condition) []zed.Expr {
	var out []zed.Expr
	for _, c := range leaf.Path() {
		if c.Parent != nil {
			out = append(out, c.Pred)
		}
	}
	return out
}

// renameConditions returns conditions on q's inputs and before-state with the given names for
// these.
func renameConditions(conditions []zed.Expr, names []string, q *spec.Unit) []zed.Expr {
	to := map[string]string{}
	for i, v := range q.Op.Vars {
		if names[i] != v.Name {
			to[v.Name] = names[i]
		}
	}
	if len(to) == 0 {
		return conditions
	}
	out := make([]zed.Expr, len(conditions))
	for i, c := range conditions {
		out[i] = schema.Rename(c, to)
	}
	return out
}

// problemElsewhere returns the problem of finding a case of u and a point in a leaf of the
// callee that have the same values for the variables that both have.
func (a *Analysis) problemElsewhere(u *spec.Unit, p *Occurrence, conditions []zed.Expr) solve.Problem {
	problem := a.oracle.Unit(u).Problem(0)
	vis := u.Op.Early.Vars
	taken := map[string]bool{}
	for _, v := range u.Op.Vars {
		taken[v.Name] = true
	}
	names := slices.Clone(p.names)
	for _, i := range p.Callee.Op.Early.At {
		if slices.ContainsFunc(vis, func(v zed.Var) bool { return v.Name == names[i] }) {
			continue
		}
		v := p.Callee.Op.Vars[i]
		v.Name = schema.FreshName(v.Name, taken)
		taken[v.Name], names[i] = true, v.Name
		problem.Vars = append(problem.Vars[:len(problem.Vars):len(problem.Vars)], solve.Var{Var: v, Scoped: true})
	}
	problem.Pred = schema.Conjoin(append([]zed.Expr{problem.Pred}, renameConditions(conditions, names, p.Callee)...))
	return problem
}

// FindForeseen returns the leaves of q in which u, running on the given values, may call it, as
// far as the calls can be foreseen.
func (a *Analysis) FindForeseen(ctx context.Context, u, q *spec.Unit, values spec.Values) map[string]bool {
	out := map[string]bool{}
	calls, _ := a.FindCalls(ctx, u, q, values)
	for _, call := range calls {
		for _, leaf := range a.confirm(ctx, q, q.Frame(call.Map())) {
			out[leaf] = true
		}
	}
	return out
}

// LeavesOf returns the leaves of q in which a call with the given inputs and before-state
// is known to lie; none where some of the values are missing.
func (a *Analysis) LeavesOf(q *spec.Unit, call spec.Values) []string {
	frame := q.Frame(call.Map())
	if !frame.Has(q.Op.Early) {
		return nil
	}
	return a.Confirm(q, frame)
}

// adviceSteps is the solver's budget for one leaf where no decision depends on the
// answer, which is only shown.
const adviceSteps = 500

// Meets tells whether B_j^A(a) is empty for the leaf of q with the given id, where the
// substitution determines some of q's inputs and before-state. The outcome Case means
// that it is not empty.
func (a *Analysis) Meets(ctx context.Context, q *spec.Unit, leaf string, substitution spec.Values) solve.Outcome {
	bound := substitution.Map()
	problem := a.oracle.Unit(q).Problem(0)
	for _, c := range a.trees.Leaves(q.Name) {
		if c.ID != leaf {
			continue
		}
		problem = a.oracle.Unit(q).Problem(c.Disjunct)
		conjuncts := []zed.Expr{problem.Pred}
		for _, above := range c.Path() {
			if above.HasOwnPart() {
				conjuncts = append(conjuncts, above.Pred)
			}
		}
		problem.Pred = schema.Conjoin(conjuncts)
	}
	problem.Bound, problem.Steps = bound, adviceSteps
	return a.solver.Solve(ctx, problem).Outcome
}
