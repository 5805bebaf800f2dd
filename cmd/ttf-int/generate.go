package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/korat"
	"github.com/ttf-int/ttf-int/korat/bounds"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

const generateHelp = `Generate lists every structure, up to a bound on its size, that the predicate of a Go type
accepts: its method RepOK() bool, or the one that --predicate names. Of structures that differ only in which
object of a type is which, one is listed.

PACKAGE.TYPE is a struct type of a package of the main module, as ./bintree.Tree, or of another one, as
container/list.List, whose predicate is in a file that --with names. Nothing in the module is changed: a program
is built with the predicate and all that it calls in it, and a hook at each read, and makes the search. Bounds are
by name: Node=7 is how many objects there are of a type, Tree.size=0..7 the values of a field,
Heap.items.len=0..5 the lengths of a slice, Heap.items[]=-1..3 the values of its elements or of those of a map,
Graph.edges.keys=0..3 the keys of a map. --skeleton writes all that there are, as a file for --bounds.

With --store what is found is kept in a file as it is found. The same command goes on where it was interrupted.`

// defaultSize is up to which values of bounds go that are not set.
const defaultSize = 3

// generateOptions are the flags of generate.
type generateOptions struct {
	bounds, files                []string
	file, predicate, tags, types string
	format, store                string
	size                         int
	first                        int64
	skeleton, count, every, fast bool
	parallel                     int
	limit                        time.Duration
}

func generateCommand(a *app) *cobra.Command {
	o := &generateOptions{}
	c := &cobra.Command{
		Use: "generate [PACKAGE.TYPE]", Short: "list every structure that a Go predicate accepts", Long: generateHelp,
		Args: arguments(0, 1, "a Go type"),
		Example: "  ttf-int generate ./bintree.Tree --bound Node=7 --bound Tree.size=7\n" +
			"  ttf-int generate ./bintree.Tree --size 4 --count\n" +
			"  ttf-int generate ./bintree.Tree --skeleton",
	}
	flags := c.Flags()
	flags.StringArrayVar(&o.bounds, "bound", nil, "set the bound `NAME=VALUES`")
	flags.StringVar(&o.file, "bounds", "", "read bounds from the YAML file `FILE`")
	flags.IntVar(&o.size, "size", 0,
		fmt.Sprintf("give bounds that are not set values up to `N` (default %d)", defaultSize))
	flags.StringVar(&o.predicate, "predicate", "", "ask the method or function `NAME` instead of RepOK")
	flags.StringVar(&o.types, "type-args", "", "give a generic type the arguments `T,...` instead of int")
	flags.StringSliceVar(&o.files, "with", nil, "compile the Go files `FILE,...` with the package, as one with a predicate")
	flags.StringVar(&o.tags, "tags", "", "build with the tags `TAG,...`")
	flags.StringVar(&o.format, "format", "text", "write structures as `FORMAT`: "+strings.Join(structureFormats, ", "))
	flags.Int64Var(&o.first, "first", 0, "end with the first `N` structures")
	flags.BoolVar(&o.skeleton, "skeleton", false, "write the bounds as a YAML file, and search nothing")
	flags.StringVar(&o.store, "store", "", "keep what is found in `FILE`, and go on where it ends")
	flags.BoolVar(&o.count, "count", false, "say how many there are, and write none")
	flags.IntVar(&o.parallel, "parallel", 1, "search in `N` processes, where nothing is stored and all are wanted")
	flags.BoolVar(&o.fast, "fast", false, "go on from snapshots of runs, instead of asking again from the beginning")
	flags.BoolVar(&o.every, "exhaustive", false, "try every candidate, to see that nothing is left out: for small bounds")
	flags.DurationVar(&o.limit, "case-timeout", 10*time.Second, "give a run of the predicate `TIME`")
	c.RunE = func(cmd *cobra.Command, args []string) error { return a.generate(cmd.Context(), args, o) }
	return c
}

// structureFormats are the ways in which structures can be written.
var structureFormats = []string{"text", "json", "go", "dot", "svg"}

// generate makes the search that the flags ask for.
func (a *app) generate(ctx context.Context, args []string, o *generateOptions) error {
	if !slices.Contains(structureFormats, o.format) {
		return fmt.Errorf("--format %q: %s", o.format, source.FormatExpected(o.format, structureFormats))
	}
	if o.fast && o.every {
		return fmt.Errorf("--fast and --exhaustive exclude each other")
	}
	if o.size < 0 || o.first < 0 || o.limit < 0 {
		return fmt.Errorf("--size, --first and --case-timeout are not negative")
	}
	file := &spec.Structure{}
	if o.file != "" {
		var err error
		if file, err = config.LoadStructure(o.file); err != nil {
			return err
		}
	}
	subject, err := o.load(ctx, args, file)
	if err != nil {
		return err
	}
	settings, err := o.settings(file)
	if err != nil {
		return err
	}
	b, err := subject.Bounds(settings, cmp.Or(o.size, file.Size, defaultSize))
	if err != nil {
		return err
	}
	if o.skeleton {
		return a.console.write(func(w io.Writer) error { return writeSkeleton(w, args, file, o, b) })
	}
	build := subject.Build
	if o.fast {
		build = subject.BuildFast
	}
	program, err := build(ctx, b)
	if err != nil {
		return err
	}
	defer program.Close()
	if why := program.Slow(); why != "" {
		a.console.note("the search is made as without --fast: %s", why)
	}
	return a.enumerate(ctx, program, b, o)
}

// load reads the type that the arguments name, or the file of bounds.
func (o *generateOptions) load(ctx context.Context, args []string, file *spec.Structure) (*korat.Subject, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, blameMachinery(err)
	}
	pattern := file.Type
	if len(args) > 0 {
		pattern = args[0]
	}
	if pattern == "" {
		return nil, fmt.Errorf("there is no type: expected one, or --bounds with a file that has the key structure")
	}
	pkg, typ := korat.SplitType(pattern)
	if typ == "" {
		return nil, fmt.Errorf("%q names no type: expected a package, a dot and a type, as ./bintree.Tree", pattern)
	}
	options := korat.Options{Dir: dir, Package: pkg, Type: typ, Predicate: cmp.Or(o.predicate, file.Predicate),
		Tags: cmp.Or(o.tags, file.Tags), Files: append(slices.Clone(file.Files), o.files...)}
	if o.types != "" {
		options.Args = strings.Split(o.types, ",")
	}
	return korat.Load(ctx, options)
}

// settings returns the bounds that flags and a file set. Flags come last, and say what holds.
func (o *generateOptions) settings(file *spec.Structure) ([]bounds.Setting, error) {
	var out []bounds.Setting
	for _, b := range file.Bounds {
		out = append(out, bounds.Setting{Name: b.Name, Text: b.Text, At: b.At})
	}
	for _, text := range o.bounds {
		name, value, is := strings.Cut(text, "=")
		if !is {
			return nil, fmt.Errorf("--bound %q: expected NAME=VALUES", text)
		}
		out = append(out, bounds.Setting{Name: strings.TrimSpace(name), Text: value, Flag: "--bound " + text})
	}
	return out, nil
}
