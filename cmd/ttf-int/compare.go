package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/fidelity"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
)

const checkHelp = `Check has the callees themselves answer the calls that their stubs answer, and compares.
It does so for the table of every manual stub, and for the stubs that are made from
specifications and stand in for a callee in the plan or in the last run. The callee is run
on the inputs and the state of each call, as in a test case of its own, and judged by its
specification.

An answer that differs is not wrong where the specification allows both; it is shown,
since a caller may have come to rely on the one that the stub gives. Where the callee
does not satisfy its specification, it is the callee that is wrong, which may be why a
stub stands there. Rows of a table that answer no call are listed, and so is how many
answers differ from each other: a table needs no fewer rows.

Exit codes: 0 also where answers differ; 1 where a callee does not satisfy its
specification; 3 where a program could not be built or started; 4 where answers could not
be compared.`

// answersSampled is how many answers of a stub are compared where it may give many.
const answersSampled = 20

func checkCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "check [CALLER...]", Short: "compare the answers of stubs with those of the callees", Long: checkHelp,
		Example: "  ttf-int stubs check\n  ttf-int stubs check insert --sample 100\n  ttf-int stubs check --json -o answers.json",
	}
	format := newFormatFlag(c, a.console, report.ComparisonFormats)
	output := newOutput(c, a.console)
	o := fidelity.Options{Guard: a.guard}
	c.Flags().IntVar(&o.Sample, "sample", answersSampled,
		"compare at most `N` answers of a stub made from a specification, and of a row that answers several calls")
	c.Flags().Int64Var(&o.Seed, "seed", 0, "chooses the answers of stubs where several are allowed")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		f, err := format.chosenFormat()
		if err != nil {
			return err
		}
		if o.Sample < 1 {
			return errors.New("--sample: expected a number of answers, at least 1")
		}
		o.Units = args
		find := func(pl *planner.Planned) error { return findUnits(pl, args) }
		return a.planning.show(cmd.Context(), false, find, func(pl *planner.Planned) error {
			if pl.Unfinished != nil {
				return nil // how planning ended is said
			}
			done, err := a.compare(cmd.Context(), pl, o)
			if err != nil {
				return err
			}
			if err := output.write("what came of the stubs",
				func(w io.Writer, s report.Style) error { return f.Write(w, done, s) }); err != nil {
				return err
			}
			return endCompared(done)
		})
	}
	return a.planning.flag(c)
}

// compare compares the stubs of a plan with their callees.
func (a *app) compare(ctx context.Context, pl *planner.Planned, o fidelity.Options) (*fidelity.Comparison, error) {
	last, _, err := a.planning.readLatest(pl)
	if err != nil {
		return nil, err
	}
	bar := a.console.progress("running callees")
	defer bar.end()
	o.Progress, o.Plan = bar.set, a.planOther
	done, err := fidelity.Compare(ctx, pl, last, o)
	return done, blameMachinery(err)
}

// endCompared returns how the command ends.
func endCompared(c *fidelity.Comparison) error {
	switch {
	case c.Interrupted:
		return exitSilently(exitInterrupted)
	case c.Count(fidelity.Faulty) > 0:
		return exitSilently(exitFailed)
	case len(c.Notes) > 0:
		return exitSilently(exitMachinery)
	case c.Count(fidelity.Unknown, fidelity.NotRun) > 0:
		return exitSilently(exitIncomplete)
	}
	return nil
}
