package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

const runHelp = `Run plans the project, or takes a plan that was kept, runs every test case against
your program, and reports: what failed, in full, with the unit to blame, and what
a green rests on. Each result is kept in .ttf-int/ beside ttf-int.yaml as it
comes, where explain and stubs find it.

--unit and --case run only the cases named, and beside them, uncounted, the
callees' cases that their stub decisions rest on.

A case that takes longer than --timeout is in error, whatever calls it goes on
making. When the run has taken --run-timeout, the cases that are left are blocked
as not run. Time in which ttf-int was suspended does not count.

--debug says which process your program is, and waits until a debugger is
attached to it (on Linux) or Enter is pressed at the terminal.

Exit codes:
  0    all passed
  1    something failed under test; a unit that crashes or hangs has failed
  2    the specifications, the configuration, the plan or the command line are wrong
  3    your program could not be built or started, other machinery failed, or ttf-int
       is found to be wrong: values satisfy what it refuted
  4    nothing failed, but something was blocked or undecided, a case or a leaf of
       the plan for which the solver found neither a case nor that there is none,
       or none with the values that were chosen for constants, or a unit has no test
       case, though no person ruled out all of its leaves
  130  interrupted; the report says what was run`

// runFlags are the flags of run.
type runFlags struct {
	runner.Options
	allowIncomplete       bool
	junit, jsonFile, html string
}

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use: "run [plan.json]", Short: "run the test cases against the program", Long: runHelp, Args: arguments(0, 1, "the file of a plan"),
		Example: `  ttf-int run
  ttf-int run --unit insert
  ttf-int run --case insert/DNF_1/SP_1 --debug
  ttf-int run --junit out/junit.xml --html out/ --json-file out/run.json
  ttf-int plan -o plan.json && ttf-int run plan.json`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd.Context(), args, f) },
	}
	flags := c.Flags()
	flags.StringArrayVar(&f.Units, "unit", nil, "run only the cases of `UNIT`; may be repeated")
	flags.StringArrayVar(&f.Cases, "case", nil, "run only the case `ID`; may be repeated; of callee@ID it runs ID")
	flags.IntVar(&f.Parallel, "parallel", 0, "processes per system under test (default: as the project says)")
	flags.DurationVar(&f.Timeout, "timeout", 0, "the `TIME` that a case may take, such as 5s (default: as the project says)")
	flags.DurationVar(&f.RunTimeout, "run-timeout", 0, "the `TIME` that the run may take; the cases left are then not run (default: as the project says)")
	flags.DurationVar(&a.timeout, "plan-timeout", 0, "plan for no longer than `TIME`; an unfinished plan is not run (default: no limit)")
	flags.BoolVar(&f.FailFast, "fail-fast", false, "stop at the first case that fails")
	flags.Int64Var(&f.Seed, "seed", 0, "of what stubs answer where several answers are allowed")
	flags.StringVar(&f.junit, "junit", "", "write JUnit XML to `FILE`")
	flags.StringVar(&f.jsonFile, "json-file", "", "write the JSON document to `FILE`")
	flags.StringVar(&f.html, "html", "", "write the stub report as a page to `DIR`/stubs.html")
	flags.BoolVar(&f.Debug, "debug", false, "wait for a debugger; no deadlines, one process, and a log")
	flags.BoolVar(&f.allowIncomplete, "allow-incomplete", false, "exit 0 where something was blocked, undecided or without a test case, and nothing failed")
	return c
}

func (a *app) run(ctx context.Context, args []string, f runFlags) error {
	// A plan that was kept is of these specifications, and made its cut.
	a.breakCycles = a.breakCycles || len(args) > 0
	defer func() { a.builds.Load().Release() }()
	var system *spec.System
	pl, err := a.inTime(ctx, func(ctx context.Context) (_ *planner.Planned, err error) {
		if system, err = a.load(); err != nil {
			return nil, err
		}
		a.theorem2 = either(f.html, system.Report.HTML, system.Dir) != ""
		return a.planToRun(ctx, system, args)
	})
	if refusal := (*runner.Refusal)(nil); errors.As(err, &refusal) {
		sayFailed(a.stderr, notBegun(system, refusal).write(a, f))
		return err
	}
	if err != nil {
		return err
	}
	if err := f.check(pl); err != nil {
		return err
	}
	fmt.Fprintln(a.stderr, planned(pl))
	a.sayChosen(pl)
	run, refused := a.execute(ctx, pl, f)
	if run == nil {
		return machinery(refused)
	}
	// Reports are written all the same where one of them cannot be.
	coverage := covered(ctx, pl, run)
	of := reported{run, pl.Plan, coverage, pl.Observed(run), func(w io.Writer, s report.Style) error {
		return report.Run(w, run, pl.Plan, coverage, s)
	}}
	failed := of.write(a, f)
	code := codeOf(run, f.allowIncomplete)
	switch {
	case code == exitInterrupted:
		sayFailed(a.stderr, failed)
		return silent(code)
	case refused != nil:
		sayFailed(a.stderr, failed)
		return machinery(refused)
	case failed != nil:
		return machinery(failed)
	}
	return silent(code)
}

// sayFailed says that a report could not be written, where the command ends for
// another reason.
func sayFailed(stderr io.Writer, failed error) {
	if failed != nil {
		fmt.Fprintf(stderr, "ttf-int: %s\n", failed)
	}
}

