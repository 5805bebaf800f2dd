package main

import (
	"cmp"
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/report"
)

const casesHelp = `Cases shows the test cases of a unit with their values and the result expected:
the only one that the specification allows, or all of them where they are few.
They are written as a table; as JSON; as Z schemas, a line each (z) or in LaTeX
(latex), which include the schemas of their leaves (ttf-int tree --format z); or as
the list of own cases that the unit's YAML file may hold (yaml).`

func (a *app) casesCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "cases UNIT", Short: "show the test cases of a unit", Long: casesHelp, Args: arguments(1, 1, "a unit"),
		Example: "  ttf-int cases insert\n  ttf-int cases insert --json\n  ttf-int cases insert --format yaml\n  ttf-int cases insert --format latex",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.oneFormat(cmd, format, "text", "yaml", "latex", "z"); err != nil {
				return err
			}
			pl, ended := a.plan(cmd.Context())
			if pl == nil {
				return ended
			}
			u, err := unit(pl, args[0])
			if err != nil {
				return cmp.Or(ended, err)
			}
			var outcomes []plan.Outcomes
			if a.json || format == "text" {
				outcomes, err = within(cmd.Context(), a, func(ctx context.Context) (all []plan.Outcomes) {
					for _, c := range u.Cases {
						all = append(all, pl.Outcomes(ctx, u, c))
					}
					return all
				})
			}
			if err != nil {
				return err
			}
			err = write(a.stdout, func(w io.Writer) error {
				switch {
				case a.json:
					return report.CasesJSON(w, u, outcomes)
				case format == "yaml":
					return report.CasesYAML(w, u)
				case format == "latex":
					return report.CasesLaTeX(w, u)
				case format == "z":
					return report.CasesZ(w, u)
				}
				return report.Cases(w, u, outcomes, style(a.stdout))
			})
			return cmp.Or(err, ended)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, yaml, latex or z")
	return a.limited(c)
}
