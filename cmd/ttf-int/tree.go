package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
)

const treeHelp = `Tree shows how the valid input space of a unit was divided into test conditions,
and what the solver made of each leaf: a case, unsatisfiable, none in scope, or
undecided. --depth folds it: a condition that deep stands for what is below it.
As a schema of Z, each condition has the name that Fastest gives it: behind the
specification, and before what cases writes in the same format, another tool can
check that each case lies in its leaf.

--diff takes a plan that was kept earlier with plan -o, and shows instead which
conditions and cases appeared, disappeared or changed since. It also takes a run that is
kept, by when it began or as previous, the one before the last: then leaves that have a
case are compared by their names, since a run keeps no conditions. --diff accepted compares
with the project as it was, by git, when accepted stub decisions were last committed.`

func treeCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "tree UNIT", Short: "show the testing tree of a unit", Long: treeHelp, Args: arguments(1, 1, "a unit"),
		Example: `  ttf-int tree insert
  ttf-int tree insert --depth 1
  ttf-int tree insert --format html -o tree.html
  ttf-int tree insert --format dot | dot -Tsvg > tree.svg
  ttf-int tree insert --diff plan.json
  ttf-int tree insert --diff previous
  ttf-int tree insert --diff accepted`,
	}
	flags := c.Flags()
	t := &treeView{app: a, format: newFormatFlag(c, a.console, report.TreeFormats)}
	flags.IntVar(&t.depth, "depth", report.Unfolded,
		"show conditions down to depth `N`, the root's being 0 (default all)")
	flags.Lookup("depth").DefValue = "0" // no other default is shown
	flags.StringVar(&t.earlier, "diff", "", "show what changed since the plan in `FILE`, or since a run: "+earlierForms)
	out := newOutput(c, a.console)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		format, err := t.check()
		if err != nil {
			return err
		}
		find := func(pl *planner.Planned) (err error) {
			if pl.Plan.Class(args[0]) == nil {
				t.unit, err = findUnit(pl, args[0])
			}
			return err
		}
		return a.planning.show(cmd.Context(), false, find, func(pl *planner.Planned) error {
			if t.unit == nil {
				return a.showPairTree(pl.Plan.Class(args[0]), format.Name, t.earlier != "")
			}
			emit := func(w io.Writer, s report.Style) error {
				return format.Write(w, report.UnitTree{Plan: pl.Plan, Unit: t.unit, Depth: t.depth}, s)
			}
			if t.earlier != "" {
				if emit, err = t.changes(cmd.Context(), pl); err != nil {
					return err
				}
			}
			return out.write("the tree", emit)
		})
	}
	return a.planning.flag(c)
}

// treeView says which part of a testing tree is shown, and how.
type treeView struct {
	*app
	format  *formatFlag[report.UnitTree]
	depth   int
	earlier string // --diff
	unit    *plan.Unit
}

// check returns the format, or an error where flags contradict each other.
func (t *treeView) check() (report.Format[report.UnitTree], error) {
	f, err := t.format.chosenFormat()
	if err != nil {
		return f, err
	}
	depth := t.format.command.Flags().Changed("depth")
	switch {
	case depth && t.depth < 0:
		err = fmt.Errorf("--depth %d: expected a depth from 0", t.depth)
	case depth && f.Whole != "":
		err = folds("depth", f)
	case depth && t.earlier != "":
		err = fmt.Errorf("--diff and --depth: a comparison is of leaves; expected one of them")
	case t.earlier != "" && !f.Switch:
		if _, unknown := report.ChangeFormats.Find(f.Name); unknown != nil {
			err = fmt.Errorf("--diff and %s: expected --format %s, or --json", flagFor(f),
				report.ChangeFormats.Choice())
		}
	}
	return f, err
}

// changes returns the function that writes what changed since the earlier plan or run.
func (t *treeView) changes(ctx context.Context, pl *planner.Planned) (func(io.Writer, report.Style) error, error) {
	d, err := t.compare(ctx, pl)
	if err != nil {
		return nil, err
	}
	format := report.ChangeFormats.Document()
	if !t.format.console.json {
		if format, err = report.ChangeFormats.Find(t.format.name); err != nil {
			return nil, err
		}
	}
	return func(w io.Writer, s report.Style) error {
		return format.Write(w, report.UnitChanges{Unit: t.unit, Diff: d}, s)
	}, nil
}

// compare compares the unit with what --diff names.
func (t *treeView) compare(ctx context.Context, pl *planner.Planned) (*plan.Diff, error) {
	if t.earlier == acceptedName {
		earlier, commit, err := t.planAccepted(ctx, pl)
		if err != nil {
			return nil, fmt.Errorf("--diff %s: %w", acceptedName, err)
		}
		t.console.note("compared with the project as it was at %.12s", commit)
		return pl.DiffSince(earlier, t.unit)
	}
	run, err := findEarlierRun(pl.System, t.earlier)
	if err != nil {
		return nil, err
	}
	if run != nil {
		t.console.note("compared with the run of %s by the names of leaves, since a run keeps no conditions",
			showTime(run.Started))
		return pl.DiffSinceRun(run, t.unit)
	}
	earlier, err := readPlan(t.earlier)
	if err != nil {
		return nil, err
	}
	d, err := pl.DiffSince(earlier, t.unit)
	return d, naming(t.earlier, err)
}
