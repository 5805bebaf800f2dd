package main

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/report"
)

const stubsHelp = `Stubs writes the report that people review: for each unit and test case, each
callee, what stands in for it, the leaf of the callee that the call falls into,
what the case gives of it, a witness, and the reason in a sentence; and what all
that takes for granted. --diff says what changed since an earlier report that was
kept with --json -o. The decisions are those of the last run, with a note where it is
stale, or those of the plan where there is no run. A verdict belongs to a case as it
was when it ran: where its condition, values or decisions have changed since, the
case counts as not run.

--freeze writes, for each callee in whose place a stub made from its specification
answers, the answers to a table in the folder DIR. Review it, commit it, and name it
in the specification of the caller: it is a manual stub then, and validate checks
that it still satisfies the callee's specification.`

func (a *app) stubsCommand() *cobra.Command {
	var format, out, earlier, frozen string
	var seed int64
	c := &cobra.Command{
		Use: "stubs [UNIT...]", Short: "report what stands in for each callee", Long: stubsHelp,
		Example: "  ttf-int stubs\n  ttf-int stubs insert --format markdown\n  ttf-int stubs --format html -o stubs.html\n  ttf-int stubs --json -o reviewed.json\n  ttf-int stubs --diff reviewed.json\n  ttf-int stubs insert --freeze frozen",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.oneFormat(cmd, format, "text", "markdown", "html"); err != nil {
				return err
			}
			a.theorem2 = true
			pl, ended := a.plan(cmd.Context())
			if pl == nil {
				return ended
			}
			for _, name := range args {
				if _, err := unit(pl, name); err != nil {
					return cmp.Or(ended, err)
				}
			}
			run, from, err := a.latest(pl)
			if err != nil {
				return err
			}
			if frozen != "" {
				if ended != nil {
					return ended
				}
				return a.freeze(pl, pl.Freeze(cmd.Context(), run, seed, args), frozen)
			}
			var observed map[string][]plan.Matrix
			if run != nil {
				observed = pl.Observed(run)
			}
			rep := report.Stubs(pl.Plan, run, observed, from, args...)
			if earlier != "" {
				if err := since(rep, earlier); err != nil {
					return err
				}
			}
			emit := func(w io.Writer) error {
				switch {
				case a.json:
					return report.Document(w, rep)
				case format == "markdown":
					return rep.Markdown(w)
				case format == "html":
					return rep.HTML(w)
				case out != "":
					return rep.Text(w, report.Style{})
				}
				return rep.Text(w, style(a.stdout))
			}
			if out == "" {
				return cmp.Or(write(a.stdout, emit), ended)
			}
			if err := writeFile(out, emit); err != nil {
				return err
			}
			fmt.Fprintf(a.stderr, "the stub report is in %s\n", out)
			return ended
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, markdown or html")
	c.Flags().StringVar(&earlier, "diff", "", "say what changed since the report in `FILE`, written with --json")
	c.Flags().StringVar(&frozen, "freeze", "", "write what stubs made from specifications answer to tables in `DIR`")
	c.Flags().Int64Var(&seed, "seed", 0, "of the answers that are frozen where several are allowed")
	c.Flags().StringVarP(&out, "output", "o", "", "write to `FILE` instead of stdout")
	return a.limited(c)
}

// since holds a report against the one in a file.
func since(rep *report.StubReport, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return rep.Since(file, data)
}
