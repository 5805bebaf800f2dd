package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// planning makes the plans of a command, as the flags say.
type planning struct {
	console  *console
	project  *project
	limits   *limits
	answerer *answerer
	guard    proc.Guard

	noCache      bool // --no-cache
	noStrengthen bool // --no-strengthen
	coverCallees bool // --cover-callees

	unitTime time.Duration // --unit-time
}

// planGrace is how long a command goes on waiting for planning after the time limit or
// an interrupt. Planning notices the end by itself and returns what it has.
const planGrace = 3 * time.Second

// flag adds the flags --timeout and --unit-time to a command that plans.
func (p *planning) flag(c *cobra.Command) *cobra.Command {
	p.limits.addFlag(c, "timeout",
		"plan for no longer than `TIME`, such as 30s, and show what there is then (default: no limit)")
	c.Flags().DurationVar(&p.unitTime, "unit-time", 0,
		"leave undecided what of a unit takes longer than `TIME` (default: its share of --timeout)")
	return c
}

// show reads the project, plans it, calls find for what the command needs beside the
// plan, and calls show. It does so also where the plan is unfinished; the error says
// why it is.
func (p *planning) show(ctx context.Context, theorem2 bool, find, show func(*planner.Planned) error) error {
	pl, ended := p.planInTime(ctx, func(ctx context.Context) (*planner.Planned, error) {
		system, err := p.project.load(false)
		if err != nil {
			return nil, err
		}
		return p.make(ctx, system, theorem2)
	})
	if pl == nil {
		return ended
	}
	if err := find(pl); err != nil {
		return cmp.Or(ended, err)
	}
	return cmp.Or(show(pl), ended)
}

// planInTime calls f, which plans, within the time limit of the command. Where the limit is
// reached or the command is interrupted, it returns an error and the unfinished plan,
// which is to be shown all the same.
func (p *planning) planInTime(ctx context.Context, f func(context.Context) (*planner.Planned,
	error)) (*planner.Planned, error) {
	pl, err := runWithin(ctx, p.limits, planGrace, f)
	if pl != nil && pl.Unfinished != nil {
		p.console.note("%s", report.ExplainUnfinished(pl.Unfinished))
	}
	return pl, err
}

// make plans a project, after its programs were asked for the constants that they set.
// With theorem2 the plan has the matrices of Theorem 2.
func (p *planning) make(ctx context.Context, system *spec.System, theorem2 bool) (*planner.Planned, error) {
	system, builds, err := p.askConstants(ctx, system)
	if err != nil {
		return nil, err
	}
	builds.Release()
	return p.makePlan(ctx, system, theorem2)
}

// makePlan plans a project whose programs were asked for constants already.
func (p *planning) makePlan(ctx context.Context, system *spec.System, theorem2 bool) (*planner.Planned, error) {
	return p.planWith(ctx, system, theorem2, func(o planner.Options) (*planner.Planned,
		error) {
		return planner.Make(ctx, system, o)
	})
}

// load returns the plan that a file keeps, after it was held against the
// specifications.
func (p *planning) load(ctx context.Context, system *spec.System, file string,
	theorem2 bool) (*planner.Planned, error) {
	return p.loadBy(ctx, system, file, theorem2, planner.Load)
}

// loadPart returns the plan of a part of a project that a file keeps.
func (p *planning) loadPart(ctx context.Context, system *spec.System, file string) (*planner.Planned, error) {
	return p.loadBy(ctx, system, file, false, planner.LoadPart)
}

func (p *planning) loadBy(ctx context.Context, system *spec.System, file string, theorem2 bool,
	load func(context.Context, *plan.File, *spec.System, planner.Options) (*planner.Planned, error)) (*planner.Planned,
	error) {
	kept, err := readPlan(file)
	if err != nil {
		return nil, err
	}
	// What programs said is in the plan; whether they still do is seen when they
	// are started.
	told, err := planner.ReadReportedConstants(kept, system)
	if err == nil {
		system, err = config.AddReported(system, told)
	}
	if err != nil {
		return nil, naming(file, err)
	}
	pl, err := p.planWith(ctx, system, theorem2, func(o planner.Options) (*planner.Planned,
		error) {
		return load(ctx, kept, system, o)
	})
	return pl, naming(file, err)
}

// readPlan reads the file of a plan.
func readPlan(file string) (*plan.File, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return plan.Read(file, data)
}

