package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
)

func (a *app) casesCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "cases UNIT", Short: "show the test cases of a unit", Args: cobra.ExactArgs(1),
		Long:    "Cases shows the test cases of a unit with their values and the result expected:\nas a table, as JSON, or as Z schemas.",
		Example: "  ttf-int cases insert\n  ttf-int cases insert --json\n  ttf-int cases insert --format z",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.oneFormat(cmd, format, "text", "z"); err != nil {
				return err
			}
			pl, err := a.plan(cmd.Context())
			if err != nil {
				return err
			}
			u, err := unit(pl, args[0])
			if err != nil {
				return err
			}
			return write(a.stdout, func(w io.Writer) error {
				switch {
				case a.json:
					return report.CasesJSON(w, u)
				case format == "z":
					return report.CasesZ(w, u)
				}
				return report.Cases(w, u, style(a.stdout))
			})
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or z")
	return c
}
