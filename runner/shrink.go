package runner

import (
	"context"

	"github.com/ttf-int/ttf-int/result"
)

const (
	// maxShrink is the cost that finding smaller values of a case may have. Each case
	// that is run costs 1.
	maxShrink = 400
	// dear is the cost of a case in which the program crashes or hangs, since that
	// takes a new process, or the whole time of a case.
	dear = 40
)

// shrink returns the case in the same leaf with the smallest values found that fails in
// the same way, which may be c itself, and the number of steps to it.
func (x *execution) shrink(ctx context.Context, ur *unitRun, c numbered, kind string) (smallest numbered, steps int) {
	left := maxShrink
	for {
		next := x.findSmaller(ctx, ur, c, kind, &left)
		if next.Case == nil {
			return c, steps
		}
		c = next
		steps++
	}
}

// findSmaller returns the first case with smaller values that fails in the same way. It
// returns none where there is none, or where the cost in `left` is used up.
func (x *execution) findSmaller(ctx context.Context, ur *unitRun, c numbered, kind string, left *int) (none numbered) {
	for made := range x.options.Drawer.FindSmaller(ctx, ur.plan, c.Case) {
		if *left <= 0 || ctx.Err() != nil {
			return none
		}
		made.ID = c.ID
		next := x.prepareDrawn(ctx, ur, c.drawn.of, made)
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
