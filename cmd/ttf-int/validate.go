package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/audit"
	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

const validateHelp = `Validate reads everything and checks syntax, types, the relations between units,
their testing trees, that own cases lie in these, that units satisfy what they
refine, and that the answers of manual stubs satisfy the callees' specifications,
without starting your program. Schemas that are derived are shown. All errors are
shown at once, each with its line; those of the axioms of classes by a term. Warnings say what is wrong between
specifications that are each well formed: operations that do not preserve the
properties that the configuration names, preconditions that only the invariant of
the after-state puts, and answers of callees that leave their caller no allowed
result. When the time is over, it says what was not checked to the end, and ends
with exit code 4. With FILE it checks a Z document by itself, or an algebraic
specification, which may be in several files: whether its axioms cover all
constructors, contradict each other, are all applied, and end. Conjectures are only
type-checked, unless --check-conjectures has them tried: a conjecture for which
values are found that refute it is an error.`

func validateCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "validate [FILE...]", Short: "check the specifications", Long: validateHelp, Args: cobra.ArbitraryArgs,
		Example: "  ttf-int validate\n  ttf-int validate specs/list.zed\n  ttf-int -C examples/sortedlist validate --json\n" +
			"  ttf-int validate --format sarif -o out/specs.sarif",
	}
	format := newFormatFlag(c, a.console, report.ValidationFormats)
	out := newOutput(c, a.console)
	check := c.Flags().Bool("check-conjectures", false, "look for values that refute the conjectures, within the scope")
	a.limits.addFlag(c, "timeout",
		"look for what is wrong for no longer than `TIME`, such as 30s; 0: no limit (default 5m)")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("timeout") {
			a.limits.time = validateTime
		}
		f, err := format.chosenFormat()
		if err != nil {
			return err
		}
		found, err := runWithin(cmd.Context(), a.limits, planGrace, func(ctx context.Context) (validated, error) {
			v := validation{app: a, conjectures: *check}
			if len(args) > 0 {
				texts, ok, err := readAlgebraics(args)
				switch {
				case err != nil:
					return validated{}, err
				case ok:
					return v.checkAlgebraic(ctx, texts)
				}
				return v.checkDocument(ctx, args[0])
			}
			return v.checkProject(ctx)
		})
		found.dir = "." // what a file on the command line is relative to
		if path, missing := config.Locate(a.project.config, ""); len(args) == 0 && missing == nil {
			found.dir = filepath.Dir(path)
		}
		return found.show(out, f, err)
	}
	return c
}

// validateTime is how long validate looks for what is wrong, where it is not said: somebody waits
// for it.
const validateTime = 5 * time.Minute

// validated is what validate says about specifications beside their errors.
type validated struct {
	audit.Findings
	said string
	dir  string // the folder that names of files are relative to
}

// show writes what was found, and returns the errors. As text, what is not well comes on stderr.
func (v validated) show(out *output, f report.Format[report.Validation], found error) error {
	if f.Name == report.ValidationFormats[0].Name {
		for _, r := range report.Remarks(v.Notes, v.Claims) {
			out.console.say("%s: %s: %s", r.Span.Pos(), r.Severity, r.Text)
		}
		if found != nil {
			return found
		}
	}
	_, folder := findRepository(v.dir)
	shown := report.Validation{Found: found, Notes: v.Notes, Claims: v.Claims, Said: v.said, Tool: version(),
		Folder: folder}
	err := out.write("what was found", func(w io.Writer, s report.Style) error { return f.Write(w, shown, s) })
	if err != nil {
		return err
	}
	return found
}

// validation checks specifications, as the flags say.
type validation struct {
	*app
	conjectures bool
}

// options returns the options for the audit of a specification.
func (v validation) options(ctx context.Context, s *types.Spec, scope value.Scope) (audit.Options, error) {
	asked, err := v.answerer.openSolver(ctx)
	if err != nil {
		return audit.Options{}, err
	}
	o := audit.Options{Solver: asked.Solver, Told: asked.Told != "", Memory: v.limits.memory.bytes()}
	if v.conjectures {
		o.Axioms, err = config.ConstantsOf(s, scope.Given)
	}
	return o, err
}

// checkProject checks a whole project.
func (v validation) checkProject(ctx context.Context) (validated, error) {
	system, err := v.app.project.load(false)
	if err != nil {
		return validated{}, err
	}
	o, err := v.options(ctx, system.Spec, system.Scope)
	if err != nil {
		return validated{}, err
	}
	if _, err := runner.LoadMethods(ctx, system, nil); err != nil {
		return validated{}, err
	}
	if _, err := runner.LoadBefore(ctx, system, nil); err != nil {
		return validated{}, err
	}
	found, err := audit.CheckSystem(ctx, system, o)
	said := fmt.Sprintf("%s is valid: %s", system.Project,
		report.DescribeSubjects(system, len(system.Units), found.Layers))
	return validated{Findings: found, said: said}, err
}

// checkDocument checks the Z document in a file.
func (v validation) checkDocument(ctx context.Context, file string) (validated, error) {
	s, doc, err := config.LoadZ(file)
	switch {
	case doc == nil:
		return validated{}, err
	case err != nil:
		return validated{Findings: audit.Findings{Notes: doc.Notes}}, err
	}
	o, err := v.options(ctx, s, value.DefaultScope())
	if err != nil {
		return validated{Findings: audit.Findings{Notes: doc.Notes}}, err
	}
	found, err := audit.CheckDocument(ctx, s, value.DefaultScope(), o)
	found.Notes = append(doc.Notes, found.Notes...)
	said := fmt.Sprintf("%s is valid: %s", file, count(len(s.Schemas), "schema"))
	if rest := doc.DescribeUnread(); len(s.Schemas) == 0 && rest != "" {
		said += "; not read: " + rest
	}
	return validated{Findings: found, said: said}, err
}
