package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
)

const validateHelp = `Validate reads everything and checks syntax, types and the relations between
units, without starting your program. All errors are shown at once, each with
its line. With FILE it checks a Z document by itself.`

func (a *app) validateCommand() *cobra.Command {
	return &cobra.Command{
		Use: "validate [FILE]", Short: "check the specifications", Long: validateHelp, Args: cobra.MaximumNArgs(1),
		Example: "  ttf-int validate\n  ttf-int validate specs/list.zed\n  ttf-int -C examples/sortedlist validate --json",
		RunE: func(_ *cobra.Command, args []string) error {
			said, err := a.validate(args)
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
func (a *app) validate(args []string) (string, error) {
	if len(args) == 1 {
		s, err := config.LoadZ(args[0])
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%s is valid: %d schemas", args[0], len(s.Schemas)), nil
	}
	system, err := a.load()
	if err != nil {
		return "", err
	}
	if err := trees(system); err != nil {
		return "", err
	}
	pic, err := report.Relations(system)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s is valid: %d units in %d layers", system.Project, len(system.Units), len(pic.Layers)), nil
}

// trees checks that every tactic applies.
func trees(system *spec.System) error {
	var errs source.Errors
	for _, u := range system.Units {
		_, err := tactics.Build(system, u, 0)
		errs.Add(err)
	}
	return errs.Err()
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
