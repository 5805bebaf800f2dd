package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
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
without starting your program. Schemas that are derived are shown. All errors are
shown at once, each with its line. Warnings say what is wrong between
specifications that are each well formed: operations that do not preserve the
properties that the configuration names, preconditions that only the invariant of
the after-state puts, and answers of callees that leave their caller no allowed
result. With FILE it checks a Z document by itself. Conjectures are only
type-checked, unless --check-conjectures has them tried: a conjecture for which
values are found that refute it is an error.`

func (a *app) validateCommand() *cobra.Command {
	check := false
	cmd := &cobra.Command{
		Use: "validate [FILE]", Short: "check the specifications", Long: validateHelp, Args: arguments(0, 1, "a file"),
		Example: "  ttf-int validate\n  ttf-int validate specs/list.zed\n  ttf-int -C examples/sortedlist validate --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop, err := a.timed(cmd.Context())
			if err != nil {
				return err
			}
			defer stop()
			found, err := waited(ctx, megabytes(a.memory), grace, func(ctx context.Context) (validated, error) { return a.validate(ctx, args, check) })
			err = a.overdue(ctx, err)
			if a.json {
				if e := write(a.stdout, func(w io.Writer) error { return report.Validation(w, err, found.remarks(), found.claims) }); e != nil {
					return e
				}
				return err
			}
			for _, r := range found.remarks() {
				fmt.Fprintf(a.stderr, "%s: %s: %s\n", r.Span.Pos(), r.Severity, r.Text)
			}
			if err != nil {
				return err
			}
			return write(a.stdout, func(w io.Writer) error { _, err := fmt.Fprintln(w, found.said); return err })
		},
	}
	cmd.Flags().BoolVar(&check, "check-conjectures", false, "look for values that refute the conjectures, within the scope")
	cmd.Flags().DurationVar(&a.timeout, "timeout", 0, "look for what is wrong for no longer than `TIME`, such as 30s (default: no limit)")
	return cmd
}

// validated is what there is to say of specifications without errors, and what of
// a document was not read.
type validated struct {
	said   string
	notes  []parse.Note
	claims []oracle.Claim
}

// remarks returns what is said beside errors, in order.
func (v validated) remarks() []report.Remark { return report.Remarks(v.notes, v.claims) }

// validate checks the project, or the document in a file.
func (a *app) validate(ctx context.Context, args []string, check bool) (validated, error) {
	if len(args) == 1 {
		s, doc, err := config.LoadZ(args[0])
		switch {
		case doc == nil:
			return validated{}, err
		case err != nil:
			return validated{notes: doc.Notes}, err
		}
		more, err := a.tried(ctx, s, value.DefaultScope(), check)
		said := fmt.Sprintf("%s is valid: %s", args[0], count(len(s.Schemas), "schema"))
		if rest := doc.NotRead(); len(s.Schemas) == 0 && rest != "" {
			said += "; not read: " + rest
		}
		return validated{said: said, notes: append(doc.Notes, more...)}, err
	}
	system, err := a.load()
	if err != nil {
		return validated{}, err
	}
	var errs source.Errors
	errs.Add(tactics.Audit(system))
	o := planner.Options{Memory: megabytes(a.memory).bytes()}
	if o.Solver, _, err = a.backend.chosen(ctx, solve.Options{}); err != nil {
		return validated{}, err
	}
	settled, err := planner.Settled(ctx, system, o)
	if err != nil {
		errs.Add(err)
		return validated{}, errs.Err()
	}
	system = settled
	unchecked, err := planner.Check(ctx, system, o)
	errs.Add(err)
	open, err := planner.Refinements(ctx, system, o)
	errs.Add(err)
	if err := errs.Err(); err != nil {
		return validated{notes: unchecked}, err
	}
	pic, err := report.Relations(system)
	if err != nil {
		return validated{notes: unchecked}, err
	}
	out := validated{said: fmt.Sprintf("%s is valid: %s in %s", system.Project, count(len(system.Units), "unit"), count(len(pic.Layers), "layer")), notes: unchecked}
	if out.claims, err = planner.Verify(ctx, system, o); err != nil {
		return out, err
	}
	more, err := a.tried(ctx, system.Spec, system.Scope, check)
	out.notes = slices.Concat(out.notes, derivations(system), open, more)
	return out, err
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
	solver, backend, err := a.backend.chosen(ctx, solve.Options{})
	if err != nil {
		return nil, err
	}
	if solver == nil {
		solver = embedded.New(solve.Options{})
	}
	axioms, err := config.ConstantsOf(s, scope.Given)
	if err != nil {
		return nil, err
	}
	list, err := oracle.Conjectures(ctx, solver, s, axioms, scope)
	if err != nil {
		return nil, err
	}
	var notes []parse.Note
	var errs source.Errors
	for _, c := range list {
		text := report.ConjectureText(c, backend != "")
		if c.Outcome == oracle.IsViolated {
			errs.Add(source.Errorf(c.Span, "%s", text))
			continue
		}
		notes = append(notes, parse.Note{Span: c.Span, Text: text})
	}
	return notes, errs.Err()
}
