package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
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
	chosen, all := r.affected.choose(pl, r.names)
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
	r.affected.learn(pl, done, chosen)
	if err := t.report(t.finish(ctx, pl, done)); err != nil {
		return "", what, blameMachinery(err)
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
	return r.check(ctx, pl)
}

// affected knows what passed, and finds what a change affects.
type affected struct {
	passed map[string]string // the fingerprints of what passed, by its name
}

// note takes note of changes of files. Where a program or the project's own file has changed, nothing is known to
// pass any more.
func (a *affected) note(files *config.Files, changed []string) {
	for _, path := range changed {
		_, read := files.Read[path]
		for _, pattern := range files.Patterns {
			is, _ := filepath.Match(pattern, path)
			read = read || is
		}
		if !read || path == files.Path {
			a.passed = nil
		}
	}
}

// choose returns what is to be run of the named units, machines and properties, or of all; all is true where nothing
// is named and everything is to run.
func (a *affected) choose(pl *planner.Planned, names []string) (chosen []string, all bool) {
	prints, stale := pl.Fingerprints(), map[string]bool{}
	for _, name := range listSubjects(pl.System) {
		before, passed := a.passed[name]
		stale[name] = !passed || before != prints[name]
	}
	isStale := func(name string) bool { return stale[name] }
	for again := true; again; { // until no unit calls one that is affected, and is not
		again = false
		for _, u := range pl.Units {
			if !stale[u.Name] && slices.ContainsFunc(slices.Concat(u.Uses, u.Calls), isStale) {
				stale[u.Name], again = true, true
			}
		}
	}
	for _, m := range pl.System.Machines {
		stale[m.Name] = stale[m.Name] || slices.ContainsFunc(m.Units, isStale)
	}
	all = len(names) == 0
	for _, name := range listSubjects(pl.System) {
		m := findMachine(pl.System, name)
		switch {
		case m != nil && len(m.Units) == 0: // it is only held against others
		case stale[name] && (len(names) == 0 || slices.Contains(names, name)):
			chosen = append(chosen, name)
		default:
			all = false
		}
	}
	return chosen, all
}

// learn takes note of what passed in a run of the given names.
func (a *affected) learn(pl *planner.Planned, run *result.Run, names []string) {
	if a.passed == nil {
		a.passed = map[string]string{}
	}
	prints, failed := pl.Fingerprints(), map[string]bool{}
	for _, r := range run.Results {
		if r.Verdict != result.Pass {
			failed[r.Unit] = true
		}
	}
	for _, m := range run.Machines {
		failed[m.Machine] = m.Verdict != result.Pass
	}
	for _, l := range run.Laws {
		failed[l.Property] = l.Verdict != result.Pass
	}
	for _, name := range names {
		if delete(a.passed, name); !failed[name] && len(run.Machinery) == 0 {
			a.passed[name] = prints[name]
		}
	}
}
