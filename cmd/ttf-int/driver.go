package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/algebra/language"
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
operations lead to it. Types of several packages are served by one table in that folder:
where the constructor of one is given another, the calls between them are recorded. An
object that is given a clock has one whose time is a state variable.

The skeleton allows anything: each schema says true until you say more. Nothing that
exists is overwritten: a second run adds what is new.

With --lobas FILE the types are the classes of an algebraic specification, and their
methods its operations, whatever the case of letters: the table and a document for each
class are written. An operation that there is not, or otherwise, is an error with both places.`

func driverCommand(a *app) *cobra.Command {
	var name, types, lobas string
	var without []string
	c := &cobra.Command{
		Use: "driver PACKAGE[.TYPE]...", Short: "write what serves a Go package", Long: driverHelp,
		Args: arguments(1, math.MaxInt, "a Go package"),
		Example: "  ttf-int driver ./account\n  ttf-int driver ./heap.Heap --lobas specs/queue.lobas\n  ttf-int driver ./list.List --type-args string\n" +
			"  ttf-int driver github.com/gammazero/deque.Deque\n" +
			"  ttf-int driver example.com/shop.Shop example.com/shop/store.Store",
	}
	flags := c.Flags()
	flags.StringVar(&name, "name", "", "call the program under test `NAME` instead of by its package")
	flags.StringVar(&types, "type-args", "", "give generic types the arguments `T,...` instead of int; what is held as any is of the first")
	flags.StringVar(&lobas, "lobas", "", "serve the classes of the algebraic specification in a `FILE`")
	flags.StringArrayVar(&without, "without", nil, "write nothing for `METHOD`, as Drop or Shop.Drop; may be repeated")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		dir, err := os.Getwd()
		if err != nil {
			return blameMachinery(err)
		}
		d := driving{dir: dir, patterns: args, name: name, types: types, lobas: lobas, without: without}
		if err := d.read(cmd.Context()); err != nil {
			return err
		}
		return d.write(a.console, nil, moduleSteps())
	}
	return c
}

// programName is what a program under test may be called.
var programName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// driving is the writing of what serves a package into the project of a folder.
type driving struct {
	dir      string   // absolute
	patterns []string // packages and types
	name     string   // of the program; "": by its package
	types    string   // type arguments, or ""
	without  []string // methods
	lobas    string   // the file of an algebraic specification, or ""
	served   *driver.Package
	files    []driver.File
}

// read reads the package, and finds what is to be written.
func (d *driving) read(ctx context.Context) error {
	if d.name != "" && !programName.MatchString(d.name) {
		return fmt.Errorf("--name %q: expected a letter, and letters, digits, - and _ behind it", d.name)
	}
	o := driver.Options{Dir: d.dir, Patterns: d.patterns, Without: d.without}
	if d.types != "" {
		o.Args = strings.Split(d.types, ",")
	}
	if d.lobas != "" && len(d.without) > 0 {
		return errors.New("--without and --lobas: a class is served with the operations that it has there")
	}
	if d.lobas != "" {
		return d.readClasses(ctx, o)
	}
	var err error
	if d.served, err = driver.Read(ctx, o); err != nil {
		return err
	}
	d.files, err = d.served.Files(d.dir, cmp.Or(d.name, d.served.Name))
	return err
}

// readClasses reads the classes of an algebraic specification, and finds what is to be written.
func (d *driving) readClasses(ctx context.Context, o driver.Options) error {
	text, ok := readAlgebraic(d.lobas)
	if !ok {
		return fmt.Errorf("--lobas %s: it is not a file with an algebraic specification", d.lobas)
	}
	classes, err := language.Parse(text)
	if err != nil {
		return err
	}
	if d.served, err = driver.ReadClasses(ctx, o, classes); err != nil {
		return err
	}
	path := d.lobas
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.dir, path)
	}
	d.files, err = d.served.ClassFiles(d.dir, cmp.Or(d.name, d.served.Name), path)
	return err
}

// write writes the files, and says which beside those that were made before, and what to do next, after the first
// steps.
func (d *driving) write(c *console, made []driver.File, first []string) error {
	if err := driver.Write(d.files); err != nil {
		return blameMachinery(err)
	}
	all := append(made, d.files...)
	return c.write(func(w io.Writer) error {
		if c.json {
			return report.WriteDriverJSON(w, all, d.served)
		}
		return report.WriteDriver(w, all, d.served, append(first, lastSteps(d.files)...))
	})
}

// moduleSteps returns what a person does with the module of the working directory after a driver was written.
func moduleSteps() []string {
	mod, err := os.ReadFile("go.mod")
	switch {
	case errors.Is(err, os.ErrNotExist):
		return []string{"go mod init example.com/tested && go mod tidy"}
	case err == nil && !strings.Contains(string(mod), sdkModule):
		return []string{"go mod tidy"}
	}
	return nil
}

// lastSteps returns what a person does after a driver was written, when its module is in order.
func lastSteps(files []driver.File) []string {
	var out []string
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".zed") && f.State != driver.Kept {
			out = append(out, "say in "+f.Path+" what each unit does: a schema that says true allows anything")
		}
	}
	return append(out, "ttf-int validate", "ttf-int run")
}
