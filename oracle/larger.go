package oracle

import (
	"context"
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed/value"
)

// describeSmaller returns a sentence where a model of a problem was found only at small sizes
// of given types, and with more elements there is none; otherwise "". Such a model is
// not held against the specification, since nothing states the size.
func describeSmaller(ctx context.Context, solver solve.Solver, p solve.Problem, found solve.Result) string {
	if len(found.Sizes) == 0 {
		return ""
	}
	for k := 1; k <= value.MoreElements; k++ {
		q, more := p, value.Sizes{}
		for t, n := range found.Sizes {
			more[t] = n + k
		}
		q.Globals = p.Globals.WithSizes(more)
		if !q.Globals.AreConsistent() {
			continue
		}
		if other := solver.Solve(ctx, q); other.Outcome != solve.Case {
			return describeSizes(found.Sizes, more)
		}
	}
	return ""
}

// describeSizes returns a sentence that says at which sizes values refute something, and at
// which none do.
func describeSizes(some, none value.Sizes) string {
	return fmt.Sprintf("there are values that refute it %s, which no axiom says, and none were found %s",
		sizesText(some),
		sizesText(none))
}

// sizesText returns sizes of given types as text.
func sizesText(sizes value.Sizes) string {
	parts := make([]string, 0, len(sizes))
	for _, t := range sizes.Names() {
		parts = append(parts, fmt.Sprintf("# %s = %d", t, sizes[t]))
	}
	return "where " + strings.Join(parts, " and ")
}
