package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/source"
)

const pairsHelp = `Pairs makes test cases that check themselves from a sequence of operations of a class:
two sequences, and whether they leave equal objects. On each path the sequence is
equivalent to its normal form. It is not equivalent to the normal form of another path
where an experiment proves that: further operations, with an observer at the end, that
have different values by the axioms. Values of parameters are found by the solver: small
ones, and such as all differ. Nothing is run.`

func pairsCommand(a *app) *cobra.Command {
	var spec string
	var o pairs.Options
	c := &cobra.Command{
		Use: "pairs CLASS SEQUENCE", Short: "make test cases of a sequence that check themselves", Long: pairsHelp,
		Args:    arguments(2, 2, "a class and a sequence"),
		Example: "  ttf-int pairs --spec queue.lobas Queue 'create.add(x).add(y).delete'",
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Depth < 0 || o.Paths < 1 || o.Tries < 1 {
				return fmt.Errorf("expected --depth 0 or more, --paths 1 or more, and --tries 1 or more")
			}
			return makePairs(cmd.Context(), a, spec, args, o)
		},
	}
	flags := c.Flags()
	flags.StringVar(&spec, "spec", "", "the `FILE` with the specification of the class")
	flags.IntVar(&o.Depth, "depth", 3, "make experiments of `N` operations at most before the observer")
	flags.IntVar(&o.Paths, "paths", 100, "use `N` paths at most")
	flags.IntVar(&o.Tries, "tries", 2000, "try `N` experiments at most with one candidate")
	return c
}

func makePairs(ctx context.Context, a *app, spec string, args []string, o pairs.Options) error {
	classes, class, err := readClass(spec, args[0])
	if err != nil {
		return err
	}
	term, err := language.ParseSequence(source.NewFile("sequence", args[1]).Whole(), classes, class)
	if err != nil {
		return err
	}
	solver, err := a.answerer.openSolver(ctx)
	if err != nil {
		return err
	}
	made, err := pairs.Make(classes, class, term, conditions.New(ctx, solver), o)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	d := report.NewPairsDocument(made)
	return a.console.write(func(w io.Writer) error {
		if a.console.json {
			return report.WriteDocument(w, d)
		}
		return d.Write(w)
	})
}
