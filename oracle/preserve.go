package oracle

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Preserves checks whether the operation leads from every state with a property to a
// state with it: Op ∧ Prop ⇒ Prop'. Variables of the property that the operation does
// not have are unchanged.
func (u *Unit) Preserves(ctx context.Context, p spec.Property) Claim {
	c := Claim{Kind: Preserves, Chosen: u.oracle.listChosen(u.spec.Op.Pred, p.Pred), Outcome: HoldsAlways,
		Unit: u.spec.Name, Schema: p.Schema, At: u.spec.At}
	primed, vars := u.primedNames(p)
	for i := range u.disjuncts {
		for _, problem := range u.Problems(i + 1) {
			problem.Vars = append(slices.Clip(problem.Vars), vars...)
			premise := schema.Conjoin([]zed.Expr{problem.Pred, p.Pred})
			for _, after := range schema.Conjuncts(schema.Rename(p.Pred, primed)) {
				if !u.mentionsAfter(after, primed) {
					continue
				}
				if problem.Pred = premise; c.refute(ctx, u.oracle.outcomes, problem, after) {
					return c
				}
			}
		}
	}
	return c
}

// Changes tells whether the operation has an after-state variable for some variable of
// the property.
func (u *Unit) Changes(p spec.Property) bool {
	primed, _ := u.primedNames(p)
	return len(primed) > 0
}

// primedNames returns the names of the after-state variables that the operation has for
// variables of a property, and the variables of the property that the operation does
// not have.
func (u *Unit) primedNames(p spec.Property) (primed map[string]string, missing []solve.Var) {
	has := map[string]bool{}
	for _, v := range u.Vars {
		has[v.Name] = true
	}
	primed = map[string]string{}
	for _, v := range p.Vars {
		if has[v.Name+"'"] {
			primed[v.Name] = v.Name + "'"
		}
		if !has[v.Name] {
			missing = append(missing, solve.Var{Var: v, Scoped: true})
		}
	}
	return primed, missing
}

// mentionsAfter tells whether a predicate mentions an after-state variable.
func (u *Unit) mentionsAfter(e zed.Expr, primed map[string]string) bool {
	names := map[string]bool{}
	for _, after := range primed {
		names[after] = true
	}
	return u.oracle.system.Calculus.Mentions(e, names)
}

// refute looks for values that the premise allows and for which what is claimed is
// false, or undefined. It returns whether it found some.
func (c *Claim) refute(ctx context.Context, solver solve.Solver, premise solve.Problem, claimed zed.Expr) bool {
	question := premise
	question.Pred = schema.Conjoin([]zed.Expr{premise.Pred, schema.Negate(claimed)})
	answer := solver.Solve(ctx, question)
	if answer.Outcome == solve.Case {
		if reason := describeSmaller(ctx, solver, question, answer); reason != "" {
			c.weaken(IsUndecided, reason)
			return false
		}
		c.recordCounterexample(IsViolated, premise.Vars, answer.Model, claimed)
		return true
	}
	if values, reason := findUndefined(ctx, solver, premise, claimed); reason != "" {
		c.recordCounterexample(IsUndefined, premise.Vars, values.Map(), claimed)
		c.Reason = reason
		return true
	}
	c.add(answer)
	return false
}

// recordCounterexample records a counterexample.
func (c *Claim) recordCounterexample(outcome ClaimOutcome, vars []solve.Var, model map[string]value.Value,
	conjuncts ...zed.Expr) {
	c.Outcome, c.Conjuncts, c.Reason = outcome, conjuncts, ""
	all := make([]zed.Var, len(vars))
	for i, v := range vars {
		all[i] = v.Var
	}
	s := schema.NewSignature(all)
	c.Values, c.After = spec.FromModel(s.Early.Vars, model), spec.FromModel(s.Late.Vars, model)
}

// Establishes checks whether the initial state has a property: Init ⇒ Prop. Variables
// that Init does not have may have any value.
func (o *Oracle) Establishes(ctx context.Context, init, p spec.Property) Claim {
	c := Claim{Kind: Establishes, Chosen: o.listChosen(init.Pred, p.Pred), Outcome: HoldsAlways, Schema: p.Schema,
		At: p.At}
	problem := o.states(init, p)
	for _, claimed := range schema.Conjuncts(p.Pred) {
		if c.refute(ctx, o.outcomes, problem, claimed) {
			return c
		}
	}
	return c
}

// CheckInitial checks whether there is an initial state.
func (o *Oracle) CheckInitial(ctx context.Context, init spec.Property) Claim {
	c := Claim{Kind: Possible, Chosen: o.listChosen(init.Pred), Outcome: HoldsAlways, Schema: init.Schema, At: init.At}
	switch answer := o.outcomes.Solve(ctx, o.states(init, spec.Property{})); answer.Outcome {
	case solve.Unsatisfiable:
		c.Outcome = IsViolated
	case solve.NoneInScope, solve.Undecided:
		c.Outcome, c.Reason = IsUndecided, answer.Reason
	}
	return c
}

// states returns the problem of finding an initial state, with values for the variables
// that only a property has.
func (o *Oracle) states(init, p spec.Property) solve.Problem {
	problem := solve.Problem{Pred: init.Pred, Scope: o.system.Scope, Globals: o.system.Globals}
	for _, v := range init.Vars {
		problem.Vars = append(problem.Vars, solve.Var{Var: v, Scoped: true})
	}
	for _, v := range p.Vars {
		if !slices.ContainsFunc(init.Vars, func(w zed.Var) bool { return w.Name == v.Name }) {
			problem.Vars = append(problem.Vars, solve.Var{Var: v, Scoped: true})
		}
	}
	return problem
}
