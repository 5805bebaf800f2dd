package main

import (
	"context"
	"fmt"
	"time"

	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/solve"
)

// grace is how long a command waits for work after the context ended. Whatever is
// bounded by steps ends sooner.
const grace = 500 * time.Millisecond

// watchInterval is the time between two looks at the memory.
const watchInterval = 20 * time.Millisecond

// callWithin calls f with a context that ends with ctx, and also when the memory limit is
// passed. It returns what f returns. Where f goes on for longer than the grace after
// the end, or uses still more memory, waited returns without it, and the error says
// why: f must write nothing to anything shared from then on. A panic of f is raised
// again here.
func callWithin[T any](ctx context.Context, memory megabytes, grace time.Duration,
	f func(context.Context) (T, error)) (out T, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var result T
	var failed error
	group, _ := workers.New(ctx)
	group.Go(func() { result, failed = f(ctx) })
	done := group.Done()
	watch := time.NewTicker(watchInterval)
	defer watch.Stop()
	ended, late := ctx.Done(), (<-chan time.Time)(nil)
	for {
		select {
		case <-done:
			group.Wait()
			return result, failed
		case <-ended:
			ended, late = nil, time.After(grace)
		case <-late:
			return out, context.Cause(ctx)
		case <-watch.C:
			switch {
			case solve.IsExceeded(memory.bytes() + memory.bytes()/8):
				return out, newFullError(memory)
			case ended != nil && solve.IsExceeded(memory.bytes()):
				cancel(newFullError(memory))
			}
		}
	}
}

func newFullError(memory megabytes) error {
	return blameMachinery(fmt.Errorf("%w: more than the %d MB that may be used were needed; --memory allows more",
		solve.ErrMemory, memory))
}
