package runner

import (
	"context"

	"github.com/ttf-int/ttf-int/result"
)

const (
	// maxShrink is what finding smaller values of a case may cost: one for each case
	// that is run.
	maxShrink = 400
	// dear is what a case costs whose program crashed or hung: it takes a start, or
	// the time that a case may take.
	dear = 40
)

// shrink returns a case of the same leaf with the smallest values found that fails in the
// same way, which is c itself where there is none, and how many it took to get there.
func (x *execution) shrink(ctx context.Context, ur *unitRun, c numbered, kind string) (smallest numbered, steps int) {
	left := maxShrink
	for {
		next := x.smaller(ctx, ur, c, kind, &left)
		if next.Case == nil {
			return c, steps
		}
		c = next
		steps++
	}
}

// smaller returns the first case with smaller values that fails in the same way; none
// where there is none, or where nothing is left to look for it.
func (x *execution) smaller(ctx context.Context, ur *unitRun, c numbered, kind string, left *int) (none numbered) {
	for made := range x.options.More.From.Smaller(ctx, ur.plan, c.Case) {
		if *left <= 0 || ctx.Err() != nil {
			return none
		}
		made.ID = c.ID
		next := x.drawnCase(ctx, ur, c.drawn.of, made)
		x.runDrawn(ctx, ur, []numbered{next})
		if next.drawn.result == nil {
			return none
		}
		if *left--; next.drawn.result.Verdict == result.Error {
			*left -= dear
		}
		if next.drawn.kind() == kind {
			return next
		}
	}
	return none
}
