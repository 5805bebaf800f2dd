package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
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

What was refuted, unsatisfiable leaves and equivalent mutants, is counted; --all
shows each of them with what refutes it.

With --timeout the units share the time, and with --unit-time each has no more than
that: what of a unit takes longer is undecided. When the whole time is over, or when it
is interrupted, plan shows what it has found until then, marked as unfinished, and says
which units, leaves and cases it has not reached: exit code 4 for the time limit, 130
for an interrupt. What was found of whole units is
known to the next plan. An unfinished plan is not run.

--ways shows, instead, by which operations a new object comes to the state in which
each case begins, as far as the schemas alone say: no program is asked.

A plan that was kept with -o can be handed to ` + "`ttf-int run`" + `, which refuses it when
the specifications have changed since. What runs is what the file says; what in it
the specifications do not bear out is refused at its place.`

func planCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "plan", Short: "work out layers, test cases and stubs", Long: planHelp, Args: noArguments(),
		Example: "  ttf-int plan\n  ttf-int plan -o plan.json\n  ttf-int plan --json | jq .layers\n  ttf-int plan --format mermaid",
	}
	var out string
	var all bool
	c.Flags().StringVarP(&out, "output", "o", "", "keep the plan in `FILE`, for run")
	c.Flags().BoolVar(&all, "all", false, "show unsatisfiable leaves, equivalent mutants and all elements of large collections too")
	ways := waysFlag(c)
	format := newFormatFlag(c, a.console, report.PlanFormats)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		f, err := format.chosenFormat()
		if err == nil && all {
			err = folds("all", f)
		}
		if err == nil && *ways && (out != "" || format.isGiven() && !a.console.json) {
			err = errWaysFormat
		}
		if err != nil {
			return err
		}
		matrices := !*ways && (f.Searches || out != "")
		return a.planning.show(cmd.Context(), matrices, findNothing, func(pl *planner.Planned) error {
			a.planning.sayPlanned(pl)
			if *ways {
				return a.showWays(cmd.Context(), pl, pl.Units, nil)
			}
			if out != "" {
				if err := keep(a.console, out, pl.Plan); err != nil || !format.isGiven() {
					return err
				}
			}
			return a.console.write(func(w io.Writer) error {
				return f.Write(w, report.ShownPlan{Plan: pl.Plan, All: all}, style(a.console.stdout))
			})
		})
	}
	return a.planning.flag(c)
}

// findNothing finds nothing: it is for commands that show only what every plan has.
func findNothing(*planner.Planned) error { return nil }

// keep writes a plan to the file that run takes.
func keep(c *console, file string, pl *plan.Plan) error {
	kept := report.PlanFormats.Document()
	if err := writeFile(file,
		func(w io.Writer) error { return kept.Write(w, report.ShownPlan{Plan: pl}, report.Style{}) }); err != nil {
		return err
	}
	c.say("the plan is in %s", file)
	return nil
}
