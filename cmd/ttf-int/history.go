package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/history"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/store"
)

const historyHelp = `History shows the last runs that are kept in .ttf-int/, and what the last of them found
otherwise than those before it, case by case: what has come to fail, to pass or to be
blocked, which callees were replaced by stubs where they stood for themselves, or the other
way round, which leaves are no longer tested, what became slower by much, and what passed in
some of these runs and failed in others on the same values. With UNIT it is about that unit
or machine alone.`

func historyCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "history [UNIT]", Short: "show what the last run found otherwise than those before it", Long: historyHelp,
		Args: arguments(0, 1, "a unit"), Example: "  ttf-int history\n  ttf-int history insert --runs 5\n  ttf-int history --json",
	}
	most := c.Flags().Int("runs", store.KeptRuns, "the last `N` runs")
	c.RunE = func(_ *cobra.Command, args []string) error {
		system, err := a.project.load(false)
		if err != nil {
			return err
		}
		unit := ""
		if len(args) == 1 {
			if unit = args[0]; system.Unit(unit) == nil && findMachine(system, unit) == nil {
				var names []string
				for _, u := range system.Units {
					names = append(names, u.Name)
				}
				return missingUnit(unit, names)
			}
		}
		found := history.Compare(store.ReadDecided(system.Dir, "", max(1, *most)), unit)
		return a.console.write(func(w io.Writer) error {
			if a.console.json {
				return report.WriteDocument(w, found)
			}
			return report.WriteHistory(w, found, style(a.console.stdout))
		})
	}
	return c
}
