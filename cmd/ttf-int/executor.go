package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/remote"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/solve/backend"
	"github.com/ttf-int/ttf-int/store"
)

// readExecutor reads --executor.
func readExecutor(r *testRun) (err error) {
	if r.executor == "" {
		return nil
	}
	if r.cluster, err = remote.ReadAddress(r.executor, os.Getenv); err != nil {
		return err
	}
	switch {
	case r.options.More != nil:
		return errors.New("--executor with --more: what is drawn at random runs on this machine only")
	case r.options.Debug:
		return errors.New("--executor with --debug: a debugger needs a process on this machine")
	case r.answerer.name != backend.Embedded:
		return fmt.Errorf("--executor with --backend %s: workers have the embedded solver", r.answerer.name)
	}
	return nil
}

// openExecutor prepares to have batches of a plan run on a cluster; nil where all is run here.
func openExecutor(r *testRun, pl *planner.Planned) (*remote.Executor, error) {
	if r.cluster == nil {
		return nil, nil
	}
	tool, err := os.Executable()
	if err != nil {
		return nil, err
	}
	o := remote.Options{System: pl.System, Tool: tool, Slice: slicer(pl), Env: os.Getenv}
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
	e, err := openExecutor(r, pl)
	if err != nil {
		return nil, err
	}
	if e != nil {
		defer e.Close()
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
