package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/solve"
)

// limits are how much time and memory a command may take, as its flags say.
type limits struct {
	memory megabytes     // --memory
	time   time.Duration // how long the search may take; 0: no limit
}

// flag gives a command a flag for the time.
func (l *limits) flag(c *cobra.Command, name, usage string) {
	c.Flags().DurationVar(&l.time, name, 0, usage)
}

// runWithin returns what f returns for a context that ends with the time limit, and what is to
// be said where a limit ended it: there may be something beside the error then. It is
// waited for no longer than the grace after the end.
func runWithin[T any](ctx context.Context, l *limits, grace time.Duration, f func(context.Context) (T,
	error)) (out T, err error) {
	if l.time < 0 {
		return out, fmt.Errorf("the time that planning may take is %s: expected more than nothing", l.time)
	}
	if l.time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, l.time)
		defer stop()
	}
	out, err = waited(ctx, l.memory, grace, f)
	return out, l.overdue(ctx, err)
}

// overdue says of an error that the end of the time limit or of the memory caused how
// the command is to end.
func (l *limits) overdue(ctx context.Context, err error) error {
	switch {
	case err == nil, located(err) && ctx.Err() == nil:
		return err
	case errors.Is(err, solve.ErrMemory):
		return machinery(err)
	case errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return &ending{exitIncomplete, fmt.Errorf("the time limit of %s was reached", l.time)}
	}
	return err
}

// interruptible has a command end soon after an interrupt, whatever it is at. It is for
// those that neither start a program under test nor show what they have until then.
func (l *limits) interruptible(c *cobra.Command) *cobra.Command {
	run := c.RunE
	c.RunE = func(cmd *cobra.Command, args []string) error {
		_, err := waited(cmd.Context(), l.memory, grace, func(ctx context.Context) (struct{}, error) {
			cmd.SetContext(ctx)
			return struct{}{}, run(cmd, args)
		})
		return err
	}
	return c
}
