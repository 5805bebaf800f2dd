package solve

import (
	"cmp"
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// coreSteps is the step budget for each question of a core: finding out why must
// not take longer than finding out that.
const coreSteps = 2_000

// maxCore is the number of conjuncts up to which a core is looked for.
const maxCore = 200

// Core returns a result that says which conjuncts contradict each other, where the
// given one is that the problem is unsatisfiable and only exhausting a search
// showed it: conjuncts are left out, half of them first and single ones last, as
// long as what remains is still shown to be unsatisfiable. Other results, and
// those for which that takes too long, are returned as they are.
func Core(ctx context.Context, p Problem, r Result) Result {
	if r.Outcome != Unsatisfiable || len(r.Conflict) > 0 || len(p.Bound) > 0 {
		return r
	}
	left := schema.Conjuncts(p.Pred)
	if len(left) > maxCore {
		return r
	}
	solver := Embedded(Options{Steps: coreSteps})
	contradictory := func(conjuncts []zed.Expr) bool {
		q := p
		q.Pred = schema.Conjoin(conjuncts)
		found := solver.Solve(ctx, q)
		r.Steps += found.Steps
		return found.Outcome == Unsatisfiable
	}
	if !contradictory(left) {
		return r
	}
	place := map[zed.Expr]int{}
	for i, e := range left {
		place[e] = i
	}
	lateFirst(left, p.Vars)
	for size := (len(left) + 1) / 2; size > 0; size /= 2 {
		for i := 0; i < len(left); {
			rest := slices.Delete(slices.Clone(left), i, min(i+size, len(left)))
			if contradictory(rest) {
				left = rest
			} else {
				i += size
			}
		}
	}
	slices.SortFunc(left, func(a, b zed.Expr) int { return cmp.Compare(place[a], place[b]) })
	r.Conflict, r.Reason = left, contradiction(left)
	return r
}

// lateFirst puts the conjuncts that speak of after-states and outputs, which no
// scope bounds, before the others: what people wrote of inputs alone is to be
// left out last.
func lateFirst(conjuncts []zed.Expr, vars []Var) {
	names := freeNames()
	late := func(e zed.Expr) int {
		free := names.Of(e)
		if slices.ContainsFunc(vars, func(v Var) bool { return !v.Scoped && has(free, v.Name) }) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(conjuncts, func(a, b zed.Expr) int { return cmp.Compare(late(a), late(b)) })
}
