package main

import (
	"context"
	"fmt"
	"math"
	"os"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// maxShards is the largest number of parts of a run.
const maxShards = 100_000

// readShard reads a part of a run, such as 1/4; nil where none is given.
func readShard(text string) (*result.Shard, error) {
	if text == "" {
		return nil, nil
	}
	s := &result.Shard{}
	var rest string
	n, _ := fmt.Sscanf(text+" ", "%d/%d%s", &s.Index, &s.Count, &rest)
	if n != 2 || s.Index < 1 || s.Count < s.Index || s.Count > maxShards {
		return nil, fmt.Errorf("--shard %s: expected a part and the number of parts, such as 1/4", text)
	}
	return s, nil
}

const reportHelp = `Report makes reports of runs that were made elsewhere.`

const mergeHelp = `Merge makes one run of the shards of a run, and reports it as run does. The files are
the documents that ` + "`ttf-int run --shard I/N --json-file FILE`" + ` wrote, or those that
.ttf-int/runs/ keeps of such runs: one of each shard, of the same specifications, seed and
version of ttf-int, where the specifications are those of this folder. A shard that is
missing, there twice, or did not come to its end is an error, and nothing is reported then.
The run is kept in .ttf-int/, where explain, stubs and history find it.

A case that went otherwise in a shard that ran it only for the decisions that rest on it is
a finding, and so is a program that was not the same everywhere.

Exit codes are those of run.`

func reportCommand(a *app) *cobra.Command {
	c := &cobra.Command{Use: "report", Short: "make one report of the shards of a run", Long: reportHelp}
	c.AddCommand(mergeCommand(a))
	return c
}

func mergeCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "merge FILE...", Short: "make one run of shards, and report it", Long: mergeHelp,
		Args:    arguments(1, math.MaxInt, "the documents of shards"),
		Example: "  ttf-int report merge shard*.json\n  ttf-int report merge shard*.json --junit out/junit.xml --html out/",
	}
	r := &testRun{app: a}
	r.feed.console = a.console
	r.addReportFlags(c.Flags())
	file := c.Flags().String("plan", "", "the `FILE` of the plan that the shards ran (default: it is made again)")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		var plans []string
		if *file != "" {
			plans = []string{*file}
		}
		return merge(cmd.Context(), r, plans, args)
	}
	return c
}

// merge joins shards, and reports.
func merge(ctx context.Context, r *testRun, plans, files []string) error {
	defer func() { r.builds.Load().Release() }()
	pl, err := r.plan(ctx, plans, func() (*spec.System, error) { return r.project.load(len(plans) > 0) })
	if err != nil {
		return err
	}
	journal, err := store.NewJournal(pl.System.Dir, runner.ReportUnplanned(pl.System, version(), nil))
	if err != nil {
		r.console.note("the run could not be kept: %v", err)
	}
	done, err := joinFiles(pl, journal, files)
	if journal != nil && err != nil {
		journal.Discard()
	}
	if err != nil {
		return err
	}
	if journal != nil {
		if err := journal.Close(done); err != nil {
			r.console.note("the run could not be kept: %v", err)
		}
	}
	return r.conclude(ctx, pl, done, nil)
}

// joinFiles joins the shards of which files have the documents, one result after the other.
func joinFiles(pl *planner.Planned, journal *store.Journal, files []string) (*result.Run, error) {
	j := runner.NewJoining(pl.Plan, journal, store.HeldTraces)
	for _, file := range files {
		s, err := readShardFile(file, pl.System, j.Take)
		if err != nil {
			return nil, err
		}
		j.Add(s)
	}
	return j.Join()
}

func readShardFile(file string, system *spec.System, each func(*result.Result) *result.Result) (*result.Run, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := store.ReadDocument(f, system, each)
	return r, naming(file, err)
}
