package oracle

import (
	"context"
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed/value"
)

// smaller says at which sizes of given types alone a model of a problem was found, where
// there is none with more elements; "" where its like is found with more of them too. What
// a specification says of nothing but a size that nobody stated is not held against it.
func smaller(ctx context.Context, solver solve.Solver, p solve.Problem, found solve.Result) string {
	if len(found.Sizes) == 0 {
		return ""
	}
	for k := 1; k <= value.MoreElements; k++ {
		q, more := p, value.Sizes{}
		for t, n := range found.Sizes {
			more[t] = n + k
		}
		q.Globals = p.Globals.Sized(more)
		if !q.Globals.Consistent() {
			continue
		}
		if other := solver.Solve(ctx, q); other.Outcome != solve.Case {
			return onlyWith(found.Sizes, more)
		}
	}
	return ""
}

// onlyWith says with which sizes values are there that refute something, and with which
// there are none.
func onlyWith(some, none value.Sizes) string {
	return fmt.Sprintf("there are values that refute it %s, which no axiom says, and none were found %s", counted(some),
		counted(none))
}

// counted writes sizes of given types.
func counted(sizes value.Sizes) string {
	parts := make([]string, 0, len(sizes))
	for _, t := range sizes.Names() {
		parts = append(parts, fmt.Sprintf("# %s = %d", t, sizes[t]))
	}
	return "where " + strings.Join(parts, " and ")
}
