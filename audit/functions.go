package audit

import (
	"context"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// leavingSteps is the solver's budget for an argument for which an equation leaves the function's set. Where
// there is one, it is mostly among the first.
const leavingSteps = 2_000

// checkFunctions looks for arguments for which equations give functions values outside of the sets in which these
// are declared: there are no such functions.
func (in *inspection) checkFunctions(ctx context.Context) error {
	var errs source.Errors
	g := in.system.Globals
	for _, name := range slices.Sorted(maps.Keys(g.Defined)) {
		d := g.Defined[name]
		of, ok := d.Set.(*zed.Op)
		if !ok || len(of.Args) != 2 || len(d.Params) > 0 {
			continue
		}
		if m, is := toolkit.MembersOf(of.Op); !is || !m.Total {
			continue
		}
		for _, c := range d.Clauses {
			if ctx.Err() != nil {
				break
			}
			errs.Add(in.leaving(ctx, d, c, of.Args[0], of.Args[1]))
		}
	}
	return errs.Err()
}

// leaving returns an error that names an argument from a set for which a clause of a function gives a value
// outside of another set; nil where none is found.
func (in *inspection) leaving(ctx context.Context, d *zed.Definition, c zed.Clause, from, to zed.Expr) error {
	calculus := in.system.Calculus
	problem := solve.Problem{Scope: in.system.Scope, Globals: in.system.Globals, Steps: leavingSteps, Unproved: true}
	var vars []zed.Var
	said := []zed.Expr{zed.Relate(zed.In, c.Arg, from), zed.Negation(zed.Relate(zed.In, c.Value, to))}
	for _, decl := range c.Text.Decls {
		set, ok := decl.Type.Typ().(zed.PowerType)
		if !ok {
			return nil
		}
		for _, n := range decl.Names {
			v := zed.Var{Name: n.Name, Type: set.Elem, Decl: decl.Type, Span: n.Span}
			vars = append(vars, v)
			problem.Vars = append(problem.Vars, solve.Var{Var: v, Scoped: true})
			said = append(said, zed.Relate(zed.In, zed.LocalRef(v.Name, v.Type), decl.Type))
		}
	}
	if c.Text.Pred != nil {
		said = append(said, c.Text.Pred)
	}
	problem.Pred = calculus.Predicate(schema.Conjoin(said))
	found := in.options.Solver.Solve(ctx, problem)
	if found.Outcome != solve.Case || len(found.Sizes) > 0 {
		return nil
	}
	return source.Errorf(c.Value.At(), "with %s this is not in %s, in which %s is declared to have its values",
		spec.FromModel(vars, found.Model), zed.Print(to, zed.Unicode), d.Name)
}
