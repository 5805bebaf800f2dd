package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/signoff"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// acceptedName stands, where something is compared with an earlier state, for what people have accepted.
const acceptedName = "accepted"

// earlierForms says what the value of --diff may be beside a file.
const earlierForms = "when a kept run began (ttf-int history), " + store.Previous + " or " + acceptedName

// findEarlierRun returns the kept run that the value of --diff names; nil where it names a file.
func findEarlierRun(system *spec.System, name string) (*result.Run, error) {
	if _, err := os.Stat(name); err == nil {
		return nil, nil
	}
	run, err := store.ReadNamed(system, name)
	switch {
	case errors.Is(err, store.ErrNoRun) && name == store.Previous:
		return nil, fmt.Errorf("--diff %s: fewer than two runs are kept", name)
	case errors.Is(err, store.ErrNoRun):
		return nil, fmt.Errorf("--diff %s: there is no such file, and no run that began then is kept%s", name,
			source.DidYouMean(name, []string{store.Previous, acceptedName}))
	case err != nil:
		return nil, fmt.Errorf("--diff %s: %w", name, err)
	}
	return run, nil
}

// planAccepted plans a project as it was when its list of accepted decisions was last committed, and returns that plan
// and the commit. What programs say of constants is taken to be what they say now.
func (a *app) planAccepted(ctx context.Context, pl *planner.Planned) (*plan.File, string, error) {
	repo, err := openRepository(ctx, pl.System.Dir, "HEAD")
	if err != nil {
		return nil, "", fmt.Errorf("the project is taken as it was when %s was committed: %w", signoff.FileName, err)
	}
	list := filepath.Join(repo.dir, signoff.FileName)
	at, err := repo.git(ctx, "log", "-1", "--format=%H", "--", list)
	if err != nil {
		return nil, "", err
	}
	if repo.commit = strings.TrimSpace(string(at)); repo.commit == "" {
		return nil, "", fmt.Errorf("the project is taken as it was when %s was committed, and it never was: "+
			"`ttf-int stubs accept` writes it", signoff.FileName)
	}
	_, files, err := config.LoadFiles(a.project.config, "", a.project.breakCycles)
	if err != nil {
		return nil, "", err
	}
	was, err := repo.load(ctx, files, a.project.breakCycles)
	if err != nil {
		return nil, "", fmt.Errorf("the project as it was at %.12s cannot be read: %w", repo.commit, err)
	}
	var told []spec.Constant
	for _, c := range pl.System.Constants {
		if c.From == spec.Told {
			told = append(told, c)
		}
	}
	if was, err = config.AddReported(was, told); err != nil {
		return nil, "", err
	}
	was.Dir = pl.System.Dir // where what earlier plans found is kept
	then, err := a.planning.makePlan(ctx, was, false)
	if err != nil {
		return nil, "", err
	}
	data, err := then.Plan.JSON()
	if err != nil {
		return nil, "", err
	}
	kept, err := plan.Read("the plan as it was at "+repo.commit, data)
	return kept, repo.commit, err
}
