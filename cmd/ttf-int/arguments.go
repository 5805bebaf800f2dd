package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// arguments returns what refuses fewer or more arguments than a command takes,
// which are what the given words say.
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

// noArguments refuses all arguments.
func noArguments() cobra.PositionalArgs { return arguments(0, 0, "") }

// flagError says what is wrong with a flag, and where to read about it. How a
// number is read is not what its writer wants to know.
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
