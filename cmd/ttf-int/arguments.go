package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// arguments returns the check of a command that takes at least `least` and at most
// `most` arguments. The message that refuses fewer or more says `what` they are.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch n := len(args); {
		case n < least:
			return fmt.Errorf("expected %s; see `%s --help`", what, cmd.CommandPath())
		case n > most && most == 0:
			return fmt.Errorf("unexpected %q: %s takes no arguments; see `%s --help`", args[0], cmd.CommandPath(),
				cmd.CommandPath())
		case n > most:
			return fmt.Errorf("unexpected %q: %s takes one argument, %s; see `%s --help`", args[most],
				cmd.CommandPath(), what, cmd.CommandPath())
		}
		return nil
	}
}

// noArguments returns the check of a command that takes no arguments.
func noArguments() cobra.PositionalArgs { return arguments(0, 0, "") }

// flagError returns the error for a wrong flag, with the command whose --help describes
// the flags. The part of cobra's message about how Go parses numbers is left out.
func flagError(cmd *cobra.Command, err error) error {
	var number *strconv.NumError
	if errors.As(err, &number) {
		what, _, _ := strings.Cut(err.Error(), ": "+number.Error())
		want := "a number"
		if errors.Is(number, strconv.ErrRange) {
			want = "one that fits 64 bits"
		}
		err = fmt.Errorf("%s: expected %s", what, want)
	}
	return fmt.Errorf("%w; see `%s --help`", err, cmd.CommandPath())
}
