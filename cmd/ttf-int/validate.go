package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

const validateHelp = `Validate reads everything and checks syntax, types, the relations between units,
their testing trees, that own cases lie in these, that units satisfy what they
refine, and that the answers of manual stubs satisfy the callees' specifications,
without starting your program. Schemas that are derived are shown. All errors are shown at once, each with
its line. With FILE it checks a Z document by itself. Conjectures are only
type-checked, unless --check-conjectures has them tried: a conjecture for which
values are found that refute it is an error.`

func (a *app) validateCommand() *cobra.Command {
	check := false
	cmd := &cobra.Command{
		Use: "validate [FILE]", Short: "check the specifications", Long: validateHelp, Args: cobra.MaximumNArgs(1),
		Example: "  ttf-int validate\n  ttf-int validate specs/list.zed\n  ttf-int -C examples/sortedlist validate --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			said, notes, err := a.validate(cmd.Context(), args, check)
			if a.json {
				if e := a.validation(notes, err); e != nil {
					return e
				}
				return err
			}
			for _, n := range notes {
				fmt.Fprintf(a.stderr, "%s: note: %s\n", n.Span.Pos(), n.Text)
			}
			if err != nil {
				return err
			}
			return write(a.stdout, func(w io.Writer) error { _, err := fmt.Fprintln(w, said); return err })
		},
	}
	cmd.Flags().BoolVar(&check, "check-conjectures", false, "look for values that refute the conjectures, within the scope")
	return cmd
}

// validate returns what there is to say of specifications without errors, and
// what of a document was not read.
func (a *app) validate(ctx context.Context, args []string, check bool) (string, []parse.Note, error) {
	if len(args) == 1 {
		s, notes, err := config.LoadZ(args[0])
		if err != nil {
			return "", notes, err
		}
		more, err := a.tried(ctx, s, value.DefaultScope(), check)
		return fmt.Sprintf("%s is valid: %s", args[0], count(len(s.Schemas), "schema")), append(notes, more...), err
	}
	system, err := a.load()
	if err != nil {
		return "", nil, err
	}
	var errs source.Errors
	errs.Add(tactics.Audit(system))
	unchecked, err := plan.Check(ctx, system, plan.Options{})
	errs.Add(err)
	open, err := plan.Refinements(ctx, system, plan.Options{})
	errs.Add(err)
	if err := errs.Err(); err != nil {
		return "", unchecked, err
	}
	pic, err := report.Relations(system)
	if err != nil {
		return "", unchecked, err
	}
	more, err := a.tried(ctx, system.Spec, system.Scope, check)
	return fmt.Sprintf("%s is valid: %s in %s", system.Project, count(len(system.Units), "unit"), count(len(pic.Layers), "layer")), slices.Concat(unchecked, derivations(system), open, more), err
}

// derivations says which schemas were derived.
func derivations(system *spec.System) []parse.Note {
	var notes []parse.Note
	for _, u := range system.Units {
		if u.Derived != "" {
			notes = append(notes, parse.Note{Span: u.At, Text: "derived: " + u.Derived})
		}
	}
	return notes
}

// count returns "1 unit" or "2 units".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// tried says what became of the conjectures that were not refuted; those that
// were are errors.
func (a *app) tried(ctx context.Context, s *types.Spec, scope value.Scope, check bool) ([]parse.Note, error) {
	if !check {
		return nil, nil
	}
	solver, backend, err := a.backend.chosen(ctx)
	if err != nil {
		return nil, err
	}
	if solver == nil {
		solver = solve.Embedded(solve.Options{})
	}
	list, err := conjectures(ctx, solver, s, scope)
	if err != nil {
		return nil, err
	}
	var notes []parse.Note
	for _, c := range list {
		if c.Outcome == "refuted" {
			continue
		}
		text := "the conjecture" + named(c.Name) + " " + c.Outcome
		if len(c.Values) > 0 {
			text += " for " + c.Values.String()
		}
		if c.Outcome != "holds" || backend != "" {
			text += ": " + c.Reason
		}
		notes = append(notes, parse.Note{Span: c.Span, Text: text})
	}
	return notes, refuted(list)
}

// validation writes the JSON document about the errors found.
func (a *app) validation(notes []parse.Note, err error) error {
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
		Notes      []place `json:"notes"`
	}{plan.APIVersion, "Validation", err == nil, []place{}, []place{}}
	for _, n := range notes {
		at := n.Span.Pos()
		doc.Notes = append(doc.Notes, place{File: at.File.Name, Line: at.Line, Column: at.Column, Message: n.Text})
	}
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
