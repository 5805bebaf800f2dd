package oracle

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// CheckStated checks whether the specification states the unit's precondition: whether there
// are no inputs and before-state that are outside it only because the after-state would
// violate an invariant.
func (u *Unit) CheckStated(ctx context.Context) Claim {
	c := Claim{Kind: Stated, Chosen: u.oracle.listChosen(u.spec.Op.Pred), Outcome: HoldsAlways, Unit: u.spec.Name,
		Schema: u.spec.Schema, At: u.spec.At}
	var refused []zed.Expr
	for i, d := range u.spec.Op.Disjuncts {
		kept, invariant := u.splitInvariant(d.Conjuncts)
		if len(invariant) == 0 {
			continue
		}
		if refused == nil {
			refused = u.refusedCondition()
		}
		relaxed := u.Problem(i + 1)
		relaxed.Pred = schema.Conjoin(kept)
		point := u.findOutside(ctx, relaxed, refused, &c)
		if point == nil {
			continue
		}
		relaxed.Bound = point
		answer := u.oracle.solver.Solve(ctx, relaxed)
		if answer.Outcome != solve.Case {
			c.weaken(IsUndecided, answer.Reason)
			continue
		}
		c.recordCounterexample(IsViolated, relaxed.Vars, answer.Model, u.findBroken(invariant, answer.Model)...)
		return c
	}
	return c
}

// maxOutside is the number of inputs and before-states that are tried where the solver
// cannot reason about all of them.
const maxOutside = 40

// findOutside returns inputs and a before-state that a relaxed disjunct allows and the
// specification refuses. Where it finds none, it sets the claim's reason.
func (u *Unit) findOutside(ctx context.Context, relaxed solve.Problem, refused []zed.Expr,
	c *Claim) map[string]value.Value {
	early := relaxed
	early.Vars = nil
	for _, i := range u.spec.Op.Early.At {
		early.Vars = append(early.Vars, u.unknown[i])
	}
	late := u.spec.Op.Late.Vars
	allowed := u.oracle.system.Calculus.Eliminate(late, relaxed.Pred)
	early.Pred = schema.Conjoin(append([]zed.Expr{allowed}, refused...))
	answer := u.oracle.outcomes.Solve(ctx, early)
	if answer.Outcome == solve.Case {
		return answer.Model
	}
	if answer.Outcome != solve.Undecided {
		c.add(answer)
		return nil
	}
	point, reason := u.sample(ctx, early, relaxed)
	switch {
	case point != nil:
		return point
	case reason != "":
		c.weaken(NotFound, reason)
	default:
		c.add(answer)
	}
	return nil
}

// sample tries the first inputs and before-states that satisfy the relaxed disjunct's
// conditions on them alone, and returns one outside the precondition. The second result
// says that all of them were tried and are inside.
func (u *Unit) sample(ctx context.Context, early, relaxed solve.Problem) (point map[string]value.Value, reason string) {
	late := map[string]bool{}
	for _, v := range u.spec.Op.Late.Vars {
		late[v.Name] = true
	}
	var conjuncts []zed.Expr
	for _, e := range schema.Conjuncts(relaxed.Pred) {
		if !u.oracle.system.Calculus.Mentions(e, late) {
			conjuncts = append(conjuncts, e)
		}
	}
	early.Pred = schema.Conjoin(conjuncts)
	tried, inside := 0, true
	for point := range u.oracle.solver.All(ctx, early) {
		if point.Outcome != solve.Case || tried == maxOutside {
			break
		}
		tried++
		verdict := u.Pre(ctx, u.frame(point.Model)).Compliance
		if inside = inside && verdict == Holds; verdict != Violated {
			continue
		}
		relaxed.Bound, relaxed.Unproved = point.Model, true
		if u.oracle.solver.Solve(ctx, relaxed).Outcome == solve.Case {
			return point.Model, ""
		}
	}
	if inside && tried > 0 {
		reason = fmt.Sprintf("the first %d inputs and before-states are inside the precondition", tried)
	}
	return nil, reason
}

// frame returns the frame with the values of a model.
func (u *Unit) frame(model map[string]value.Value) []value.Value {
	frame := make([]value.Value, len(u.Vars))
	for i, v := range u.Vars {
		frame[i] = model[v.Name]
	}
	return frame
}

// splitInvariant divides the conjuncts of a disjunct into invariant, which an invariant
// demands of the after-state alone, and kept, the others. Those of invariant mention
// only after-state variables, and the same is demanded of the before-state.
func (u *Unit) splitInvariant(conjuncts []zed.Expr) (kept, invariant []zed.Expr) {
	printed := map[string]bool{}
	for _, e := range conjuncts {
		printed[zed.Print(e, zed.Unicode)] = true
	}
	for _, e := range conjuncts {
		before, only := map[string]string{}, true
		for _, v := range u.Vars {
			if !u.oracle.system.Calculus.Mentions(e, map[string]bool{v.Name: true}) {
				continue
			}
			before[v.Name] = zed.BaseName(v.Name)
			only = only && u.spec.Op.After.Has(v.Name)
		}
		if only && len(before) > 0 && printed[zed.Print(schema.Rename(e, before), zed.Unicode)] {
			invariant = append(invariant, e)
		} else {
			kept = append(kept, e)
		}
	}
	return kept, invariant
}

// refusedCondition returns the condition on inputs and before-states for which the specification
// allows no outcome.
func (u *Unit) refusedCondition() []zed.Expr {
	late := u.spec.Op.Late.Vars
	out := []zed.Expr{}
	for i := range u.disjuncts {
		for _, part := range u.disjuncts[i].parts() {
			out = append(out, schema.Negate(u.oracle.system.Calculus.Eliminate(late, part)))
		}
	}
	return out
}

// findBroken returns those conjuncts that a model makes false.
func (u *Unit) findBroken(conjuncts []zed.Expr, model map[string]value.Value) []zed.Expr {
	frame := u.frame(model)
	var out []zed.Expr
	for _, e := range conjuncts {
		if truth, _ := u.oracle.program(e, u.slots).Truth(frame); truth != eval.True {
			out = append(out, e)
		}
	}
	return out
}
