package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
)

// formatFlag is the flag --format of a command, with the formats that it chooses
// between.
type formatFlag[T any] struct {
	console *console
	command *cobra.Command
	list    report.Formats[T]
	name    string
}

// newFormatFlag adds the flag --format to a command. Its help says what each format is.
func newFormatFlag[T any](c *cobra.Command, console *console, list report.Formats[T]) *formatFlag[T] {
	f := &formatFlag[T]{console: console, command: c, list: list}
	c.Flags().StringVar(&f.name, "format", list.Names()[0], "how to write: "+list.Choice())
	c.Long += "\n\n" + list.Help()
	return f
}

// isGiven tells whether a format was chosen on the command line.
func (f *formatFlag[T]) isGiven() bool { return f.console.json || f.command.Flags().Changed("format") }

// chosenFormat returns the format that was chosen, or an error where there is no such format.
func (f *formatFlag[T]) chosenFormat() (report.Format[T], error) {
	switch {
	case f.console.json && f.command.Flags().Changed("format"):
		return report.Format[T]{}, fmt.Errorf("--json and --format %s: expected one of them", f.name)
	case f.console.json:
		return f.list.Document(), nil
	}
	return f.list.Find(f.name)
}

// flagFor returns the flag that chooses a format: --format NAME, or --NAME for one that
// has a flag of its own.
func flagFor[T any](f report.Format[T]) string {
	if f.Switch {
		return "--" + f.Name
	}
	return "--format " + f.Name
}

// folds returns an error where a flag says which conditions to fold and the format
// always shows the whole.
func folds[T any](flag string, f report.Format[T]) error {
	if f.Whole == "" {
		return nil
	}
	return fmt.Errorf("--%s and %s: %s; expected one of them", flag, flagFor(f), f.Whole)
}

// output is where a command writes: stdout, or the file of its flag -o.
type output struct {
	console *console
	file    string
}

// newOutput adds the flag -o to a command.
func newOutput(c *cobra.Command, console *console) *output {
	o := &output{console: console}
	c.Flags().StringVarP(&o.file, "output", "o", "", "write to `FILE` instead of stdout")
	return o
}

// write writes what a writer of package report makes and, where that is a file, says
// its name on stderr.
func (o *output) write(what string, f func(io.Writer, report.Style) error) error {
	if o.file == "" {
		return o.console.write(func(w io.Writer) error { return f(w, style(o.console.stdout)) })
	}
	if err := writeFile(o.file, func(w io.Writer) error { return f(w, report.Style{}) }); err != nil {
		return err
	}
	o.console.say("%s is in %s", what, o.file)
	return nil
}
