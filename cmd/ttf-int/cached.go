package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/ttf-int/ttf-int/history"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// readCached has a run take over passes of earlier runs, where a program declares what it reads and the flags do not
// say otherwise: --fresh, and those that ask for cases to be run whatever is known of them.
func readCached(r *testRun, pl *planner.Planned) error {
	if !declaresReads(pl.System) {
		return nil
	}
	tool, err := identifyTool()
	if err != nil {
		return blameMachinery(err)
	}
	r.options.Basis = pl.Bases(tool)
	if r.rerun.fresh || r.options.Debug || r.retrying.repeat > 1 || len(r.options.Cases) > 0 && !r.rerun.failed {
		return nil
	}
	load := func(started string) *result.Run {
		run, err := store.ReadStarted(pl.System, started)
		if err != nil {
			return nil
		}
		shared := runner.NewShared(pl.Plan)
		for r := range run.All() {
			shared.Share(r)
		}
		return run
	}
	c := history.NewCache(pl.Plan, store.ReadHistory(pl.System.Dir, "", allRuns), r.options.Basis, pl.Below, load)
	seed := r.options.Seed
	r.options.Cached = func(w runner.Wanted) *result.Result {
		return c.Find(history.Wanted{Case: w.Case, Unit: w.Unit, SUT: w.SUT, SHA256: w.SHA256, Reads: w.Reads,
			Seed: seed, Verdict: w.Verdict})
	}
	return nil
}

// declaresReads tells whether a program of a project declares what it reads.
func declaresReads(system *spec.System) bool {
	for _, one := range system.SUTs {
		if one.Reads != nil {
			return true
		}
	}
	return false
}

// identifyTool returns a text that is another one for every ttf-int that may judge otherwise: its version and commit,
// or the hash of its program where that does not tell.
func identifyTool() (string, error) {
	at := revision()
	if at != "" && !strings.Contains(at, "+") {
		return fmt.Sprintf("%s %s %s", version(), at, runtime.Version()), nil
	}
	f, err := openSelf()
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
