package main

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
)

const explainHelp = `Explain shows all about one test case: the conditions that it satisfies, with
their places in the specification, its values, what stands in for each callee
and why, and from the last run the trace, expected against actual, and the
blame. Of callee@CASE, the id of a failure that was charged to a callee, it shows
what the callee did there.`

func (a *app) explainCommand() *cobra.Command {
	return a.limited(&cobra.Command{
		Use: "explain CASE", Short: "show all about one test case", Long: explainHelp, Args: arguments(1, 1, "the id of a case"),
		Example: "  ttf-int explain insert/DNF_1/SP_1\n  ttf-int explain insert/DNF_1/SP_1 --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			pl, ended := a.plan(cmd.Context())
			if pl == nil {
				return ended
			}
			u, c, err := testCase(pl, shownIn(args[0]))
			if err != nil {
				return cmp.Or(ended, err)
			}
			run, from, err := a.latest(pl)
			if err != nil {
				return err
			}
			var r *result.Result
			if run != nil {
				for _, x := range run.Results {
					if x.Case == args[0] && (r == nil || r.Support) {
						r = x
					}
				}
			}
			if r == nil && args[0] != c.ID {
				return fmt.Errorf("there is no result %q: no run kept here has charged that callee in %s", args[0], c.ID)
			}
			outcomes, err := within(cmd.Context(), a, func(ctx context.Context) plan.Outcomes { return pl.Outcomes(ctx, u, c) })
			if err != nil {
				return err
			}
			err = write(a.stdout, func(w io.Writer) error {
				if a.json {
					return report.ExplainJSON(w, u, c, outcomes, r, from)
				}
				return report.Explain(w, u, c, outcomes, r, from, style(a.stdout))
			})
			return cmp.Or(err, ended)
		},
	})
}
