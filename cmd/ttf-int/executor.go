package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/remote"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/solve/backend"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// onThisMachine is the value of --executor with which all runs here, whatever the project says.
const onThisMachine = "local"

// readExecutor reads --executor.
func readExecutor(r *testRun) (err error) {
	if r.executor == "" || r.executor == onThisMachine {
		return nil
	}
	if r.cluster, err = remote.ReadAddress(r.executor, os.Getenv); err != nil {
		return err
	}
	if why := needsThisMachine(r); why != "" {
		return fmt.Errorf("--executor with %s", why)
	}
	return nil
}

// needsThisMachine says which flag needs the cases to run here, and why; "" for none.
func needsThisMachine(r *testRun) string {
	switch {
	case r.options.More != nil:
		return "--more: what is drawn at random runs on this machine only"
	case r.options.Debug:
		return "--debug: a debugger needs a process on this machine"
	case r.answerer.name != backend.Embedded:
		return fmt.Sprintf("--backend %s: workers have the embedded solver", r.answerer.name)
	}
	return ""
}

// chooseExecutor has cases run on the cluster that the project names, where the command line says nothing else.
func chooseExecutor(r *testRun, system *spec.System) (err error) {
	if r.executor != "" || system.Executor == "" {
		return nil
	}
	if why := needsThisMachine(r); why != "" {
		r.console.note("not on %s, but here: %s", system.Executor, why)
		return nil
	}
	r.executor = system.Executor
	r.cluster, err = remote.ReadAddress(r.executor, os.Getenv)
	return err
}

// openExecutor prepares to have batches of a plan run on a cluster; nil where all is run here.
func openExecutor(r *testRun, pl *planner.Planned, note func(*runner.Batch, string, bool, error)) (*remote.Executor,
	error) {
	if r.cluster == nil {
		return nil, nil
	}
	tool, err := os.Executable()
	if err != nil {
		return nil, err
	}
	o := remote.Options{System: pl.System, Tool: tool, Slice: slicer(pl), Env: os.Getenv, Note: note}
	if r.project.config != "" {
		at, err := filepath.Abs(r.project.config)
		if err != nil {
			return nil, err
		}
		dir, err := filepath.Abs(pl.System.Dir)
		if err != nil {
			return nil, err
		}
		if o.Config, err = filepath.Rel(dir, at); err != nil {
			return nil, err
		}
	}
	return remote.Open(r.cluster, o)
}

// timedRuns is how many earlier runs are asked how long cases take.
const timedRuns = 5

// readTimes returns how many seconds cases took in earlier runs, in the last of them that knows.
func readTimes(dir string) func(id string) float64 {
	times := map[string]float64{}
	for _, past := range store.ReadHistory(dir, "", timedRuns) {
		maps.Copy(times, past.Seconds)
	}
	return func(id string) float64 { return times[id] }
}

// runPlan runs a plan, with the batches of units on a cluster where one is named, and says what that came to.
func runPlan(ctx context.Context, r *testRun, pl *planner.Planned, o runner.Options) (*result.Run, error) {
	note, endNotes := noteActions(r, pl.System.Dir)
	e, err := openExecutor(r, pl, note)
	if err != nil {
		return nil, err
	}
	if e != nil {
		defer e.Close()
		defer endNotes()
		o.Executor, o.Fresh, o.BatchSeconds = e, r.rerun.fresh, readTimes(pl.System.Dir)
	}
	done, err := runner.Run(ctx, pl.Plan, o)
	if e != nil {
		n := e.Counts()
		r.console.say("%s: %s known, %d of this run; %.1f MB sent", r.executor, count(int(n.Known), "outcome"),
			n.Done-n.Known, float64(n.Sent)/1e6)
	}
	return done, err
}
