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

// addFlag adds the flag for the time limit to a command.
func (l *limits) addFlag(c *cobra.Command, name, usage string) {
	c.Flags().DurationVar(&l.time, name, 0, usage)
}

// runWithin calls f with a context that ends at the time limit. It returns what f
// returned, and an error where a limit ended f; both are set where f returned what it
// had until then. After the end it waits for f no longer than the grace.
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
	out, err = callWithin(ctx, l.memory, grace, f)
	return out, l.explainEnd(ctx, err)
}

// explainEnd returns the error with which a command ends: where the time limit or the
// memory limit caused err, one that says so and has the exit code for it, otherwise
// err.
func (l *limits) explainEnd(ctx context.Context, err error) error {
	switch {
	case err == nil, isLocated(err) && ctx.Err() == nil:
		return err
	case errors.Is(err, solve.ErrMemory):
		return blameMachinery(err)
	case errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return &ending{exitIncomplete, fmt.Errorf("the time limit of %s was reached", l.time)}
	}
	return err
}

// makeInterruptible makes a command end soon after an interrupt, whatever it is doing. It
// is meant for commands that start no program under test and have no part of their
// result to show.
func (l *limits) makeInterruptible(c *cobra.Command) *cobra.Command {
	run := c.RunE
	c.RunE = func(cmd *cobra.Command, args []string) error {
		_, err := callWithin(cmd.Context(), l.memory, grace, func(ctx context.Context) (struct{}, error) {
			cmd.SetContext(ctx)
			return struct{}{}, run(cmd, args)
		})
		return err
	}
	return c
}
