package oracle

import (
	"context"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Conjecture is a conjecture of a specification with the result of trying it.
type Conjecture struct {
	types.Conjecture
	Outcome ClaimOutcome
	Reason  string      // where it was not refuted
	Values  spec.Values // the values for which it is false, or undefined
}

// TryConjectures looks for values that refute each conjecture of a specification with the
// given axioms. Generic parameters are treated as given types. Constants that the
// axioms leave open may have any value that the axioms allow. The error is that of the
// context.
func TryConjectures(ctx context.Context, solver solve.Solver, s *types.Spec, axioms *spec.Axioms,
	scope value.Scope) ([]Conjecture, error) {
	calculus := schema.New(s)
	var out []Conjecture
	for _, c := range s.Conjectures {
		made := try(ctx, solver, c, calculus, axiomsForSize(axioms, c.Params, scope.Given), scope)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out = append(out, made)
	}
	return out, nil
}

// try looks for values that refute one conjecture.
func try(ctx context.Context, solver solve.Solver, c types.Conjecture, calculus *schema.Calculus, axioms *spec.Axioms,
	scope value.Scope) Conjecture {
	pred := calculus.Predicate(instantiate(c.Pred, c.Params))
	vars, conjuncts, body := premisesOf(pred)
	loose := axioms.FindLoose(pred)
	vars, conjuncts = append(loose, vars...), append(conjuncts, axioms.PredicatesOn(loose)...)
	premise := solve.Problem{Pred: schema.Conjoin(conjuncts), Vars: scopeVars(vars), Scope: scope,
		Globals: axioms.Globals}
	negation := premise
	negation.Pred = schema.Conjoin(append(slices.Clip(conjuncts), negate(body)))
	found := solver.Solve(ctx, negation)
	made := Conjecture{Conjecture: c, Reason: found.Reason}
	switch found.Outcome {
	case solve.Case:
		made.Outcome, made.Values = IsViolated, spec.FromModel(vars, found.Model)
		return made
	case solve.Unsatisfiable:
		made.Outcome = HoldsAlways
	case solve.NoneInScope:
		made.Outcome = HoldsInScope
	default:
		made.Outcome = IsUndecided
	}
	// What is undefined is not refuted, and does not hold either.
	if values, reason := findUndefined(ctx, solver, premise, body); reason != "" {
		made.Outcome, made.Reason, made.Values = IsUndefined, reason, values
	}
	return made
}

// Sentence says what the result for a conjecture is. With `told` a reason is given also
// where it holds, since that is the word of another program.
func (c Conjecture) Sentence(told bool) string {
	text := "the conjecture"
	if c.Name != "" {
		text += " " + c.Name
	}
	switch c.Outcome {
	case IsViolated:
		text += " does not hold"
	case IsUndefined:
		text += " is undefined"
	default:
		text += " " + string(c.Outcome)
	}
	if len(c.Values) > 0 {
		text += " for " + c.Values.String()
	}
	if c.Outcome != IsViolated && (c.Outcome != HoldsAlways || told) {
		text += ": " + c.Reason
	}
	return text
}

// axiomsForSize returns axioms for which generic parameters have n elements each, as given
// types.
func axiomsForSize(axioms *spec.Axioms, params []string, n int) *spec.Axioms {
	if len(params) == 0 {
		return axioms
	}
	out, globals := *axioms, *axioms.Globals
	globals.Given = maps.Clone(globals.Given)
	for _, p := range params {
		if globals.Given[p] == nil {
			globals.Given[p] = eval.Elements(p+"_", n)
		}
	}
	out.Globals = &globals
	return &out
}

// instantiate returns a generic predicate with given types in the place of its
// parameters.
func instantiate(e zed.Expr, params []string) zed.Expr {
	if len(params) == 0 {
		return e
	}
	args := map[string]zed.Expr{}
	for _, p := range params {
		args[p] = &zed.Ref{Info: zed.Info{Type: zed.PowerType{Elem: zed.NamedType{Name: p}}}, Name: p,
			Kind: zed.GivenSet}
	}
	return zed.Instance(e, args, func(t zed.Type) zed.Type {
		return zed.InstanceType(t, func(t zed.Type) zed.Type {
			if n, ok := t.(zed.NamedType); ok && n.Formal {
				return zed.NamedType{Name: n.Name}
			}
			return nil
		})
	}, nil)
}

// premisesOf splits ∀ x : S | P • Q, also where several are nested: it returns the
// variables, the conditions on them, and the predicate that is claimed.
func premisesOf(e zed.Expr) (vars []zed.Var, conjuncts []zed.Expr, body zed.Expr) {
	for {
		q, ok := e.(*zed.Quant)
		if !ok || q.Q != zed.Forall || declaresAgain(q.Text, vars) {
			break
		}
		for _, d := range q.Text.Decls {
			set, _ := d.Type.Typ().(zed.PowerType)
			for _, n := range d.Names {
				v := zed.Var{Name: n.Name, Type: set.Elem, Decl: d.Type, Span: n.Span}
				vars = append(vars, v)
				name := &zed.Ref{Info: zed.Info{Span: n.Span, Type: v.Type}, Name: v.Name, Kind: zed.Local}
				conjuncts = append(conjuncts, &zed.Op{Info: zed.Info{Span: n.Span, Type: zed.BoolType{}}, Op: zed.In,
					Args: []zed.Expr{name, v.Decl}})
			}
		}
		if q.Text.Pred != nil {
			conjuncts = append(conjuncts, q.Text.Pred)
		}
		e = q.Body
	}
	return vars, conjuncts, e
}

// declaresAgain tells whether a schema text declares one of the variables.
func declaresAgain(t zed.Text, vars []zed.Var) bool {
	return slices.ContainsFunc(t.Decls, func(d zed.Decl) bool {
		return slices.ContainsFunc(d.Names, func(n zed.Ident) bool {
			return slices.ContainsFunc(vars, func(v zed.Var) bool { return v.Name == n.Name })
		})
	})
}
