package main

import (
	"errors"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/store"
)

// latest returns the last run of the project, and what to say about it; nil
// where there is none. A run of other specifications is shown as stale, without the
// results of cases that have changed since or no longer exist.
func (a *app) latest(pl *planner.Planned) (*result.Run, report.Source, error) {
	run, info, err := store.Latest(pl.System)
	switch {
	case errors.Is(err, store.ErrNoRun):
		return nil, report.Source{Command: a.command()}, nil
	case err != nil:
		return nil, report.Source{}, machinery(err)
	}
	var outdated int
	run.Results, outdated = pl.Current(run.Results)
	return run, report.Source{Outdated: outdated, Run: run.Started, Tool: run.Tool, Stale: info.Changed, Unfinished: !info.Finished, Unreadable: info.Unreadable, Command: a.command()}, nil
}
