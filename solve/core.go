package solve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// coreSteps is the step budget for each question in the search for a core. Explaining a
// contradiction must not take longer than finding it.
const coreSteps = 2_000

// maxCore is the largest number of conjuncts for which a core is searched.
const maxCore = 200

// Core returns a result that says which conjuncts contradict each other, where r says
// that the problem is unsatisfiable and only an exhausted search showed it. It leaves
// conjuncts out, first half of them and in the end single ones, as long as the rest is
// still shown to be unsatisfiable. It returns other results, and those for which this
// takes too long, as they are.
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
	moveLateFirst(left, p.Vars)
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
	return NameFixed(r, p.Globals)
}

// moveLateFirst moves the conjuncts on after-states and outputs, which no scope bounds, to
// the front, so that conditions on inputs alone are left out last.
func moveLateFirst(conjuncts []zed.Expr, vars []Var) {
	names := FreeNames()
	late := func(e zed.Expr) int {
		free := names.NamesOf(e)
		if slices.ContainsFunc(vars, func(v Var) bool { return !v.Scoped && slices.Contains(free, v.Name) }) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(conjuncts, func(a, b zed.Expr) int { return cmp.Compare(late(a), late(b)) })
}

// maxShown is the largest number of terms of a conjunct that is shown to people, which is
// several pages.
const maxShown = 5_000

// Contradiction returns the sentence that conjuncts contradict each other.
func Contradiction(conflict []zed.Expr) string {
	words := make([]string, len(conflict))
	for i, e := range conflict {
		if words[i] = fmt.Sprintf("a predicate of more than %d terms", maxShown); zed.Length(e, maxShown) <= maxShown {
			words[i] = zed.Print(e, zed.Unicode)
		}
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

// FreeNames returns a finder of the names that must have a value for a term to have
// one: variables, and globals without a value of their own.
func FreeNames() *zed.FreeNames { return zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved) }
