package planner

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// SettleConstants returns the system with a value for every loose constant that its units
// depend on. Where the axioms allow only one value, it is that one. Otherwise a value
// is chosen, the same for all units, under which there is an initial state and as many
// units and leaves as possible have a case. What is proved of a system with chosen
// values is proved for all values that the axioms allow (eval.Chosen).
func SettleConstants(ctx context.Context, system *spec.System, o Options) (*spec.System, error) {
	if len(system.Loose) == 0 {
		return system, nil
	}
	out := *system
	out.Loose, out.Constants = nil, slices.Clone(system.Constants)
	out.Globals = withConstants(system.Globals, nil)
	out.Globals.Chosen = &eval.Chosen{Stated: map[string]zed.Expr{}}
	for _, g := range groups(system) {
		values, err := g.choose(ctx, out.Globals.Consts, o)
		if err != nil && ctx.Err() == nil {
			// One constant without a value does not end the plan.
			rest, missing := g.splitOffMissing(ctx, out.Globals.Consts, o)
			if len(missing) > 0 {
				out.Missing = append(out.Missing, missing...)
				g, values, err = rest, nil, nil
			}
			if len(missing) > 0 && len(rest.loose) > 0 {
				values, err = rest.choose(ctx, out.Globals.Consts, o)
			}
		}
		if err != nil {
			return nil, err
		}
		maps.Copy(out.Globals.Consts, values)
		for _, l := range g.loose {
			c := spec.Constant{Item: spec.NewItem(l.Name, l.Type, values[l.Name]), From: spec.Chosen}
			switch e := g.equation(l, out.Globals.Chosen.Stated); {
			case g.isOnlyValue(ctx, o.solver(), l, values[l.Name]):
				c.From = spec.Stated
			case e != nil:
				c.From, out.Globals.Chosen.Stated[l.Name] = spec.Stated, e
				c.With = g.basis(e, values)
				fallthrough
			default:
				out.Globals.Chosen.Vars = append(out.Globals.Chosen.Vars, l.Var)
			}
			out.Constants = append(out.Constants, c)
		}
		out.Globals.Chosen.About = append(out.Globals.Chosen.About, g.about...)
	}
	if len(out.Globals.Chosen.Vars) == 0 {
		out.Globals.Chosen = nil
	}
	slices.SortFunc(out.Constants, func(a, b spec.Constant) int { return cmp.Compare(a.Name, b.Name) })
	return &out, ctx.Err()
}

// withConstants returns globals in which some more constants have values.
func withConstants(g *eval.Globals, values map[string]value.Value) *eval.Globals {
	out := *g
	out.Consts = maps.Clone(g.Consts)
	maps.Copy(out.Consts, values)
	return &out
}

// group is a set of loose constants whose values depend on each other, because an axiom
// or the specification of a unit mentions them together.
type group struct {
	system *spec.System
	free   *zed.FreeNames
	loose  []spec.Loose
	about  []zed.Expr
	units  []*spec.Unit           // the units that depend on them
	whole  map[*zed.Expr]zed.Expr // conjunctions that were built already (see conjoined)
}

// concerns tells whether a term mentions one of the group's constants.
func (g *group) concerns(e zed.Expr) bool {
	return slices.ContainsFunc(g.loose, func(l spec.Loose) bool { return g.findMentioned(e)[l.Name] })
}

// findMentioned returns the loose constants that a term mentions.
func (g *group) findMentioned(e zed.Expr) map[string]bool {
	return g.system.Globals.MentionedNames(g.free.NamesOf(e))
}

// groups divides the loose constants of a system into groups, in the order of
// system.Loose.
func groups(system *spec.System) []*group {
	free := zed.NewFreeNames(zed.Global)
	var all []*group
	for _, l := range system.Loose {
		all = append(all, &group{system: system, free: free, loose: []spec.Loose{l}})
	}
	// join makes one group of those that a term speaks of, and returns it.
	join := func(e zed.Expr) *group {
		var out *group
		mentioned := system.Globals.MentionedNames(free.NamesOf(e))
		all = slices.DeleteFunc(all, func(g *group) bool {
			if !slices.ContainsFunc(g.loose, func(l spec.Loose) bool { return mentioned[l.Name] }) {
				return false
			}
			if out == nil {
				out = g
				return false
			}
			out.loose, out.about, out.units = append(out.loose, g.loose...), append(out.about, g.about...),
				append(out.units, g.units...)
			return true
		})
		return out
	}
	for _, e := range system.About {
		if g := join(e); g != nil {
			g.about = append(g.about, e)
		}
	}
	for _, u := range system.Units {
		if u.Op == nil {
			continue
		}
		if g := join(u.Op.Pred); g != nil {
			g.units = append(g.units, u)
		}
	}
	if system.Init != nil {
		join(system.Init.Pred)
	}
	for _, g := range all {
		slices.SortFunc(g.loose,
			func(a, b spec.Loose) int { return position(system, a.Name) - position(system, b.Name) })
		slices.SortFunc(g.units, func(a, b *spec.Unit) int { return cmp.Compare(a.Name, b.Name) })
	}
	return all
}

