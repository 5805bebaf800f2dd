package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/history"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/report/ci"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/signoff"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// addReportFlags adds the flags that say which reports are written, and when the exit code is 0.
func (r *testRun) addReportFlags(flags *pflag.FlagSet) {
	for _, list := range [][]report.File{report.Files, ci.Files} {
		for i := range list {
			f := &reportFile{File: &list[i]}
			flags.StringVar(&f.given, f.Flag, "", f.Usage)
			r.files = append(r.files, f)
		}
	}
	flags.BoolVar(&r.feed.github, "github", false,
		"write annotations for GitHub to stderr, and append a summary to the file that "+summaryVariable+" names")
	flags.BoolVar(&r.onlyAccepted, "require-accepted", false,
		"end with 4 where a stub decision of a case is not one that `ttf-int stubs accept` recorded")
	flags.BoolVar(&r.allowIncomplete, "allow-incomplete", false,
		"exit 0 where something was blocked, undecided or without a test case, and nothing failed")
}

// reportFile is a report that run may write to a file.
type reportFile struct {
	*report.File
	given string // the value of its flag
}

// path returns the file that the report is written to: the one that the flag names, or
// else the one that the project names, relative to the project's folder; "" where
// neither does.
func (f *reportFile) path(system *spec.System) string {
	path := f.given
	if path == "" && f.Project != nil {
		path = f.Project(system.Report)
		if path != "" && !filepath.IsAbs(path) {
			path = filepath.Join(system.Dir, path)
		}
	}
	return path
}

// conclude writes the reports of a run, and returns its exit code. The run was refused where refused is not nil.
func (r *testRun) conclude(ctx context.Context, pl *planner.Planned, done *result.Run, refused error) error {
	// Reports are written all the same where one of them cannot be.
	if done.Flaky = history.ListFlaky(done, nil); len(done.Flaky) > 0 {
		done.Flaky = history.ListFlaky(done, store.ReadHistory(pl.System.Dir, done.Started, allRuns))
	}
	wrong := isTableWrong(refused)
	finished, failed := r.finish(ctx, pl, done)
	finished.Refused = wrong
	if err := r.report(finished); err != nil {
		failed = err
	}
	r.noteUnforeseen(pl.System, done)
	code := codeOf(done, r.allowIncomplete)
	if r.onlyAccepted {
		if all, err := r.requireAccepted(pl, done); err != nil {
			return err
		} else if code == exitOK && !all {
			code = exitIncomplete
		}
	}
	switch {
	case code == exitInterrupted:
		r.sayUnwritten(failed)
		return exitSilently(code)
	case wrong:
		r.sayUnwritten(failed)
		return exitSilently(exitWrong) // the report has said it
	case refused != nil:
		r.sayUnwritten(failed)
		return blameMachinery(refused)
	case failed != nil:
		return blameMachinery(failed)
	}
	return exitSilently(code)
}

// shownHistory is how many earlier verdicts the page of a run shows beside each case.
const shownHistory = 12

// finish returns what reports say of a run, and why they do not say all.
func (r *testRun) finish(ctx context.Context, pl *planner.Planned, done *result.Run) (out *report.Finished,
	lost error) {
	out = &report.Finished{Run: done, Plan: pl.Plan, Coverage: planner.MeasureCoverage(ctx, pl, done),
		Command: r.project.command()}
	_, out.Folder = findRepository(pl.System.Dir)
	if r.searches(pl.System) {
		out.Observed, lost = pl.ObserveMatrices(done)
		out.History = store.ReadDecided(pl.System.Dir, "", store.KeptRuns)
		if n := len(out.History); n > 0 && out.History[n-1].Started == done.Started {
			changes := history.Compare(out.History, "")
			out.Changes, out.History = &changes, out.History[:n-1]
			out.History = out.History[max(0, n-1-shownHistory):]
		}
		accepted, kept, err := signoff.Read(pl.System.Dir)
		if err != nil {
			r.console.note("the page does not say what was accepted: %v", err)
		} else if kept {
			out.Accepted = accepted
		}
	}
	return out, blameMachinery(lost)
}

// sayUnwritten says that a report could not be written, where the command ends with
// another error.
func (r *testRun) sayUnwritten(failed error) {
	if failed != nil {
		r.console.say("ttf-int: %s", failed)
	}
}

// reportUnplanned returns the report of a run that did not begin because what programs say of
// constants was refused. There is no plan then.
func reportUnplanned(system *spec.System, refusal *runner.Refusal, shard *result.Shard) *report.Finished {
	run := runner.ReportUnplanned(system, version(), shard, reasons(refusal.Reason)...)
	return &report.Finished{Run: run, Plan: &plan.Plan{System: system}, Coverage: map[string]*plan.Coverage{},
		NotBegun: true}
}

// reasons returns the errors that err consists of, one line each.
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

// searches tells whether a report will be written whose contents have to be searched
// for, such as the matrices of Theorem 2.
func (r *testRun) searches(system *spec.System) bool {
	return slices.ContainsFunc(r.files, func(f *reportFile) bool { return f.Searches && f.path(system) != "" })
}

// writtenBy returns what tells of a file whether a run may write it: reports, the failures that it keeps, and what a
// shell has its output written to.
func writtenBy(r *testRun, system *spec.System) func(path string) bool {
	var own []string
	add := func(path string) {
		if path, err := filepath.Abs(path); err == nil {
			own = append(own, path)
		}
	}
	add(filepath.Join(system.Dir, config.FailuresFolder))
	if r.feed.jsonl != "" {
		add(r.feed.jsonl)
	}
	for _, file := range r.files {
		if path := file.path(system); path != "" {
			add(path)
		}
	}
	var streams []os.FileInfo
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			streams = append(streams, info)
		}
	}
	return func(path string) bool {
		if info, err := os.Stat(path); err == nil && slices.ContainsFunc(streams, func(s os.FileInfo) bool {
			return os.SameFile(s, info)
		}) {
			return true
		}
		path, err := filepath.Abs(path)
		return err != nil || slices.ContainsFunc(own, func(o string) bool {
			return path == o || strings.HasPrefix(path, o+string(filepath.Separator))
		})
	}
}

// report writes all reports that the command line or the project asks for, and returns
// the first error. The text for people goes to stderr where stdout has a JSON document.
func (r *testRun) report(f *report.Finished) error {
	var first error
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	text := r.console.stdout
	if r.console.json {
		text = r.console.stderr
		keep(r.console.write(func(w io.Writer) error {
			return report.RunFormats.Document().Write(w, f,
				report.Style{})
		}))
	}
	keep(blameMachinery(report.RunFormats[0].Write(text, f, style(text))))
	keep(r.feed.finish(f))
	keep(r.feed.tellGitHub(f))
	for _, file := range r.files {
		if path := file.path(f.Plan.System); path != "" {
			for _, part := range file.Parts {
				keep(writeFile(filepath.Join(path, part.Name), func(w io.Writer) error { return part.Write(w, f) }))
			}
		}
	}
	return first
}
