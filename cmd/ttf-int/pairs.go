package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/source"
)

const pairsHelp = `Pairs makes test cases that check themselves: two sequences of operations of a class, and
whether they leave equal objects, or give equal values.

Of a sequence that is given, or with --all N of all up to that length, the parameters get
values by the solver: on each path the smallest ones, those at the borders of its
conditions, such as all differ, and such as are far apart. There the sequence is equivalent
to its normal form, and on some paths to each step between. It is not equivalent to the
normal form of another path where an experiment proves that: further operations, with an
observer at the end, that have different values by the axioms.

With --random N, sequences are drawn with values. With --check FILE, cases that are written
are read, and held against the axioms. --out FILE writes cases in the form that --check
reads. Nothing is run.

The class is specified in the file that --spec names, or is one of the project.`

// pairsFlags are the flags of pairs.
type pairsFlags struct {
	spec        []string
	all, random int
	mutants     bool
	observers   bool
	check, out  string
	options     pairs.Options
	drawing     pairs.Drawing
}

func pairsCommand(a *app) *cobra.Command {
	var f pairsFlags
	c := &cobra.Command{
		Use: "pairs CLASS [SEQUENCE]", Short: "make test cases that check themselves", Long: pairsHelp,
		Args: arguments(1, 2, "a class, and a sequence unless --all, --random or --check is given"),
		Example: "  ttf-int pairs --spec queue.lobas Queue 'create.add(x).add(y).delete'\n" +
			"  ttf-int pairs --spec queue.lobas Queue --all 3 --out queue.cases\n" +
			"  ttf-int pairs --spec queue.lobas Queue --random 1000 --length 30 --range 100 --ratio 3\n" +
			"  ttf-int pairs --spec queue.lobas Queue --check queue.cases",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.verify(len(args) == 2); err != nil {
				return err
			}
			return makePairs(cmd.Context(), a, f, args)
		},
	}
	flags := c.Flags()
	flags.StringArrayVar(&f.spec, "spec", nil, "a `FILE` with the specification of the class; given again, of others that it uses")
	flags.IntVar(&f.options.Depth, "depth", 3, "make experiments of `N` operations at most before the observer")
	flags.IntVar(&f.options.Paths, "paths", 100, "use `N` paths at most; of more, a sample")
	flags.IntVar(&f.options.Values, "values", 4, "use `N` valuations of each path at most")
	flags.IntVar(&f.options.Tries, "tries", 2000, "try `N` experiments at most with one candidate")
	flags.IntVar(&f.options.Between, "between", 0, "use all steps on the way to the normal form of `N` paths")
	flags.IntVar(&f.options.Steps, "steps", rewriting.DefaultSteps, "apply axioms `N` times at most to one sequence")
	flags.IntVar(&f.all, "all", 0, "use all sequences of up to `N` operations behind create")
	flags.BoolVar(&f.observers, "observers", false, "with --all, also those that an observer ends")
	flags.IntVar(&f.random, "random", 0, "draw `N` sequences")
	flags.IntVar(&f.drawing.Length, "length", 20, "with --random: `N` operations behind create")
	flags.Int64Var(&f.drawing.Range, "range", 100, "with --random: integers are from 1 to `N`, and there are as many strings")
	flags.Float64Var(&f.drawing.Ratio, "ratio", 3, "with --random: `R` constructors for each transformer")
	flags.BoolVar(&f.drawing.Biased, "biased", false, "with --random: steer each sequence to a branch of the axioms, and "+
		"vary length, ratio and range up to what is given")
	flags.BoolVar(&f.drawing.Differs, "differ", false, "with --random: also cases that are not equivalent, with sequences "+
		"that are nearly the same")
	flags.BoolVar(&f.mutants, "mutants", false, "with --random: of the sequences, use those of which an operation tells a "+
		"mutant of the axioms apart")
	flags.Uint64Var(&f.options.Seed, "seed", 1, "chooses what is drawn")
	flags.StringVar(&f.check, "check", "", "read cases from a `FILE`, and hold them against the axioms")
	flags.StringVarP(&f.out, "out", "o", "", "write the cases to a `FILE`, which --check reads")
	return c
}

// verify says what is wrong with the flags.
func (f *pairsFlags) verify(sequence bool) error {
	ways := 0
	for _, given := range []bool{sequence, f.all > 0, f.random > 0, f.check != ""} {
		if given {
			ways++
		}
	}
	switch o := f.options; {
	case ways != 1:
		return fmt.Errorf("expected one of these: a sequence, --all N, --random N, --check FILE")
	case o.Depth < 0 || o.Between < 0 || o.Paths < 1 || o.Values < 1 || o.Tries < 1 || o.Steps < 1:
		return fmt.Errorf("expected --depth and --between of 0 or more, and --paths, --values, --tries and --steps of 1 or more")
	case f.drawing.Length < 1 || f.drawing.Range < 1 || f.drawing.Ratio < 0:
		return fmt.Errorf("expected --length and --range of 1 or more, and --ratio of 0 or more")
	}
	f.drawing.Seed = f.options.Seed
	return nil
}

