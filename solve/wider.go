package solve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits of a search for what is beyond a scope.
const (
	widerSteps = 2_000
	widerDraws = 2 // models that are drawn, where a search finds none
	widerGiven = 8 // how many elements more given types have
)

// Blame returns a result that names the bounds of the scope which exclude all models,
// where r is NoneInScope: with these bounds wider and the others as they are, there is
// a model. It returns other results, and those for which no model is found soon, as
// they are.
func Blame(ctx context.Context, solver Solver, p Problem, r Result) Result {
	if r.Outcome != NoneInScope || p.Confined || len(r.Chosen) > 0 || r.Bound == FiniteValues {
		return r
	}
	q := p
	q.Steps, q.Unproved = min(widerSteps, cmp.Or(p.Steps, widerSteps)), true
	size, far := int64(max(p.Scope.Set, p.Scope.Seq)), max(-p.Scope.IntMin, p.Scope.IntMax)
	for _, way := range [...]struct {
		named []int64
		given int
	}{{[]int64{size + 2}, 0}, {[]int64{size + 5}, 0}, {[]int64{-10 * far, 10 * far}, 0}, {nil, widerGiven},
		{[]int64{size + 2, 10 * far}, widerGiven}} {
		q.Scope.Given, q.Named = p.Scope.Given+way.given, slices.Clone(p.Named)
		wide := p.Scope
		wide.Given += way.given
		for _, n := range way.named {
			q.Named = append(q.Named, value.OfInt(n))
			if abs(n) >= far {
				wide.IntMin, wide.IntMax = min(wide.IntMin, -abs(n)), max(wide.IntMax, abs(n))
			}
		}
		for q.Seed = 0; q.Seed <= widerDraws && ctx.Err() == nil; q.Seed++ {
			if found := solver.Solve(ctx, q); found.Outcome == Case {
				return nameBounds(r, p, found.Model, wide)
			}
		}
	}
	return r
}

func abs(n int64) int64 { return max(n, -n) }

// nameBounds returns a result that names the bounds of a scope which a model exceeds, or
// which were wider when the model was found. Bounds of integers that the predicate
// names are left out, since such integers are tried whatever the scope says.
func nameBounds(r Result, p Problem, model map[string]value.Value, wide value.Scope) Result {
	for _, v := range p.Vars {
		if v.Scoped {
			widen(&wide, model[v.Name])
		}
	}
	var are, would []string
	for _, b := range []struct{ name, is, would string }{
		{"int", fmt.Sprintf("[%d, %d]", p.Scope.IntMin, p.Scope.IntMax),
			fmt.Sprintf("[%d, %d]", wide.IntMin, wide.IntMax)},
		{"set", fmt.Sprint(p.Scope.Set), fmt.Sprint(wide.Set)},
		{"seq", fmt.Sprint(p.Scope.Seq), fmt.Sprint(wide.Seq)},
		{"given", fmt.Sprint(p.Scope.Given), fmt.Sprint(wide.Given)},
	} {
		if b.is != b.would {
			are, would = append(are, b.name+": "+b.is), append(would, b.name+": "+b.would)
		}
	}
	if len(are) == 0 {
		return r
	}
	r.Bound = strings.Join(are, ", ")
	r.Reason = fmt.Sprintf("no values within the scope (%s) satisfy it; with %s some do", r.Bound,
		strings.Join(would, ", "))
	return r
}

// widen widens a scope so that it contains the collections in a value.
func widen(sc *value.Scope, v value.Value) {
	switch v.Kind() {
	case value.Set:
		sc.Set = max(sc.Set, v.Len())
	case value.Seq:
		sc.Seq = max(sc.Seq, v.Len())
	case value.Tuple, value.Binding, value.Ctor, value.Total:
	default:
		return
	}
	for i := range v.Len() {
		widen(sc, v.Elem(i))
	}
}