// position returns the index of a loose constant in system.Loose; -1 for other names.
func position(system *spec.System, name string) int {
	return slices.IndexFunc(system.Loose, func(m spec.Loose) bool { return m.Name == name })
}

// problem returns the problem of finding values of the group's constants that the
// axioms allow.
func (g *group) problem(consts map[string]value.Value) solve.Problem {
	p := solve.Problem{Scope: g.system.Scope, Globals: withConstants(g.system.Globals, consts),
		Pred: schema.Conjoin(g.about)}
	for _, l := range g.loose {
		p.Vars = append(p.Vars, solve.Var{Var: l.Var, Scoped: true})
	}
	return p
}

// onlySteps is the solver's budget for the question whether a constant may have a
// second value. Where it may not, that is mostly refuted without a search.
const onlySteps = 2_000

// isOnlyValue tells whether it is proved that the axioms allow no other value of a constant.
func (g *group) isOnlyValue(ctx context.Context, solver solve.Solver, l spec.Loose, v value.Value) bool {
	p := g.problem(nil)
	p.Steps = onlySteps
	name := &zed.Ref{Info: zed.Info{Span: l.Span, Type: l.Type}, Name: l.Name, Kind: zed.Global}
	p.Pred = schema.Conjoin([]zed.Expr{p.Pred, schema.Negate(
		zed.Relate(zed.Equal, name, value.Literal(v, l.Type)))})
	return solver.Solve(ctx, p).Outcome == solve.Unsatisfiable
}

// equation returns the term that an axiom says a constant equals, provided that the
// constants in that term are not defined by the constant in turn; nil where no axiom
// does.
func (g *group) equation(l spec.Loose, stated map[string]zed.Expr) zed.Expr {
	for _, e := range g.about {
		eq, ok := e.(*zed.Op)
		if !ok || eq.Op != zed.Equal || len(eq.Args) != 2 {
			continue
		}
		for i, side := range eq.Args {
			name, ok := side.(*zed.Ref)
			if !ok || name.Kind != zed.Global || name.Name != l.Name {
				continue
			}
			in := g.findMentioned(eq.Args[1-i])
			if !in[l.Name] && !slices.ContainsFunc(g.loose,
				func(m spec.Loose) bool { return in[m.Name] && stated[m.Name] != nil }) {
				return eq.Args[1-i]
			}
		}
	}
	return nil
}

// basis returns the values of the group's constants from which that of a term follows.
func (g *group) basis(e zed.Expr, values map[string]value.Value) []string {
	in := g.findMentioned(e)
	var out []string
	for _, l := range g.loose {
		if in[l.Name] {
			out = append(out, l.Name+" = "+values[l.Name].Text(l.Type))
		}
	}
	return out
}

// noValuesError returns the error that there are no values for the group's constants.
func (g *group) noValuesError(found solve.Result) error {
	l := g.loose[0]
	return source.Errors{source.Errorf(l.At, "%s", g.explainFailure(found)).WithPlace(l.Span, "it is declared here")}
}

// explainFailure returns the reason that there are no values.
func (g *group) explainFailure(found solve.Result) string {
	l := g.loose[0]
	out := fmt.Sprintf("the constant %s of %s has no value: ", l.Name, l.Schema)
	if found.Outcome == solve.Unsatisfiable {
		return out + "the axioms allow none: " + found.Reason
	}
	for _, e := range g.about {
		if name, _ := g.readTotal(e); name != nil {
			return out + fmt.Sprintf(
				"no part of the total function %s was found that satisfies what is said of it; expected some of its pairs "+
					"under constants in ttf-int.yaml, or axioms such as ∀ x : … • %s x = … (the solver: %s)", name.Name,
				name.Name, found.Reason)
		}
	}
	return out + fmt.Sprintf("expected one under constants in ttf-int.yaml (the solver found none: %s)", found.Reason)
}