// naming returns an error that names the file of a plan: err itself where it does so
// already.
func naming(file string, err error) error {
	if err == nil || isLocated(err) {
		return err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// planWith calls make with the options that the flags give, the cache of earlier plans
// among them, and shows the progress. Where the cache cannot be used, it says so in a
// note and plans without it.
func (p *planning) planWith(ctx context.Context, system *spec.System, theorem2 bool,
	make func(planner.Options) (*planner.Planned, error)) (*planner.Planned, error) {
	asked, err := p.answerer.openSolver(ctx)
	if err != nil {
		return nil, err
	}
	o := planner.Options{Tool: version(), Solver: asked.Solver, Backend: asked.Told, NoStrengthen: p.noStrengthen,
		CoverCallees: p.coverCallees, UnitTime: p.unitTime,
		Theorem2: theorem2, Memory: p.limits.memory.bytes()}
	if !p.noCache {
		cache, err := p.openCache(system)
		if err != nil {
			p.console.note("earlier plans are not made use of: %v", err)
		} else {
			o.Cache = cache
			defer func() {
				if err := cache.Close(); err != nil {
					p.console.note("what was planned is not kept for later plans: %v", err)
				}
			}()
		}
	}
	bar := p.console.progress("planning")
	defer bar.end()
	o.Progress = bar.set
	pl, err := make(o)
	if pl != nil {
		p.console.mistakes = pl.Mistakes
	}
	return pl, err
}

// askConstants asks the programs under test for the values of loose constants, and returns the
// system with these values. It also returns the programs that were built for this; the
// caller releases them.
func (p *planning) askConstants(ctx context.Context, system *spec.System) (*spec.System, *runner.Builds, error) {
	bar := p.console.progress("asking for constants")
	said, err := runner.Ask(ctx, system, runner.Options{Keep: true, Guard: p.guard, Waiting: bar.wait})
	bar.end()
	if err != nil {
		return nil, nil, blameMachinery(err)
	}
	out, err := config.AddReported(system, said.Constants)
	if err != nil {
		said.Builds.Release()
		err = &runner.Refusal{Reason: err}
		if !isLocated(err) {
			err = blameMachinery(err)
		}
		return nil, nil, err
	}
	names := make([]string, len(out.Loose))
	for i, l := range out.Loose {
		names[i] = l.Name
	}
	for _, sut := range slices.Sorted(maps.Keys(said.Silent)) {
		if len(names) > 0 {
			p.console.note("no program was asked for %s: %v", strings.Join(names, ", "), said.Silent[sut])
		}
	}
	return out, said.Builds, nil
}

// openCache opens the cache of earlier plans of a project.
func (p *planning) openCache(system *spec.System) (*store.Cache, error) {
	build, err := build()
	if err != nil {
		return nil, err
	}
	cache, repaired, err := store.Open(filepath.Join(system.Dir, store.Folder), build)
	if repaired {
		p.console.note("what earlier plans found was damaged, and was put aside")
	}
	return cache, err
}

// openSelf opens the file of this program.
func openSelf() (*os.File, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// build returns a text that identifies this build of ttf-int, since different builds
// may have the same version. It uses a checksum because a cryptographic hash would take
// longer than many plans.
func build() (string, error) {
	f, err := openSelf()
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	h := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %d %d %08x", version(), info.Size(), info.ModTime().UnixNano(), h.Sum32()), nil
}

// sayPlanned writes one line about a plan on stderr, and notes about its constants and
// budgets.
func (p *planning) sayPlanned(pl *planner.Planned) {
	known := 0
	for _, u := range pl.Units {
		if u.Known {
			known++
		}
	}
	out := "planned " + report.DescribePlanned(pl.Plan)
	if known > 0 {
		out += fmt.Sprintf(" (%d from the cache)", known)
	}
	p.console.say("%s", out)
	for _, m := range pl.System.Missing {
		p.console.note("%s", m.Text())
	}
	for _, u := range pl.Units {
		if u.Budget != nil {
			p.console.note("%s used up the budget of a unit: %s", u.Name, report.DescribeBudget(u.Budget))
		}
	}
	if text := report.DescribeChosen(pl.System.Constants); text != "" {
		p.console.note("%s", text)
	}
}

// readLatest returns the last run of the project with what a report says about it; nil
// where there is none. A run of other specifications is marked as stale, and the
// results of cases that have changed since or no longer exist are left out.
func (p *planning) readLatest(pl *planner.Planned) (*result.Run, report.Source, error) {
	run, from, err := p.readKept(pl.System)
	if run != nil {
		run.Results, from.Outdated = pl.FindCurrent(run.Results)
	}
	return run, from, err
}
