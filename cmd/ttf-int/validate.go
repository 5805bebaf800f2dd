package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed/value"
)

const validateHelp = `Validate reads everything and checks syntax, types and the relations between
units, without starting your program. All errors are shown at once, each with
its line. With FILE it checks a Z document by itself.`

func (a *app) validateCommand() *cobra.Command {
	return &cobra.Command{
		Use: "validate [FILE]", Short: "check the specifications", Long: validateHelp, Args: cobra.MaximumNArgs(1),
		Example: "  ttf-int validate\n  ttf-int validate specs/list.zed\n  ttf-int -C examples/sortedlist validate --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			said, err := a.validate(cmd.Context(), args)
			if a.json {
				if e := a.validation(err); e != nil {
					return e
				}
				return err
			}
			if err != nil {
				return err
			}
			return write(a.stdout, func(w io.Writer) error { _, err := fmt.Fprintln(w, said); return err })
		},
	}
}

// validate returns what there is to say of specifications without errors.
func (a *app) validate(ctx context.Context, args []string) (string, error) {
	if len(args) == 1 {
		s, err := config.LoadZ(args[0])
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%s is valid: %s", args[0], plural(len(s.Schemas), "schema")), nil
	}
	system, err := a.load()
	if err != nil {
		return "", err
	}
	if err := trees(ctx, system); err != nil {
		return "", err
	}
	pic, err := report.Relations(system)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s is valid: %s in %s", system.Project, plural(len(system.Units), "unit"), plural(len(pic.Layers), "layer")), nil
}

// trees checks that every tactic applies, and that the units' own cases do.
func trees(ctx context.Context, system *spec.System) error {
	judge := oracle.New(system, solve.Embedded(solve.Options{}))
	var errs source.Errors
	for _, u := range system.Units {
		tree, err := tactics.Build(system, u, 0)
		errs.Add(err)
		if err != nil {
			continue
		}
		for _, c := range u.Cases {
			errs.Add(ownCase(ctx, system, judge, tree, u, c))
		}
	}
	return errs.Err()
}

// ownCase reports a case without a value for a variable, or outside the unit's
// precondition. Where constants have no value yet, the latter is for the plan
// to find out.
func ownCase(ctx context.Context, system *spec.System, judge *oracle.Oracle, tree *tactics.Tree, u *spec.Unit, c spec.OwnCase) error {
	by := c.Values.Map()
	var missing []string
	for _, v := range tree.VIS {
		if _, ok := by[v.Name]; !ok {
			missing = append(missing, v.Name)
		}
	}
	if len(missing) > 0 {
		return source.Errorf(c.Span, "the case gives no value for %s", strings.Join(missing, ", "))
	}
	if len(system.Loose) > 0 {
		return nil
	}
	op := judge.Unit(u)
	frame := make([]value.Value, len(op.Vars))
	for i, v := range op.Vars {
		frame[i] = by[v.Name]
	}
	if op.Pre(ctx, frame).Verdict == oracle.Violated {
		return source.Errorf(c.Span, "the case %s is outside the precondition of %s", c.Values, u.Schema)
	}
	return nil
}

// validation writes the JSON document about the errors found.
func (a *app) validation(err error) error {
	type place struct {
		File    string `json:"file"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
		Message string `json:"message"`
	}
	doc := struct {
		APIVersion string  `json:"apiVersion"`
		Kind       string  `json:"kind"`
		Valid      bool    `json:"valid"`
		Errors     []place `json:"errors"`
	}{plan.APIVersion, "Validation", err == nil, []place{}}
	var errs source.Errors
	errs.Add(err)
	for _, e := range errs {
		at := place{Line: e.Pos.Line, Column: e.Pos.Column, Message: e.Msg}
		if e.Pos.File != nil {
			at.File = e.Pos.File.Name
		}
		doc.Errors = append(doc.Errors, at)
	}
	return write(a.stdout, func(w io.Writer) error { return report.Document(w, doc) })
}
