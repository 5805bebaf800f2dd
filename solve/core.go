package solve

import (
	"cmp"
	"context"
	"slices"
	"strings"

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
func Core(ctx context.Context, solver Solver, p Problem, r Result) Result {
	if r.Outcome != Unsatisfiable || len(r.Conflict) > 0 || len(p.Bound) > 0 {
		return r
	}
	left := schema.Conjuncts(p.Pred)
	if len(left) > maxCore {
		return r
	}
	contradictory := func(conjuncts []zed.Expr) bool {
		q := p
		q.Pred, q.Steps, q.Unexplained = schema.Conjoin(conjuncts), coreSteps, true
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
	r.Conflict, r.Reason = left, Contradiction(left)
	return Fixed(r, p.Globals)
}

// lateFirst puts the conjuncts that speak of after-states and outputs, which no
// scope bounds, before the others: what people wrote of inputs alone is to be
// left out last.
func lateFirst(conjuncts []zed.Expr, vars []Var) {
	names := FreeNames()
	late := func(e zed.Expr) int {
		free := names.Of(e)
		if slices.ContainsFunc(vars, func(v Var) bool { return !v.Scoped && slices.Contains(free, v.Name) }) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(conjuncts, func(a, b zed.Expr) int { return cmp.Compare(late(a), late(b)) })
}

// Contradiction says that conjuncts cannot be true together.
func Contradiction(conflict []zed.Expr) string {
	words := make([]string, len(conflict))
	for i, e := range conflict {
		words[i] = zed.Print(e, zed.Unicode)
	}
	switch len(words) {
	case 0:
		return "the bound values contradict each other"
	case 1:
		return words[0] + " contradicts itself"
	case 2:
		return words[0] + " contradicts " + words[1]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last] + " contradict each other"
}

// FreeNames finds what has to have a value for a term to have one: variables, and
// globals that have no value of their own.
func FreeNames() *zed.FreeNames { return zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved) }
