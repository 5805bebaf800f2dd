package planner

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// How cases with many elements are made, which programs may treat in other ways than
// few elements.
const (
	many         = 5     // elements that each collection should have
	manySteps    = 2_000 // the solver's budget for such a case of a disjunct
	maxDisjuncts = 8     // the number of disjuncts that get such a case
)

// enlarge adds, for each disjunct, a case in which the collections of inputs and
// before-state have many elements, unless a case of the disjunct has that already or
// none is found in a few steps.
func (a *apart) enlarge(ctx context.Context) {
	for d := range a.unit.Op.Disjuncts[:min(maxDisjuncts, len(a.unit.Op.Disjuncts))] {
		small := a.listSmallCollections(d + 1)
		if len(small) == 0 || ctx.Err() != nil || a.steps > mutantsMost || a.addLarge(ctx, d+1, small) ||
			len(small) == 1 {
			continue
		}
		for _, v := range small {
			a.addLarge(ctx, d+1, []zed.Var{v})
		}
	}
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
	sizes := value.Sizes{}
	var large, apart []zed.Expr // many elements, and of a sequence many that differ
	for _, v := range vars {
		for _, t := range a.finder.system.Globals.GivenIn(v.Type) {
			sizes[t] = max(many+1, len(a.finder.system.Globals.Given[t]))
		}
		var it zed.Expr = zed.LocalRef(v.Name, v.Type)
		large = append(large, hasManyElements(it))
		if pair, is := v.Type.(zed.PowerType).Elem.(zed.ProductType); is && zed.SameType(pair.Elems[0],
			zed.IntType{}) &&
			len(pair.Elems) == 2 {
			it = &zed.Op{Info: zed.Info{Type: zed.PowerType{Elem: pair.Elems[1]}}, Op: zed.Ran, Args: []zed.Expr{it}}
		}
		apart = append(apart, hasManyElements(it))
	}
	judge := a.finder.withSizes(sizes).engine.Oracle.Unit(a.unit.Unit.Unit)
	problem := judge.Problem(disjunct)
	problem.Steps = manySteps
	problem.Scope.Set, problem.Scope.Seq = max(problem.Scope.Set, many+1), max(problem.Scope.Seq, many+1)
	var preds []zed.Expr
	for _, wanted := range [][]zed.Expr{apart, large} {
		for _, part := range judge.Problems(disjunct) {
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
	a.keep(c)
	return true
}

// hasManyElements returns the predicate that a collection has many elements.
func hasManyElements(collection zed.Expr) zed.Expr {
	number := zed.Info{Type: zed.IntType{}}
	return zed.Relate(zed.GreaterEq, &zed.Op{Info: number, Op: zed.Card, Args: []zed.Expr{collection}},
		value.Literal(value.OfInt(many), number.Type))
}
