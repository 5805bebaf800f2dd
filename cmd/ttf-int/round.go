package main

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/spec"
)

// round is one round of watch: the project is planned, and what is affected is run.
type round struct {
	*watch
	files  *config.Files
	system *spec.System // nil where the project could not be read
	unread error        // why it could not
	began  time.Time
}

// run goes round once, and says what came of it. A round that is interrupted says nothing: what interrupts it
// has the last word.
func (r *round) run(ctx context.Context) {
	outcome, what, err := r.proceed(ctx)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		code := r.console.explain(ctx, err)
		outcome = outcomes[code]
	}
	if r.console.sayMistakes(exitOK) != exitOK {
		outcome = outcomes[exitMachinery]
	}
	r.console.mistakes = nil
	if what != "" {
		what = " (" + what + ")"
	}
	took := time.Since(r.began).Round(10 * time.Millisecond)
	r.line("%s  %s in %s%s; waiting for changes", time.Now().Format(time.TimeOnly), outcome, took, what)
}

// outcomes say what came of a round, by the exit code with which run would have ended.
var outcomes = map[exitCode]string{
	exitOK: "passed", exitFailed: "FAILED", exitWrong: "NOT RUN: the project is wrong",
	exitMachinery: "BROKEN: the program or the machinery does not work", exitIncomplete: "incomplete",
}

// proceed plans and runs what is affected. It returns what came of that, and what was run.
func (r *round) proceed(ctx context.Context) (outcome, what string, err error) {
	if r.unread != nil {
		return "", "", r.unread
	}
	t := &testRun{app: r.app}
	defer func() { t.builds.Load().Release() }()
	pl, err := t.plan(ctx, nil, func() (*spec.System, error) { return r.system, nil })
	if err != nil {
		return "", "", err
	}
	t.planning.sayPlanned(pl)
	if r.plans {
		return "planned", "", r.console.write(func(w io.Writer) error {
			f := report.PlanFormats[0]
			if r.console.json {
				f = report.PlanFormats.Document()
			}
			return f.Write(w, report.ShownPlan{Plan: pl.Plan}, style(r.console.stdout))
		})
	}
	chosen, all := r.passed.Choose(pl, r.names)
	if len(chosen) == 0 {
		return "nothing is affected", "", nil
	}
	if !all {
		t.options.Units = slices.Clone(chosen)
	}
	what = "all"
	if !all {
		what = shortList(chosen)
	}
	t.options.Seed = r.seed
	if err := t.readAll(ctx, pl); err != nil {
		return "", what, err
	}
	done, refused := t.execute(ctx, pl, nil)
	if ctx.Err() != nil {
		return "", "", ctx.Err()
	}
	if done == nil {
		return "", what, blameMachinery(refused)
	}
	r.passed.Learn(pl, done, chosen)
	finished, failed := t.finish(ctx, pl, done)
	finished.Refused = isTableWrong(refused)
	if err := t.report(finished); err != nil {
		failed = err
	}
	if failed != nil {
		return "", what, blameMachinery(failed)
	}
	if finished.Refused {
		return outcomes[exitWrong], what, nil
	}
	if refused != nil {
		return "", what, blameMachinery(refused)
	}
	return outcomes[codeOf(done, false)], what, nil
}

// readAll reads what a run's flags say of units, machines and properties.
func (r *testRun) readAll(ctx context.Context, pl *planner.Planned) error {
	if err := r.readMachines(false, false); err != nil {
		return err
	}
	if err := r.readLaws(false); err != nil {
		return err
	}
	readClasses(r)
	return r.check(ctx, pl)
}
