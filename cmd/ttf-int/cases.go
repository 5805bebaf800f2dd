package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
)

const casesHelp = `Cases shows the test cases of a unit or class. Those of a class are pairs of sequences, and
whether they leave equal objects; as YAML they are own cases, which a person can read, change and keep.
Those of a unit are shown with their values and the result expected:
the only one that the specification allows, or all of them where they are few.
The table shows the first 12 elements of a collection, other formats all of them.
As schemas of Z they include the schemas of their leaves, which tree writes in the
same format.`

func casesCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "cases UNIT", Short: "show the test cases of a unit or class", Long: casesHelp,
		Args:    arguments(1, 1, "a unit"),
		Example: "  ttf-int cases insert\n  ttf-int cases insert --json\n  ttf-int cases insert --format yaml\n  ttf-int cases insert --format latex",
	}
	ways := waysFlag(c)
	format := newFormatFlag(c, a.console, report.CaseFormats)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		f, err := format.chosenFormat()
		if err != nil {
			return err
		}
		if *ways && format.isGiven() && !a.console.json {
			return errWaysFormat
		}
		var shown report.UnitCases
		find := func(pl *planner.Planned) (err error) {
			if pl.Plan.Class(args[0]) == nil {
				shown.Unit, err = findUnit(pl, args[0])
			}
			return err
		}
		return a.planning.show(cmd.Context(), false, find, func(pl *planner.Planned) error {
			if shown.Unit == nil {
				return a.showPairs(pl.Plan.Class(args[0]), f.Name, *ways)
			}
			if *ways {
				return a.showWays(cmd.Context(), pl, []*plan.Unit{shown.Unit}, nil)
			}
			if f.Searches {
				shown.Outcomes, err = callWithin(cmd.Context(), a.limits.memory, grace,
					func(ctx context.Context) ([]plan.Outcomes, error) {
						return planner.FindOutcomes(ctx, pl, shown.Unit), nil
					})
				if err != nil {
					return err
				}
			}
			return a.console.write(func(w io.Writer) error { return f.Write(w, shown, style(a.console.stdout)) })
		})
	}
	return a.planning.flag(c)
}
