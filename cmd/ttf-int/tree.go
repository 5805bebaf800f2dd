package main

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
)

const treeHelp = `Tree shows how the valid input space of a unit was divided into test conditions,
and what the solver made of each leaf: a case, unsatisfiable, none in scope, or
undecided. --depth folds it: a condition that deep stands for what is below it;
the page of --format html opens where it is clicked. With --format z or latex each
condition is a schema of Z, under the name that Fastest gives it: behind the
specification, and before what cases writes in the same format, another tool can
check that each case lies in its leaf.

--diff takes a plan that was kept earlier with plan -o, and shows instead which
conditions and cases appeared, disappeared or changed since.`

// treeFlags are the flags of tree.
type treeFlags struct {
	format, out, diff string
	depth             int
}

func (a *app) treeCommand() *cobra.Command {
	var f treeFlags
	c := &cobra.Command{
		Use: "tree UNIT", Short: "show the testing tree of a unit", Long: treeHelp, Args: arguments(1, 1, "a unit"),
		Example: `  ttf-int tree insert
  ttf-int tree insert --depth 1
  ttf-int tree insert --format html -o tree.html
  ttf-int tree insert --format dot | dot -Tsvg > tree.svg
  ttf-int tree insert --diff plan.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.checkTree(cmd, f); err != nil {
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
			emit, err := a.treeOf(pl, u, f)
			if err != nil {
				return err
			}
			if f.out == "" {
				return cmp.Or(write(a.stdout, emit), ended)
			}
			if err := writeFile(f.out, emit); err != nil {
				return err
			}
			fmt.Fprintf(a.stderr, "the tree is in %s\n", f.out)
			return ended
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "text", "text, dot, html, or schemas of Z: z or latex")
	flags.IntVar(&f.depth, "depth", report.Unfolded, "show conditions down to depth `N`, the root's being 0 (default all)")
	flags.Lookup("depth").DefValue = "0" // no other default is shown
	flags.StringVar(&f.diff, "diff", "", "show what changed since the plan in `FILE`")
	flags.StringVarP(&f.out, "output", "o", "", "write to `FILE` instead of stdout")
	return a.limited(c)
}

// checkTree reports flags that contradict each other.
func (a *app) checkTree(cmd *cobra.Command, f treeFlags) error {
	if err := a.oneFormat(cmd, f.format, "text", "dot", "html", "z", "latex"); err != nil {
		return err
	}
	depth := cmd.Flags().Changed("depth")
	switch {
	case depth && f.depth < 0:
		return fmt.Errorf("--depth %d: expected a depth from 0", f.depth)
	case depth && a.json:
		return fmt.Errorf("--json and --depth: a JSON document holds the whole tree; expected one of them")
	case depth && f.diff != "":
		return fmt.Errorf("--diff and --depth: a comparison is of leaves; expected one of them")
	case depth && (f.format == "z" || f.format == "latex"):
		return fmt.Errorf("--depth and --format %s: the schemas of leaves include those above; expected one of them", f.format)
	case f.diff != "" && f.format != "text":
		return fmt.Errorf("--diff and --format %s: expected --format text, or --json", f.format)
	}
	return nil
}

// treeOf returns what writes the tree, or the comparison, that was asked for.
func (a *app) treeOf(pl *planner.Planned, u *plan.Unit, f treeFlags) (func(io.Writer) error, error) {
	look := report.Style{}
	if f.out == "" {
		look = style(a.stdout)
	}
	if f.diff != "" {
		data, err := os.ReadFile(f.diff)
		if err != nil {
			return nil, err
		}
		d, err := pl.Since(data, u)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.diff, err)
		}
		if a.json {
			return func(w io.Writer) error { return report.Document(w, d) }, nil
		}
		return func(w io.Writer) error { return report.Changes(w, u, d, look) }, nil
	}
	return func(w io.Writer) error {
		switch {
		case a.json:
			return report.TreeJSON(w, u)
		case f.format == "dot":
			return report.TreeDOT(w, u, f.depth)
		case f.format == "html":
			return report.TreeHTML(w, u, f.depth)
		case f.format == "z":
			return report.TreeZ(w, u)
		case f.format == "latex":
			return report.TreeLaTeX(w, u)
		}
		return report.Tree(w, u, f.depth, look)
	}, nil
}
