package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

// told returns the system with the values that its programs under test say its loose
// constants have, and the programs that were built for that, which the caller releases.
// Programs are built and started only where a unit needs such a constant.
func (a *app) told(ctx context.Context, system *spec.System) (*spec.System, *runner.Builds, error) {
	if len(system.Loose) == 0 || !slices.ContainsFunc(system.Units, func(u *spec.Unit) bool { return u.SUT != "" }) {
		return system, nil, nil
	}
	bar := a.progress("asking for constants")
	said, err := runner.Ask(ctx, system, runner.Options{Keep: true, Guard: a.guard, Waiting: func(what string) { bar.above("waiting: " + what + "\n") }})
	bar.end()
	if err != nil {
		return nil, nil, machinery(err)
	}
	out, err := config.Told(system, said.Constants)
	if err != nil {
		said.Builds.Release()
		err = &runner.Refusal{Reason: err}
		if !located(err) {
			err = machinery(err)
		}
		return nil, nil, err
	}
	if len(out.Loose) == 0 {
		return out, said.Builds, nil
	}
	names := make([]string, len(out.Loose))
	for i, l := range out.Loose {
		names[i] = l.Name
	}
	for _, sut := range slices.Sorted(maps.Keys(said.Silent)) {
		fmt.Fprintf(a.stderr, "note: no program was asked for %s: %v\n", strings.Join(names, ", "), said.Silent[sut])
	}
	return out, said.Builds, nil
}

// sayChosen says which values of constants were chosen for a plan.
func (a *app) sayChosen(pl *planner.Planned) {
	if text := report.ChosenConstants(pl.System.Constants); text != "" {
		fmt.Fprintln(a.stderr, "note:", text)
	}
}
