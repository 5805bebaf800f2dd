package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/signoff"
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
that it still satisfies the callee's specification.

--format html writes a page for a review: one file that needs no network, with the text
of the specification, to which conditions lead, filters, a search, and keys that lead to
the next decision that is not accepted (n), the previous one (p) and the search (/), and
one that marks a decision (a): one command, shown in the page, accepts all that are marked.

` + "`ttf-int stubs accept`" + ` records that you reviewed the decisions; each is shown with who
accepted it then, or that it is new or has changed since. ` + "`ttf-int stubs check`" + ` runs the
callees themselves on the calls that stubs answer, and compares.`

func stubsCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "stubs [UNIT...]", Short: "report what stands in for each callee", Long: stubsHelp,
		Example: "  ttf-int stubs\n  ttf-int stubs insert --format markdown\n  ttf-int stubs --format html -o stubs.html\n  ttf-int stubs --json -o reviewed.json\n  ttf-int stubs --diff reviewed.json\n  ttf-int stubs --diff previous\n  ttf-int stubs --diff accepted\n  ttf-int stubs insert --freeze frozen\n  ttf-int stubs accept\n  ttf-int stubs check",
	}
	format := newFormatFlag(c, a.console, report.StubFormats)
	r := &review{app: a, output: newOutput(c, a.console)}
	c.Flags().StringVar(&r.earlier, "diff", "", "say what changed since the report in `FILE`, written with --json, or since a run: "+earlierForms)
	c.Flags().StringVar(&r.frozen, "freeze", "", "write what stubs made from specifications answer to tables in `DIR`")
	c.Flags().Int64Var(&r.seed, "seed", 0, "chooses the answers that are frozen where several are allowed")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		if r.format, err = format.chosenFormat(); err != nil {
			return err
		}
		r.units = args
		find := func(pl *planner.Planned) error { return findUnits(pl, args) }
		return a.planning.show(cmd.Context(), true, find,
			func(pl *planner.Planned) error { return r.show(cmd.Context(), pl) })
	}
	c.AddCommand(acceptCommand(a), checkCommand(a))
	return a.planning.flag(c)
}

// review is one call of stubs: it writes the stub report, or the tables of stubs'
// answers.
type review struct {
	*app
	format  report.Format[*report.StubReport]
	output  *output
	units   []string // the units to show; empty: all
	earlier string   // --diff
	frozen  string   // --freeze
	seed    int64
}

// show writes the stub report of a plan and its last run.
func (r *review) show(ctx context.Context, pl *planner.Planned) error {
	run, from, err := r.planning.readLatest(pl)
	if err != nil {
		return err
	}
	if r.frozen != "" {
		if pl.Unfinished != nil {
			return nil // how planning ended is said
		}
		return freeze(r.console, pl, pl.Freeze(ctx, run, r.seed, r.units), r.frozen)
	}
	from.Made = time.Now().UTC().Format(time.RFC3339)
	var observed map[string][]plan.Matrix
	if run != nil {
		if observed, err = pl.ObserveMatrices(run); err != nil {
			return err
		}
	}
	rep := report.Stubs(pl.Plan, run, observed, from, r.units...)
	if err := r.markAccepted(pl, rep); err != nil {
		return err
	}
	if r.earlier != "" {
		if err := r.compareWithEarlier(pl, rep); err != nil {
			return err
		}
	}
	return r.output.write("the stub report",
		func(w io.Writer, s report.Style) error { return r.format.Write(w, rep, s) })
}

// compareWithEarlier compares the report with what --diff names.
func (r *review) compareWithEarlier(pl *planner.Planned, rep *report.StubReport) error {
	if r.earlier == acceptedName {
		accepted, known, err := signoff.Read(pl.System.Dir)
		if err == nil && !known {
			err = fmt.Errorf("--diff %s: nothing was accepted yet: `ttf-int stubs accept` records a review", acceptedName)
		}
		if err != nil {
			return err
		}
		return rep.CompareWithAccepted(accepted)
	}
	run, err := findEarlierRun(pl.System, r.earlier)
	if err != nil {
		return err
	}
	if run != nil {
		return rep.CompareWithRun(run)
	}
	data, err := os.ReadFile(r.earlier)
	if err != nil {
		return err
	}
	return rep.CompareWith(r.earlier, data)
}

// markAccepted notes of each decision whether it was accepted, where the project keeps that.
func (r *review) markAccepted(pl *planner.Planned, rep *report.StubReport) error {
	accepted, kept, err := signoff.Read(pl.System.Dir)
	if err != nil || !kept {
		return err
	}
	return rep.MarkAccepted(accepted)
}
