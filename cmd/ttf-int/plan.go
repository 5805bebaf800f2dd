package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
)

const planHelp = `Plan works out the layers in which the units are tested, the testing tree and
the test cases of each unit with the results that are expected, and for every
case what stands in for each callee. It assumes that every case will pass. Your program
is started only where units need a constant of the specification of which neither
the axioms nor ttf-int.yaml say the value: it may say it (sut.Constant). Otherwise
one is chosen, and what has no case with that is open, not unsatisfiable.

What was found of a unit is kept in .ttf-int/ beside ttf-int.yaml: a unit is not
solved again before its specification changes, or its callees' do. --no-cache
plans anew.

Where a case may call a callee with what no leaf of the callee was tested on, the
callee gets a leaf there, and is tested on it first (strengthening). The leaf is
named after what it is: put/ST_78c28170. --no-strengthen leaves it out, and a stub
stands in. --cover-callees adds cases that meet the leaves of callees that no other
case meets.

Units that use each other are an error, which names the cheapest cut. With
--break-cycles that cut is made: the caller is tested first, with a stub made from
the callee's specification in its place, and the plan shows how often.

With --timeout, or when it is interrupted, plan shows what it has found until then,
marked as unfinished, and says which units, leaves and cases it has not reached: exit
code 4 for the time limit, 130 for an interrupt. What was found of whole units is
known to the next plan. An unfinished plan is not run.

A plan that was kept with -o can be handed to ` + "`ttf-int run`" + `, which refuses it when
the specifications have changed since. What runs is what the file says; what in it
the specifications do not bear out is refused at its place.`

func (a *app) planCommand() *cobra.Command {
	var out, format string
	c := &cobra.Command{
		Use: "plan", Short: "work out layers, test cases and stubs", Long: planHelp, Args: noArguments(),
		Example: "  ttf-int plan\n  ttf-int plan -o plan.json\n  ttf-int plan --json | jq .layers\n  ttf-int plan --format mermaid",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.oneFormat(cmd, format, "text", "dot", "mermaid"); err != nil {
				return err
			}
			a.theorem2 = a.json || out != "" || format == "text"
			pl, ended := a.plan(cmd.Context())
			if pl == nil {
				return ended
			}
			fmt.Fprintln(a.stderr, planned(pl))
			a.sayChosen(pl)
			if err := a.showPlan(pl, out, format, cmd.Flags().Changed("format")); err != nil {
				return err
			}
			return ended
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "keep the plan in `FILE`, for run")
	c.Flags().StringVar(&format, "format", "text", "text, dot or mermaid")
	return a.limited(c)
}

// showPlan writes a plan to the file that was asked for, and to stdout.
func (a *app) showPlan(pl *planner.Planned, out, format string, drawn bool) error {
	if out != "" {
		if err := writeFile(out, func(w io.Writer) error { return planJSON(w, pl) }); err != nil {
			return err
		}
		fmt.Fprintf(a.stderr, "the plan is in %s\n", out)
	}
	switch {
	case a.json:
		return write(a.stdout, func(w io.Writer) error { return planJSON(w, pl) })
	case out != "" && !drawn:
		return nil
	}
	return a.draw(pl, format)
}

func planJSON(w io.Writer, pl *planner.Planned) error {
	data, err := pl.JSON()
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// draw writes a plan in one of the formats.
func (a *app) draw(pl *planner.Planned, format string) error {
	pic := report.PictureOf(pl.Plan)
	switch format {
	case "dot":
		return write(a.stdout, pic.DOT)
	case "mermaid":
		return write(a.stdout, pic.Mermaid)
	}
	return write(a.stdout, func(w io.Writer) error { return report.Plan(w, pl.Plan, style(a.stdout)) })
}
