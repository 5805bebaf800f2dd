package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/vbauerster/mpb/v8/cwriter"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/source"
)

// console is where a command writes.
type console struct {
	stdout, stderr *os.File
	json           bool // --json

	mistakes []string // refutations by ttf-int that turned out to be wrong
}

// note writes on stderr what a person should know but does not make the command fail.
func (c *console) note(format string, args ...any) {
	fmt.Fprintf(c.stderr, "note: "+format+"\n", args...)
}

// say writes a line on stderr.
func (c *console) say(format string, args ...any) { fmt.Fprintf(c.stderr, format+"\n", args...) }

// write lets a writer of package report write to stdout. A stdout that cannot be
// written is a failure of the machinery (exit code 3), not of the specifications.
func (c *console) write(f func(io.Writer) error) error { return blameMachinery(f(c.stdout)) }

// progress begins to show how much of a stage is done.
func (c *console) progress(name string) *progress { return newProgress(name, c.stderr) }

// mistakeFound introduces a mistake of ttf-int itself.
const mistakeFound = "this is a mistake in ttf-int, please report it: "

// recoverFrom returns what f returns. Where f panics, which is a programmer's error, it
// reports that and returns exit code 3: the exit code of an unrecovered panic is 2,
// which means that the specifications are wrong.
func (c *console) recoverFrom(f func() exitCode) (code exitCode) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(c.stderr, "ttf-int: %s%v\n%s", mistakeFound, p, debug.Stack())
			code = exitMachinery
		}
	}()
	return f()
}

// sayMistakes writes the mistakes of ttf-int itself that a command found, and returns the
// exit code for them. Where there are none it returns the given code.
func (c *console) sayMistakes(code exitCode) exitCode {
	for _, m := range c.mistakes {
		c.say("ttf-int: %s%s", mistakeFound, m)
	}
	if len(c.mistakes) > 0 && code != exitInterrupted {
		return exitMachinery
	}
	return code
}

// maxErrors is how many errors are shown at most: later errors often follow from the
// first.
const maxErrors = 50

// explain writes what went wrong and returns the exit code. An error that is not an
// ending is taken to be about what the user wrote.
func (c *console) explain(ctx context.Context, err error) exitCode {
	if err == nil {
		return exitOK
	}
	var end *ending
	code := exitWrong
	if errors.As(err, &end) {
		code = end.code
		if end.err == nil {
			return code
		}
		err = end.err
	}
	if ctx.Err() != nil {
		c.say("ttf-int: interrupted")
		return exitInterrupted
	}
	var list source.Errors
	var one *source.Error
	var stale *plan.Stale
	switch {
	case errors.As(err, &list), errors.As(err, &one):
		fmt.Fprint(c.stderr, source.Show(err, maxErrors))
	case errors.As(err, &stale):
		c.say("ttf-int: the plan is stale, make it again with `ttf-int plan -o FILE`:\n  %s",
			strings.Join(stale.Changed, "\n  "))
	default:
		c.say("ttf-int: %s", err)
	}
	return code
}

// style returns the style of text for people on f, which says whether it has colours.
func style(f *os.File) report.Style {
	return report.Style{Colour: terminal(f) && os.Getenv("NO_COLOR") == ""}
}

// terminal tells whether f is a terminal that can move its cursor.
func terminal(f *os.File) bool {
	return cwriter.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}
