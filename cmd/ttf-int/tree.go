package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
)

func (a *app) treeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "tree UNIT", Short: "show the testing tree of a unit", Args: cobra.ExactArgs(1),
		Long: `Tree shows how the valid input space of a unit was divided into test conditions,
and what the solver made of each leaf: a case, unsatisfiable, none in scope, or
undecided.`,
		Example: "  ttf-int tree insert\n  ttf-int tree insert --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			pl, err := a.plan(cmd.Context())
			if err != nil {
				return err
			}
			u, err := unit(pl, args[0])
			if err != nil {
				return err
			}
			return write(a.stdout, func(w io.Writer) error {
				if a.json {
					return report.TreeJSON(w, u)
				}
				return report.Tree(w, u, style(a.stdout))
			})
		},
	}
}
