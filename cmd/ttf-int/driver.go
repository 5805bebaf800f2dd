package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/driver"
	"github.com/ttf-int/ttf-int/report"
)

const driverHelp = `Driver writes what serves the types of a Go package to ttf-int, into the working
directory: the table of units with what their variables are bound to, adapters for the
interfaces through which the types call each other, a skeleton of the specification in
Z, a YAML document for each method, and the project's file.

PACKAGE is a package as the go command names it, such as ./pkg, or a type of one, such as
./pkg.Stack or example.com/list.List. The methods of types that are exported are units.
For a package of the main module the table becomes a file of it, under the build tag
underTest, which reaches fields that are not exported. For any other package it is in
the folder sut: the state is what methods show that leave the object as it is, and
operations lead to it.

The skeleton allows anything: each schema says true until you say more. Nothing that
exists is overwritten: a second run adds what is new.`

func driverCommand(a *app) *cobra.Command {
	var name, types string
	c := &cobra.Command{
		Use: "driver PACKAGE[.TYPE]", Short: "write what serves a Go package", Long: driverHelp,
		Args: arguments(1, 1, "a Go package"),
		Example: "  ttf-int driver ./account\n  ttf-int driver ./list.List --type-args string\n" +
			"  ttf-int driver github.com/gammazero/deque.Deque",
	}
	flags := c.Flags()
	flags.StringVar(&name, "name", "", "call the program under test `NAME` instead of by its package")
	flags.StringVar(&types, "type-args", "", "give generic types the arguments `T,...` instead of int")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		return writeDriver(cmd.Context(), a.console, args[0], name, types)
	}
	return c
}

// programName is what a program under test may be called.
var programName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

func writeDriver(ctx context.Context, c *console, pattern, name, args string) error {
	if name != "" && !programName.MatchString(name) {
		return fmt.Errorf("--name %q: expected a letter, and letters, digits, - and _ behind it", name)
	}
	o := driver.Options{Dir: ".", Pattern: pattern}
	if args != "" {
		o.Args = strings.Split(args, ",")
	}
	p, err := driver.Read(ctx, o)
	if err != nil {
		return err
	}
	if name == "" {
		name = p.Name
	}
	dir, err := os.Getwd()
	if err != nil {
		return blameMachinery(err)
	}
	files, err := p.Files(dir, name)
	if err != nil {
		return err
	}
	if err := driver.Write(files); err != nil {
		return blameMachinery(err)
	}
	return c.write(func(w io.Writer) error {
		if c.json {
			return report.WriteDriverJSON(w, files, p)
		}
		return report.WriteDriver(w, files, p, nextSteps(files))
	})
}

// nextSteps returns what a person does after a driver was written.
func nextSteps(files []driver.File) []string {
	var out []string
	mod, err := os.ReadFile("go.mod")
	switch {
	case errors.Is(err, os.ErrNotExist):
		out = append(out, "go mod init example.com/tested && go mod tidy")
	case err == nil && !strings.Contains(string(mod), sdkModule):
		out = append(out, "go mod tidy")
	}
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".zed") && f.State != driver.Kept {
			out = append(out, "say in "+f.Path+" what each unit does: a schema that says true allows anything")
		}
	}
	return append(out, "ttf-int validate", "ttf-int run")
}
