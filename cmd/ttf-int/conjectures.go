package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// conjecture is what became of a conjecture.
type conjecture struct {
	types.Conjecture
	Outcome string      // "holds", "holds in scope", "is undefined", "refuted" or "undecided"
	Reason  string      // where it was not refuted
	Values  spec.Values // for which it is false, or undefined
}

// conjectures looks for values that refute each conjecture of a specification.
// Its generic parameters stand for given types, and constants that the axioms
// leave open for any value that they allow.
func conjectures(ctx context.Context, solver solve.Solver, s *types.Spec, scope value.Scope) ([]conjecture, error) {
	constants, err := config.ConstantsOf(s, scope.Given)
	if err != nil {
		return nil, err
	}
	calculus := schema.New(s)
	var out []conjecture
	for _, c := range s.Conjectures {
		elements := carriersOf(c.Params, scope.Given)
		for name, all := range elements {
			if constants.Globals.Given[name] == nil {
				constants.Globals.Given[name] = all
			}
		}
		problem := solve.Problem{Scope: scope, Globals: constants.Globals}
		pred := calculus.Predicate(given(c.Pred, c.Params))
		vars, conjuncts, body := claimed(pred)
		loose := constants.Loose(pred)
		conjuncts = append(conjuncts, constants.About(loose)...)
		vars = append(loose, vars...)
		for _, v := range vars {
			problem.Vars = append(problem.Vars, solve.Var{Var: v, Scoped: true})
		}
		premise := problem
		premise.Pred = schema.Conjoin(conjuncts)
		problem.Pred = schema.Conjoin(append(slices.Clip(conjuncts), negated(body)))
		found := solver.Solve(ctx, problem)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		made := conjecture{Conjecture: c, Reason: found.Reason}
		switch found.Outcome {
		case solve.Case:
			made.Outcome, made.Values = "refuted", spec.Of(vars, found.Model)
		case solve.Unsatisfiable:
			made.Outcome = "holds"
		case solve.NoneInScope:
			made.Outcome = "holds in scope"
		default:
			made.Outcome = "undecided"
		}
		if made.Outcome != "refuted" {
			// What is undefined is not refuted, and does not hold either.
			if values, reason := oracle.Undefined(ctx, solver, premise, body); reason != "" {
				made.Outcome, made.Reason, made.Values = "is undefined", reason, values
			}
		}
		out = append(out, made)
	}
	return out, nil
}

// carriersOf returns elements for generic parameters.
func carriersOf(params []string, n int) map[string][]value.Value {
	out := map[string][]value.Value{}
	for _, p := range params {
		for i := range n {
			out[p] = append(out[p], value.OfAtom(fmt.Sprint(p, "_", i+1)))
		}
	}
	return out
}

// given returns a generic predicate with given types in the place of its
// parameters.
func given(e zed.Expr, params []string) zed.Expr {
	if len(params) == 0 {
		return e
	}
	args := map[string]zed.Expr{}
	for _, p := range params {
		args[p] = &zed.Ref{Info: zed.Info{Type: zed.PowerType{Elem: zed.NamedType{Name: p}}}, Name: p, Kind: zed.GivenSet}
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

// claimed takes ∀ x : S | P • Q, any number of times, apart: the variables, what
// is given of them, and what is claimed then.
func claimed(e zed.Expr) (vars []zed.Var, conjuncts []zed.Expr, body zed.Expr) {
	for {
		q, ok := e.(*zed.Quant)
		if !ok || q.Q != zed.Forall || clashes(vars, q.Text) {
			break
		}
		for _, d := range q.Text.Decls {
			set, _ := d.Type.Typ().(zed.PowerType)
			for _, n := range d.Names {
				v := zed.Var{Name: n.Name, Type: set.Elem, Decl: d.Type, Span: n.Span}
				vars = append(vars, v)
				name := &zed.Ref{Info: zed.Info{Span: n.Span, Type: v.Type}, Name: v.Name, Kind: zed.Local}
				conjuncts = append(conjuncts, &zed.Op{Info: zed.Info{Span: n.Span, Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{name, v.Decl}})
			}
		}
		if q.Text.Pred != nil {
			conjuncts = append(conjuncts, q.Text.Pred)
		}
		e = q.Body
	}
	return vars, conjuncts, e
}

func negated(e zed.Expr) zed.Expr {
	return &zed.Logic{Info: zed.Info{Span: e.At(), Type: zed.BoolType{}}, Op: zed.Not, Args: []zed.Expr{e}}
}

// clashes tells whether a text declares a variable again.
func clashes(vars []zed.Var, t zed.Text) bool {
	for _, d := range t.Decls {
		for _, n := range d.Names {
			for _, v := range vars {
				if v.Name == n.Name {
					return true
				}
			}
		}
	}
	return false
}

// refuted returns an error for each conjecture that is false.
func refuted(list []conjecture) error {
	var errs source.Errors
	for _, c := range list {
		if c.Outcome == "refuted" {
			text := "the conjecture" + named(c.Name) + " does not hold"
			if len(c.Values) > 0 {
				text += " for " + c.Values.String()
			}
			errs.Add(source.Errorf(c.Span, "%s", text))
		}
	}
	return errs.Err()
}

func named(name string) string {
	if name == "" {
		return ""
	}
	return " " + name
}