func makePairs(ctx context.Context, a *app, f pairsFlags, args []string) error {
	classes, class, err := readClass(a, f.spec, args[0])
	if err != nil {
		return err
	}
	solver, err := a.answerer.openSolver(ctx)
	if err != nil {
		return err
	}
	maker := pairs.New(classes, class, conditions.New(ctx, solver), f.options)
	if f.check != "" {
		return checkCases(a, f, maker, classes, class)
	}
	out := gathered{document: report.NewPairsDocument(), keep: a.console.json}
	making := func(w io.Writer) error {
		out.lines = w
		return out.make(ctx, maker, classes, class, f, args)
	}
	if f.out != "" {
		if err := writeMade(f.out, class, making); err != nil {
			return err
		}
	} else if f.random > 0 && !a.console.json {
		if err := making(a.console.stdout); err != nil {
			return err
		}
	} else if err := making(nil); err != nil {
		return err
	}
	return a.console.write(func(w io.Writer) error {
		switch {
		case a.console.json:
			return report.WriteDocument(w, out.document)
		case out.lines != nil:
			return out.document.WriteSummary(w)
		}
		return out.document.Write(w)
	})
}

// writeMade writes a file of the cases that making writes.
func writeMade(path string, class *language.Class, making func(io.Writer) error) error {
	var made error
	err := writeFile(path, func(w io.Writer) error {
		if err := pairs.WriteHead(w, class); err != nil {
			return err
		}
		made = making(w)
		return made
	})
	return cmp.Or(made, err)
}

// gathered is what is kept of pairs: their texts where a document has them, and their number otherwise.
type gathered struct {
	document *report.PairsDocument
	keep     bool      // the texts
	lines    io.Writer // where the cases are written while they are made; nil where they are not
}

// make makes the pairs that are asked for.
func (g *gathered) make(ctx context.Context, maker *pairs.Maker, classes []*language.Class, class *language.Class,
	f pairsFlags, args []string,
) (err error) {
	var made pairs.Pairs
	switch {
	case f.random > 0 && f.mutants:
		told := maker.NewMutants()
		if made, err = maker.DrawTelling(ctx, f.drawing, f.random, told); err == nil {
			telling := told.Telling()
			g.document.Telling = &telling
		}
	case f.random > 0:
		return g.draw(ctx, classes, class, f)
	case f.all > 0:
		made, err = maker.All(ctx, f.all, f.observers)
	default:
		term, wrong := language.ParseSequence(source.NewFile("sequence", args[1]).Whole(), classes, class)
		if wrong != nil {
			return wrong
		}
		made, err = maker.Make(term)
	}
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	g.document.Add(made)
	if g.lines == nil {
		return nil
	}
	return blameMachinery(pairs.WriteCases(g.lines, made.Pairs))
}

// draw draws sequences on all processors.
func (g *gathered) draw(ctx context.Context, classes []*language.Class, class *language.Class, f pairsFlags) error {
	return pairs.DrawAll(ctx, classes, class, f.options, f.drawing, f.random,
		func(made pairs.Pairs) (func() error, error) {
			var lines bytes.Buffer
			if g.lines != nil {
				if err := pairs.WriteCases(&lines, made.Pairs); err != nil {
					return nil, err
				}
			}
			return func() error {
				if g.keep {
					g.document.Add(made)
				} else {
					g.document.Count(made)
				}
				if g.lines == nil {
					return nil
				}
				_, err := lines.WriteTo(g.lines)
				return blameMachinery(err)
			}, nil
		})
}

// checkCases holds written cases against the axioms.
func checkCases(a *app, f pairsFlags, maker *pairs.Maker, classes []*language.Class, class *language.Class) error {
	data, err := os.ReadFile(f.check)
	if err != nil {
		return fmt.Errorf("the cases cannot be read: %w", err)
	}
	checked := pairs.NewChecker(maker)
	d, total := report.NewPairsDocument(), 0
	check := func(w io.Writer) error {
		var wrote error
		err := language.EachCase(source.NewFile(f.check, string(data)).Whole(), classes, func(one language.Case) {
			if one.Class != class {
				return
			}
			p := pairs.Of(one)
			checked.Check(&p)
			total++
			if a.console.json {
				d.Add(pairs.Pairs{Pairs: []pairs.Pair{p}})
			}
			if w != nil && wrote == nil {
				wrote = pairs.WriteCases(w, []pairs.Pair{p})
			}
		})
		return cmp.Or(err, checked.Errs.Err(), wrote)
	}
	if f.out != "" {
		err = writeMade(f.out, class, check)
	} else {
		err = check(nil)
	}
	if err != nil {
		return err
	}
	d.Counts.Complete = true
	return a.console.write(func(w io.Writer) error {
		if a.console.json {
			return report.WriteDocument(w, d)
		}
		_, err := fmt.Fprintf(w, "%s: %s of %s, %d proved by the axioms, %d beyond what they say\n", f.check,
			count(total, "case"), class.Name.Text, checked.Proved, checked.Unproved)
		return err
	})
}
