package oracle

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// Refinement says whether a unit satisfies the specification of the unit that it stands
// in for (Liskov and Wing: behavioural subtyping).
type Refinement struct {
	// Verdict is Holds where this is proved, and Violated where Values refute it.
	Verdict Compliance
	Values  spec.Values
	Reason  string // why it is refuted, or what was not decided
}

// Refines checks whether `derived` satisfies the specification of `base`: in each of
// its states it accepts what base accepts, and produces for that only what base allows.
func (o *Oracle) Refines(ctx context.Context, derived, base *spec.Unit) Refinement {
	for _, v := range base.Op.Vars {
		if w := variable(derived.Op.Vars, v.Name); w == nil || !zed.SameType(v.Type, w.Type) {
			return Refinement{Verdict: Violated, Reason: fmt.Sprintf("%s has %s : %s, and %s has not", base.Schema,
				v.Name, v.Type, derived.Schema)}
		}
	}
	before := o.precondition(base)
	accepts := append(o.invariants(derived), schema.Conjuncts(before)...)
	gives := append(schema.Conjuncts(before), schema.Conjuncts(derived.Op.Pred)...)
	return o.combineChecks(
		func() Refinement {
			return o.checkImplied(ctx, derived, accepts, o.precondition(derived), true,
				fmt.Sprintf("%s accepts what %s does not",
					base.Schema, derived.Schema))
		},
		func() Refinement {
			return o.checkImplied(ctx, derived, gives, base.Op.Pred, false, fmt.Sprintf("%s allows what %s does not",
				derived.Schema, base.Schema))
		})
}

// combineChecks combines the results of several checks, up to the first that is refuted.
func (o *Oracle) combineChecks(claims ...func() Refinement) Refinement {
	out := Refinement{Verdict: Holds}
	for _, claim := range claims {
		switch found := claim(); found.Verdict {
		case Violated:
			return found
		case Undecided:
			out = found
		}
	}
	return out
}

// checkImplied checks whether each conjunct of a goal follows from premises about a unit's
// variables; with `early`, about its inputs and before-state. The text describes what
// it means that one does not.
func (o *Oracle) checkImplied(ctx context.Context, u *spec.Unit, premises []zed.Expr, goal zed.Expr, early bool,
	text string) Refinement {
	known := map[string]bool{}
	for _, p := range premises {
		known[zed.Print(p, zed.Unicode)] = true
	}
	var claims []func() Refinement
	for _, c := range schema.Conjuncts(goal) {
		written := zed.Print(c, zed.Unicode)
		if known[written] {
			continue
		}
		claims = append(claims, func() Refinement {
			out := o.findCounterexample(ctx, u, append(premises[:len(premises):len(premises)], negate(c)), early)
			if out.Verdict == Violated {
				out.Reason = text + ": there " + written + " does not hold"
			}
			return out
		})
	}
	return o.combineChecks(claims...)
}

// precondition returns a unit's precondition, over its inputs and before-state.
func (o *Oracle) precondition(u *spec.Unit) zed.Expr {
	late := u.Op.Late.Vars
	var parts []zed.Expr
	for _, d := range u.Op.Disjuncts {
		parts = append(parts, o.system.Calculus.Eliminate(late, schema.Conjoin(d.Conjuncts)))
	}
	return schema.Disjoin(parts)
}

// findCounterexample looks for values of a unit's variables for which all predicates hold: first
// within the scope and, where there are none, without bounds, where the solver may
// prove that there are none.
func (o *Oracle) findCounterexample(ctx context.Context, u *spec.Unit, all []zed.Expr, early bool) Refinement {
	problem := o.values(u, all, early, true)
	answer := o.outcomes.Solve(ctx, problem)
	if answer.Outcome == solve.NoneInScope {
		unbounded := o.values(u, all, early, false)
		if open := o.outcomes.Solve(ctx, unbounded); open.Outcome == solve.Unsatisfiable || open.Outcome == solve.Case {
			problem, answer = unbounded, open
		}
	}
	chosen := o.listChosen(all...)
	switch {
	case answer.Outcome == solve.Unsatisfiable:
		return Refinement{Verdict: Holds}
	case answer.Outcome == solve.Case && chosen != "":
		return Refinement{Reason: "there are values that refute it with " + chosen + ", chosen by the solver"}
	case answer.Outcome == solve.Case:
		if reason := describeSmaller(ctx, o.outcomes, problem, answer); reason != "" {
			return Refinement{Reason: reason}
		}
		out := Refinement{Verdict: Violated}
		for _, v := range u.Op.Vars {
			if x, ok := answer.Model[v.Name]; ok {
				out.Values = append(out.Values, spec.NewItem(v.Name, v.Type, x))
			}
		}
		return out
	}
	return Refinement{Reason: "no values that refute it were found, and no proof: " + answer.Reason}
}

// values returns the problem of finding values of a unit's variables for which all
// predicates hold.
func (o *Oracle) values(u *spec.Unit, all []zed.Expr, early, scoped bool) solve.Problem {
	p := solve.Problem{Pred: schema.Conjoin(all), Scope: u.Scope, Globals: o.system.Globals}
	for _, v := range u.Op.Vars {
		first := u.Op.Early.Has(v.Name)
		if first || !early {
			p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: scoped && first})
		}
	}
	return p
}

// invariants returns the conditions that every disjunct of a unit's operation states of
// both the before-state and the after-state. The unit is never in a state in which they
// do not hold.
func (o *Oracle) invariants(u *spec.Unit) []zed.Expr {
	primed, early := map[string]string{}, map[string]bool{}
	for _, v := range u.Op.Before.Vars {
		primed[v.Name], early[v.Name] = v.Name+"'", true
	}
	var out []zed.Expr
	for i, d := range u.Op.Disjuncts {
		conjuncts := schema.Conjuncts(schema.Conjoin(d.Conjuncts))
		written := map[string]bool{}
		for _, c := range conjuncts {
			written[zed.Print(c, zed.Unicode)] = true
		}
		demanded := func(c zed.Expr) bool {
			return written[zed.Print(c, zed.Unicode)] && written[zed.Print(schema.Rename(c, primed), zed.Unicode)] &&
				o.system.Calculus.Mentions(c, early)
		}
		if i == 0 {
			out = conjuncts
		}
		out = slices.DeleteFunc(slices.Clone(out), func(c zed.Expr) bool { return !demanded(c) })
	}
	return out
}

// negate returns the negation of a predicate. That a number is not a natural number is
// stated as an inequality, which solvers can use.
func negate(e zed.Expr) zed.Expr {
	info := zed.Info{Span: e.At(), Type: zed.BoolType{}}
	if o, ok := e.(*zed.Op); ok && o.Op == zed.In {
		if set, ok := o.Args[1].(*zed.Ref); ok && set.Kind == zed.Builtin && (set.Name == "ℕ" || set.Name == "ℕ₁") {
			least := new(big.Int)
			if set.Name == "ℕ₁" {
				least.SetInt64(1)
			}
			return &zed.Op{Info: info, Op: zed.Less,
				Args: []zed.Expr{o.Args[0], &zed.Num{Info: zed.Info{Type: zed.IntType{}}, Value: least}}}
		}
	}
	return &zed.Logic{Info: info, Op: zed.Not, Args: []zed.Expr{e}}
}

func variable(vars []zed.Var, name string) *zed.Var {
	for i := range vars {
		if vars[i].Name == name {
			return &vars[i]
		}
	}
	return nil
}
