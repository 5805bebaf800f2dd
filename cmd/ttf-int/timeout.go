package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/solve"
)

// planGrace is how long planning is waited for that is to end: it returns what it has
// when its own patience is over.
const planGrace = 3 * time.Second

// limited gives a command that plans a flag for how long that may take.
func (a *app) limited(c *cobra.Command) *cobra.Command {
	c.Flags().DurationVar(&a.timeout, "timeout", 0, "plan for no longer than `TIME`, such as 30s, and show what there is then (default: no limit)")
	return c
}

// timed returns a context that ends with the time limit of the command.
func (a *app) timed(ctx context.Context) (context.Context, context.CancelFunc, error) {
	if a.timeout < 0 {
		return ctx, nil, fmt.Errorf("the time that planning may take is %s: expected more than nothing", a.timeout)
	}
	if a.timeout == 0 {
		return ctx, func() {}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	return ctx, cancel, nil
}

// inTime plans within the time limit of the command. An error may stand beside a plan
// that is not whole.
func (a *app) inTime(ctx context.Context, f func(context.Context) (*planner.Planned, error)) (*planner.Planned, error) {
	ctx, stop, err := a.timed(ctx)
	if err != nil {
		return nil, err
	}
	defer stop()
	pl, err := waited(ctx, megabytes(a.memory), planGrace, f)
	if pl != nil && pl.Unfinished != nil {
		fmt.Fprintln(a.stderr, "note:", report.NotReached(pl.Unfinished))
	}
	return pl, a.overdue(ctx, err)
}

// overdue says of an error that the end of the time limit or of the memory caused how
// the command is to end.
func (a *app) overdue(ctx context.Context, err error) error {
	switch {
	case err == nil, located(err) && ctx.Err() == nil:
		return err
	case errors.Is(err, solve.ErrMemory):
		return machinery(err)
	case errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return &ending{exitIncomplete, fmt.Errorf("the time limit of %s was reached", a.timeout)}
	}
	return err
}

// within returns what f finds, which makes use of the context; nothing where f goes on
// when that has ended.
func within[T any](ctx context.Context, a *app, f func(context.Context) T) (T, error) {
	return waited(ctx, megabytes(a.memory), grace, func(ctx context.Context) (T, error) { return f(ctx), nil })
}
