package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/history"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// allRuns is more runs than are kept.
const allRuns = 1 << 20

// rerun says what a run takes from earlier ones.
type rerun struct {
	failed, resume bool   // --failed, --resume
	fresh          bool   // --fresh
	since          string // --since
	keep           bool   // --keep-failures
	seeded         bool   // whether --seed is given
}

// read takes from earlier runs what --resume, --failed and the order of the project ask for. settled is true
// where --failed leaves nothing to run.
func (e *rerun) read(r *testRun, pl *planner.Planned) (settled bool, err error) {
	if e.failed && len(r.options.Units)+len(r.options.Cases)+len(r.machines.Names)+len(r.laws.Names) > 0 {
		return false, errors.New("--failed with --unit, --case, --machine or --property: expected one of them")
	}
	if e.resume {
		if err := e.readUnfinished(r, pl.System); err != nil {
			return false, err
		}
	}
	r.options.Kept = findKept(pl)
	first := pl.System.Run.Order == spec.FailedFirst
	if !e.failed && !first {
		r.options.First = firstOf(nil, r.options.Kept)
		return false, nil
	}
	known := history.Read(pl.Plan, store.ReadHistory(pl.System.Dir, "", allRuns))
	var failed map[string]bool
	if first {
		failed = history.Failed(known.Cases)
	}
	r.options.First = firstOf(failed, r.options.Kept)
	if e.failed {
		return selectUnsettled(r, known), nil
	}
	return false, nil
}

// noteSelection notes in the options which flags leave out a part of the plan.
func noteSelection(r *testRun) {
	var by []string
	for _, x := range []struct {
		flag string
		set  bool
	}{{"--unit", len(r.options.Units) > 0}, {"--case", len(r.options.Cases) > 0},
		{"--without", len(r.options.Without) > 0},
		{"--machine", len(r.machines.Names) > 0}, {"--property", len(r.laws.Names) > 0},
		{"--failed", r.rerun.failed}, {"--fail-fast", r.options.FailFast}} {
		if x.set {
			by = append(by, x.flag)
		}
	}
	if len(by) > 0 {
		r.options.Selection = &result.Selection{By: by}
	}
}

// firstOf returns the cases that run first: those that failed last, and those that are kept; nil for none.
func firstOf(failed map[string]bool, kept map[string]string) map[string]bool {
	if len(failed)+len(kept) == 0 {
		return nil
	}
	out := maps.Clone(failed)
	if out == nil {
		out = map[string]bool{}
	}
	for id := range kept {
		out[id] = true
	}
	return out
}

// selectUnsettled selects what is not known to pass. It returns true, and says so, where that is nothing.
func selectUnsettled(r *testRun, known history.Standings) bool {
	names := func(of map[string]history.Standing) []string { return slices.Sorted(maps.Keys(history.Unsettled(of))) }
	r.options.Cases, r.machines.Names, r.laws.Names = names(known.Cases), names(known.Machines), names(known.Laws)
	r.options.Machines, r.options.Laws = nil, nil
	if len(r.machines.Names) > 0 {
		r.options.Machines = &r.machines
	}
	if len(r.laws.Names) > 0 {
		r.options.Laws = &r.laws
	}
	var parts []string
	for _, x := range []struct {
		n, of int
		what  string
	}{{len(r.options.Cases), len(known.Cases), "case"}, {len(r.machines.Names), len(known.Machines), "machine"},
		{len(r.laws.Names), len(known.Laws), "property"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d of %s", x.n, plural(x.of, x.what)))
		}
	}
	if len(parts) == 0 {
		r.console.say("nothing has failed, was blocked or undecided, or was never run")
		return true
	}
	r.console.say("not known to pass: %s", strings.Join(parts, ", "))
	return false
}

// plural returns "1 property" or "2 properties".
func plural(n int, what string) string {
	if n != 1 && strings.HasSuffix(what, "y") {
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(what, "y"))
	}
	return count(n, what)
}

// readUnfinished reads the run that --resume goes on with. It is an error where that run was another one: of other
// specifications, under another seed, or by another version of ttf-int.
func (e *rerun) readUnfinished(r *testRun, system *spec.System) error {
	run, info, err := store.ReadUnfinished(system)
	switch {
	case errors.Is(err, store.ErrNoRun), errors.Is(err, store.ErrNothingLeft):
		r.console.note("--resume: %v, so everything is run", err)
		return nil
	case err != nil:
		return blameMachinery(err)
	case len(info.Changed) > 0:
		return fmt.Errorf("--resume: the run of %s cannot be gone on with, since files have changed: %s", showTime(run.Started),
			strings.Join(info.Changed, ", "))
	case run.Tool != version():
		return fmt.Errorf("--resume: the run of %s cannot be gone on with, since ttf-int %s began it", showTime(run.Started),
			run.Tool)
	case e.seeded && r.options.Seed != run.Seed:
		return fmt.Errorf("--resume: the run of %s cannot be gone on with under another --seed than %d", showTime(run.Started),
			run.Seed)
	}
	r.options.Seed, r.options.Earlier = run.Seed, run
	for _, name := range slices.Sorted(maps.Keys(system.SUTs)) {
		if s := system.SUTs[name]; s.Reads == nil && run.Arguments[name] != "" {
			r.console.note("--resume: of %s only %s and the files among its arguments are compared with those of then, "+
				"since it does not declare what else it reads (reads:)", name, s.Command[0])
		}
	}
	if of := run.Shard; of != nil && r.options.Shard == nil {
		r.options.Shard = &result.Shard{Index: of.Index, Count: of.Count}
	}
	return nil
}

// showTime shows when a run began, as it is kept.
func showTime(started string) string {
	at, err := time.Parse(time.RFC3339Nano, started)
	if err != nil {
		return started
	}
	return at.Format(time.DateTime)
}

// sayTaken says how many results are of earlier runs.
func sayTaken(c *console, earlier, run *result.Run) {
	resumed, cached, ran := 0, 0, 0
	for of := range run.All() {
		switch {
		case of.From == "":
			ran++
		case earlier != nil:
			resumed++
		default:
			cached++
		}
	}
	if earlier != nil {
		c.say("went on with the run of %s: %s taken over, %d of this run", showTime(earlier.Started),
			count(resumed, "result"), ran)
	}
	if cached > 0 {
		c.say("%s of earlier runs taken over, since nothing has changed, and %d of this run (--fresh runs everything)",
			count(cached, "result"), ran)
	}
}