// notBegun returns what is reported of a run for which there is no plan, because what
// programs say of constants is refused.
func notBegun(system *spec.System, refusal *runner.Refusal) reported {
	run := runner.NotBegun(system, version(), reasons(refusal.Reason)...)
	return reported{run: run, plan: &plan.Plan{System: system}, coverage: map[string]*plan.Coverage{},
		text: func(w io.Writer, s report.Style) error { return report.NotBegun(w, run, s) }}
}

// reasons returns what is wrong, each in one line.
func reasons(err error) []string {
	var list source.Errors
	if !errors.As(err, &list) {
		return []string{err.Error()}
	}
	var out []string
	for _, e := range list {
		text := e.Error()
		for _, r := range e.Related {
			text += "; " + (&source.Error{Pos: r.Pos, Msg: r.Msg}).Error()
		}
		out = append(out, text)
	}
	return out
}

// planToRun makes the plan, or takes the one that was kept.
func (a *app) planToRun(ctx context.Context, system *spec.System, args []string) (*planner.Planned, error) {
	if len(args) == 0 {
		told, builds, err := a.told(ctx, system)
		if err != nil {
			return nil, err
		}
		a.builds.Store(builds)
		return a.made(ctx, told)
	}
	data, err := os.ReadFile(args[0])
	if err != nil {
		return nil, err
	}
	// What programs said is in the plan; whether they still do is seen when they
	// are started.
	told, err := planner.Told(data, system)
	if err == nil {
		system, err = config.Told(system, told)
	}
	if err != nil {
		return nil, kept(args[0], err)
	}
	pl, err := a.planning(ctx, system, func(o planner.Options) (*planner.Planned, error) { return planner.Load(ctx, args[0], data, system, o) })
	return pl, kept(args[0], err)
}

// kept says which file of a plan an error is about that does not say so itself.
func kept(file string, err error) error {
	if err == nil || located(err) {
		return err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// check reports units and cases that do not exist.
func (f *runFlags) check(pl *planner.Planned) error {
	for _, name := range f.Units {
		if _, err := unit(pl, name); err != nil {
			return err
		}
	}
	for i, id := range f.Cases {
		f.Cases[i] = shownIn(id)
		if _, _, err := testCase(pl, f.Cases[i]); err != nil {
			return err
		}
	}
	if f.Parallel < 0 {
		return fmt.Errorf("--parallel %d: expected a number of processes", f.Parallel)
	}
	if f.Timeout < 0 || f.RunTimeout < 0 {
		return fmt.Errorf("--timeout and --run-timeout are longer than 0")
	}
	return nil
}

// execute runs the plan, with a line for each case that fails as it comes.
func (a *app) execute(ctx context.Context, pl *planner.Planned, f runFlags) (*result.Run, error) {
	bar := a.progress("running")
	defer bar.end()
	opts := f.Options
	opts.Guard = a.guard
	opts.Keep, opts.Command = true, a.command()
	opts.Progress = bar.set
	opts.Waiting = func(what string) { bar.above("waiting: " + what + "\n") }
	look := style(a.stderr)
	opts.Sink = func(r *result.Result) {
		if r.Verdict != result.Fail && r.Verdict != result.Error {
			return
		}
		var b bytes.Buffer
		if err := report.Line(&b, r, look); err == nil {
			bar.above(b.String())
		}
	}
	if f.Debug {
		opts.Attach = a.debugger(bar.above, enterPressed())
		opts.Logger = slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	opts.Engine, opts.Builds = pl.Engine(), a.builds.Load()
	return runner.Run(ctx, pl.Plan, opts)
}

// covered returns the coverage of each unit that ran a case.
func covered(ctx context.Context, pl *planner.Planned, run *result.Run) map[string]*plan.Coverage {
	out := map[string]*plan.Coverage{}
	for _, u := range pl.Units {
		if done := plan.Ran(u, run); len(done) > 0 {
			out[u.Name] = pl.Cover(ctx, u, done)
		}
	}
	return out
}

// reported is what reports are written of.
type reported struct {
	run      *result.Run
	plan     *plan.Plan
	coverage map[string]*plan.Coverage
	observed map[string][]plan.Matrix // of Theorem 2
	text     func(io.Writer, report.Style) error
}

// write writes all the reports that were asked for, on the command line or in the
// project, and returns the first error.
func (of reported) write(a *app, f runFlags) error {
	var first error
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	text := a.stdout
	if a.json {
		text = a.stderr
		keep(write(a.stdout, func(w io.Writer) error { return report.JSON(w, of.run, of.coverage) }))
	}
	keep(write(text, func(w io.Writer) error { return of.text(w, style(text)) }))
	wanted := of.plan.System.Report
	if path := either(f.junit, wanted.JUnit, of.plan.System.Dir); path != "" {
		keep(writeFile(path, func(w io.Writer) error { return report.JUnit(w, of.run, of.plan) }))
	}
	if f.jsonFile != "" {
		keep(writeFile(f.jsonFile, func(w io.Writer) error { return report.JSON(w, of.run, of.coverage) }))
	}
	if dir := either(f.html, wanted.HTML, of.plan.System.Dir); dir != "" {
		rep := report.Stubs(of.plan, of.run, of.observed, report.Source{Run: of.run.Started, Tool: of.run.Tool})
		keep(writeFile(filepath.Join(dir, "stubs.html"), rep.HTML))
	}
	return first
}

// either returns the flag, or what the project says, which is relative to its
// folder.
func either(flag, project, dir string) string {
	switch {
	case flag != "":
		return flag
	case project == "", filepath.IsAbs(project):
		return project
	}
	return filepath.Join(dir, project)
}
