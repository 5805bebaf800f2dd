package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/remote"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/store"
)

const workerHelp = `Worker runs a batch: cases of one unit of a plan, as a machine of a cluster does for
` + "`ttf-int run --executor`" + `. DIR has plan.json, the plan, and batch.json, which names the
unit, its cases, and the certificates that the units below it have earned, on which the
decisions for stubs rest. The project is that of the working directory; its programs are
built already.

Into DIR it writes journal.jsonl, the journal that a run here would keep in .ttf-int/, and
facts.json, the certificates after the batch.

Exit codes:
  0    all passed, so that a cluster keeps what came of it
  1    something did not pass; the journal says what
  2    the plan, the batch or the project is wrong
  3    the batch could not be run, or the journal could not be written
  5    the project is a part of the whole (part.json), and its units do not say there what they say in the whole`

func workerCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "worker DIR", Short: "run a batch of a plan, on a machine of a cluster", Long: workerHelp,
		Args:    arguments(1, 1, "the folder of a batch"),
		Example: "  ttf-int worker .ttf-int-batch",
	}
	c.RunE = func(cmd *cobra.Command, args []string) error { return work(cmd.Context(), a, args[0]) }
	return c
}

// work runs the batch in a folder.
func work(ctx context.Context, a *app, dir string) error {
	file := filepath.Join(dir, remote.Batch)
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	b := &runner.Batch{}
	if err := json.Unmarshal(data, b); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	a.planning.noCache = true // an action begins without one
	pl, err := loadBatch(ctx, a, dir)
	if err != nil {
		return err
	}
	out, err := runner.RunBatch(ctx, pl.Plan, b, runner.Options{Guard: a.guard, Engine: pl.Engine(), Drawer: pl,
		Keep: true})
	if err != nil {
		return blameMachinery(err)
	}
	if err := writeOutcome(pl.System.Dir, dir, out); err != nil {
		return blameMachinery(err)
	}
	if !out.AllPassed() {
		return exitSilently(exitFailed)
	}
	return nil
}

// loadBatch loads the plan of a batch: of the whole project, or of the part that there is of it.
func loadBatch(ctx context.Context, a *app, dir string) (*planner.Planned, error) {
	file := filepath.Join(dir, remote.Plan)
	data, err := os.ReadFile(filepath.Join(dir, remote.Part))
	if errors.Is(err, fs.ErrNotExist) {
		system, err := a.project.load(true)
		if err != nil {
			return nil, err
		}
		return a.planning.planInTime(ctx, func(ctx context.Context) (*planner.Planned, error) {
			return a.planning.load(ctx, system, file, false)
		})
	}
	if err != nil {
		return nil, err
	}
	of := &part{}
	if err := json.Unmarshal(data, of); err != nil {
		return nil, fmt.Errorf("%s: %w", remote.Part, err)
	}
	system, err := config.LoadPart(a.project.config, "", slices.Sorted(maps.Keys(of.Prints)))
	if err != nil {
		return nil, &ending{remote.Unfit, err}
	}
	pl, err := a.planning.planInTime(ctx, func(ctx context.Context) (*planner.Planned, error) {
		return a.planning.loadPart(ctx, system, file)
	})
	switch {
	case err != nil && ctx.Err() == nil:
		return nil, &ending{remote.Unfit, err}
	case err == nil && !of.fits(pl):
		return nil, &ending{remote.Unfit, errors.New("what units say depends on more than this part of the project")}
	}
	return pl, err
}

// writeOutcome writes the journal of the last run of a project and the certificates after it into a folder.
func writeOutcome(project, dir string, out *runner.Outcome) error {
	journal, err := store.LatestFile(project)
	if err != nil {
		return err
	}
	from, err := os.Open(journal)
	if err != nil {
		return err
	}
	defer from.Close()
	err = writeFile(filepath.Join(dir, remote.Journal), func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	})
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, remote.Facts), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(out.Facts)
	})
}
