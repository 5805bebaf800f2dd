package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
)

const whyHelp = `Why says why a unit is in its layer, which of its cases the last run ran, took over from
an earlier one or blocked, and why, and what stood in for its callees. With a second unit it
shows a shortest way from one of them to the other along uses and calls.`

func whyCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "why UNIT [UNIT]", Short: "say why a unit is in its layer, and what became of it", Long: whyHelp,
		Args: arguments(1, 2, "a unit"), Example: "  ttf-int why insert\n  ttf-int why insert sort\n  ttf-int why insert --json",
	}
	c.RunE = func(cmd *cobra.Command, args []string) error {
		find := func(pl *planner.Planned) error { return findUnits(pl, args) }
		return a.planning.show(cmd.Context(), true, find, func(pl *planner.Planned) error {
			run, _, err := a.planning.readLatest(pl)
			if err != nil {
				return err
			}
			other := ""
			if len(args) == 2 {
				other = args[1]
			}
			found := report.ExplainUnit(pl.Plan, run, args[0], other)
			return a.console.write(func(w io.Writer) error {
				if a.console.json {
					return report.WriteDocument(w, found)
				}
				return report.WriteWhy(w, found, style(a.console.stdout))
			})
		})
	}
	return a.planning.flag(c)
}
