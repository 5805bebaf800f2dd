package planner

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// How cases with many elements are made, which programs may treat in other ways than
// few elements.
const (
	many         = 5     // elements that each collection should have
	manySteps    = 1_000 // the solver's budget for such a case of a disjunct
	maxDisjuncts = 8     // the number of disjuncts that get such a case
)

// enlarge adds, for each disjunct, a case in which the collections of inputs and
// before-state have many elements, unless a case of the disjunct has that already or
// none is found in a few steps.
func (a *apart) enlarge(ctx context.Context) {
	bound := a.listBoundCollections(ctx)
	for d := range a.unit.Op.Disjuncts[:min(maxDisjuncts, len(a.unit.Op.Disjuncts))] {
		small := slices.DeleteFunc(a.listSmallCollections(d+1), func(v zed.Var) bool { return bound[v.Name] })
		if len(small) == 0 || ctx.Err() != nil || a.steps > mutantsMost || a.addLarge(ctx, d+1, small) ||
			len(small) == 1 {
			continue
		}
		for _, v := range small {
			a.addLarge(ctx, d+1, []zed.Var{v})
		}
	}
}

// listBoundCollections returns the names of those collections that cannot have many elements, whatever
// the operation does, by what all its alternatives say of inputs and before-state.
func (a *apart) listBoundCollections(ctx context.Context) map[string]bool {
	var collections []zed.Var
	for _, v := range a.unit.Tree.VIS {
		if _, is := v.Type.(zed.PowerType); is {
			collections = append(collections, v)
		}
	}
	if a.unit.telling.large {
		return nil
	}
	out, given := map[string]bool{}, a.listGiven()
	for _, v := range collections {
		problem := a.makeLargeProblem(0, collections)
		problem.Pred = conjoin(hasManyElements(zed.LocalRef(v.Name, v.Type)), given)
		found := a.ask(ctx, problem).Outcome
		out[v.Name] = found == solve.Unsatisfiable || found == solve.NoneInScope
	}
	return out
}

// listGiven returns what all alternatives of the operation say of inputs and before-state.
func (a *apart) listGiven() []zed.Expr {
	var out []zed.Expr
	for k, one := range a.operation {
		if k == 0 {
			out = a.unit.telling.listGiven(one)
		}
		out = slices.DeleteFunc(out, func(e zed.Expr) bool { return one.conjuncts[a.splitter.textOf(e)] == nil })
	}
	return out
}

// makeLargeProblem returns the problem of a disjunct, 0 for all, with a scope in which the given
// collections may have many elements.
func (a *apart) makeLargeProblem(disjunct int, vars []zed.Var) solve.Problem {
	sizes := value.Sizes{}
	for _, v := range vars {
		for _, t := range a.finder.system.Globals.GivenIn(v.Type) {
			sizes[t] = max(many+1, len(a.finder.system.Globals.Given[t]))
		}
	}
	problem := a.finder.withSizes(sizes).engine.Oracle.Unit(a.unit.Unit.Unit).Problem(disjunct)
	problem.Steps = manySteps
	problem.Scope.Set, problem.Scope.Seq = max(problem.Scope.Set, many+1), max(problem.Scope.Seq, many+1)
	return problem
}

// listSmallCollections returns the collections that have many elements in no case of a disjunct.
func (a *apart) listSmallCollections(disjunct int) []zed.Var {
	var out []zed.Var
	for _, v := range a.unit.Tree.VIS {
		_, collection := v.Type.(zed.PowerType)
		for _, cases := range [][]*plan.Case{a.unit.Cases, a.added} {
			for _, c := range cases {
				if x, _ := c.Values().Lookup(v.Name); collection && c.Leaf.Disjunct == disjunct && x.Len() >= many {
					collection = false
				}
			}
		}
		if collection {
			out = append(out, v)
		}
	}
	return out
}

// addLarge adds a case of a disjunct in which the given collections have many elements,
// and returns whether it found one.
func (a *apart) addLarge(ctx context.Context, disjunct int, vars []zed.Var) bool {
	var large, apart []zed.Expr // many elements, and of a sequence many that differ
	for _, v := range vars {
		var it zed.Expr = zed.LocalRef(v.Name, v.Type)
		large = append(large, hasManyElements(it))
		if pair, is := v.Type.(zed.PowerType).Elem.(zed.ProductType); is && zed.SameType(pair.Elems[0],
			zed.IntType{}) &&
			len(pair.Elems) == 2 {
			it = &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: pair.Elems[1]}}, Op: zed.Ran, Args: []zed.Expr{it}}
		}
		apart = append(apart, hasManyElements(it))
	}
	problem := a.makeLargeProblem(disjunct, vars)
	parts := a.finder.engine.Oracle.Unit(a.unit.Unit.Unit).Problems(disjunct)
	var preds []zed.Expr
	for _, wanted := range [][]zed.Expr{apart, large} {
		for _, part := range parts {
			preds = append(preds, conjoin(part.Pred, wanted))
		}
	}
	r, _ := a.modelOf(ctx, problem, preds, fmt.Sprint(a.unit.Name, " ", disjunct),
		func(solve.Result) bool { return true })
	if r.Outcome != solve.Case {
		return false
	}
	c, _ := a.makeCase(ctx, r.Result)
	if c == nil || a.findSameCase(c) != nil {
		return false
	}
	a.note(ctx, c)
	a.keep(c)
	return true
}

// hasManyElements returns the predicate that a collection has many elements.
func hasManyElements(collection zed.Expr) zed.Expr {
	number := zed.Info{Type: zed.IntType{}}
	return zed.Relate(zed.GreaterEq, &zed.Op{Info: number, Op: zed.Card, Args: []zed.Expr{collection}},
		value.Literal(value.OfInt(many), number.Type))
}
