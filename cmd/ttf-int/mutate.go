package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/adequacy"
	"github.com/ttf-int/ttf-int/mutation"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/spec"
)

const mutateHelp = `Mutate says what your specification is worth: it makes mutants of a Go package of
your program, each with one small mistake, runs the cases of the plan against each and,
where none fails, sequences of the project's machines, and says which survive, and
which were blamed on the wrong unit. A survivor is a mistake that nothing of this
finds, or none: of which kind, a person decides. To help with that, inputs within the
scope are drawn at random, and one that shows a survivor is printed as a line for the
cases: of its unit.

PACKAGE is what the go command takes, ./bank for example. Its files without build tags
are mutated, so that an adapter with a tag of its own is not; --tags names tags. The
program is built once, with the build: command of ttf-int.yaml, which is to build it
with the go command: mutants come by way of GOFLAGS. Nothing of yours is changed, and
what was built before is put back. Whom a mutant belongs to is read from the adapters
in the project's folder, which say in sut.Unit what function each unit is.

The program must pass its plan first. Exit codes: 0 also where mutants survive; 1 where
the program itself fails; 4 where the time was over before all mutants had run.`

// The defaults of mutate.
const (
	mutantsMade = 300
	inputsDrawn = 40
	mutantRuns  = time.Minute
)

func mutateCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "mutate PACKAGE", Short: "say which mistakes in a Go package cases and sequences find",
		Long: mutateHelp + "\n\nThe mistakes:\n" + mistakes(),
		Args: arguments(1, 1, "a Go package, such as ./bank"),
		Example: `  ttf-int mutate ./bank
  ttf-int mutate ./bank --mutants 50 --seed 2 --timeout 5m
  ttf-int mutate ./bank --json -o measure.json`,
	}
	format := newFormatFlag(c, a.console, report.MeasureFormats)
	output := newOutput(c, a.console)
	o := adequacy.Options{Guard: a.guard}
	flags := c.Flags()
	flags.IntVar(&o.Mutants, "mutants", mutantsMade, "make at most `N` mutants, drawn at random; 0: all")
	flags.Uint64Var(&o.Seed, "seed", 1, "chooses the mutants and inputs that are drawn")
	flags.DurationVar(&o.Time, "timeout", 0,
		"run mutants for no longer than `TIME`, and show what was found until then (default: no limit)")
	flags.DurationVar(&o.Case, "case-timeout", 0, "the `TIME` that a case may take (default: as the project says)")
	flags.DurationVar(&o.Run, "run-timeout", mutantRuns, "the `TIME` that the run of one mutant may take; 0: no limit")
	flags.IntVar(&o.Parallel, "parallel", 0, "how many mutants run at the same time (default: one per core)")
	flags.BoolVar(&o.All, "all-cases", false, "run all cases of a mutant, not only those up to the first that fails")
	flags.IntVar(&o.Draws, "draw", inputsDrawn, "draw `N` inputs for each unit, to show survivors")
	flags.BoolVar(&o.Random, "random", false, "also run as many drawn inputs as there are cases against every mutant")
	flags.StringVar(&o.Tags, "tags", "", "read the package with these build `TAGS`")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		f, err := format.chosenFormat()
		if err != nil {
			return err
		}
		if o.Mutants < 0 || o.Draws < 0 || o.Parallel < 0 || o.Time < 0 || o.Case < 0 || o.Run < 0 {
			return fmt.Errorf("--mutants, --draw, --parallel, --timeout, --case-timeout and --run-timeout: expected nothing below 0")
		}
		o.Package = args[0]
		m, err := a.measure(cmd.Context(), o)
		if err != nil {
			return err
		}
		err = output.write("what came of the mutants",
			func(w io.Writer, s report.Style) error { return f.Write(w, m, s) })
		switch {
		case err != nil:
			return err
		case cmd.Context().Err() != nil:
			return exitSilently(exitInterrupted)
		case m.Interrupted:
			return exitSilently(exitIncomplete)
		}
		return nil
	}
	return c
}

// mistakes lists the kinds of mutants with what each is, for the help of mutate.
func mistakes() string {
	out := ""
	for _, op := range mutation.Operators {
		out += fmt.Sprintf("  %-11s %s\n", op.Name, op.Doc)
	}
	return out
}

// measure plans the project and runs the plan against mutants.
func (a *app) measure(ctx context.Context, o adequacy.Options) (*adequacy.Measure, error) {
	began := time.Now()
	system, err := a.project.load(false)
	if err != nil {
		return nil, err
	}
	planned, err := a.planning.make(ctx, system, false)
	if err != nil {
		return nil, err
	}
	a.planning.sayPlanned(planned)
	o.Plan = a.planOther
	o.Stage = func(name string) (func(done, total int), func()) {
		bar := a.console.progress(name)
		return bar.set, bar.end
	}
	m, err := adequacy.MeasurePlan(ctx, planned, o)
	if failing := (*adequacy.Failing)(nil); errors.As(err, &failing) {
		return nil, &ending{exitFailed, err}
	}
	if built := (*adequacy.Unbuilt)(nil); errors.As(err, &built) {
		return nil, blameMachinery(err)
	}
	if err != nil {
		return nil, err
	}
	a.console.say("measured %s in %s", count(len(m.Outcomes), "mutant"), time.Since(began).Round(time.Second))
	return m, nil
}

// planOther makes a plan of a system other than the project's own, which is not kept.
func (a *app) planOther(ctx context.Context, system *spec.System) (*planner.Planned, error) {
	asked, err := a.answerer.openSolver(ctx)
	if err != nil {
		return nil, err
	}
	return planner.Make(ctx, system, planner.Options{
		Tool: version(), Solver: asked.Solver, Backend: asked.Told, NoStrengthen: true,
		Memory: a.limits.memory.bytes(),
	})
}
