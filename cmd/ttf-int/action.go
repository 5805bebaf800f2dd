package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/remote"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/store"
)

const actionHelp = `Action shows a batch of cases that a cluster ran for ` + "`ttf-int run --executor`" + `: its command and
variables, which worker had it, how long it was in the queue and took, and what it wrote: stdout, stderr,
and the journal of its cases. It is named by its digest, as in what is said of a batch that was not run,
or by one of its cases in the last run on a cluster. Without a name, all batches of that run are listed.

A cluster keeps what came of batches of which all passed. --again has another one executed once more.

Exit codes:
  0    it is shown, whatever came of it
  2    no batch is named so
  3    the cluster does not have it, or does not keep what came of it`

// actionsFile is the file, in the folder that a project keeps, that lists the batches of the last run on a cluster.
const actionsFile = "actions.jsonl"

// actionRecord is a line of that file.
type actionRecord struct {
	Executor string   `json:"executor"`
	Action   string   `json:"action"` // its digest, HASH/SIZE
	Unit     string   `json:"unit"`
	Cases    []string `json:"cases"`
	Known    bool     `json:"known,omitempty"` // whether what came of it was known before
	Error    string   `json:"error,omitempty"` // why it was not run
}

// noteActions returns what writes down each batch of a run on a cluster, from several goroutines, and what ends that.
// What goes wrong with the file is a note.
func noteActions(r *testRun, dir string) (note func(*runner.Batch, string, bool, error), end func()) {
	var mu sync.Mutex
	var to *os.File
	var failed error
	note = func(b *runner.Batch, digest string, known bool, err error) {
		mu.Lock()
		defer mu.Unlock()
		if to == nil && failed == nil {
			to, failed = os.Create(filepath.Join(dir, store.Folder, actionsFile))
		}
		of := actionRecord{Executor: r.executor, Action: digest, Unit: b.Unit, Cases: b.Cases, Known: known}
		if err != nil {
			of.Error = err.Error()
		}
		if failed == nil {
			failed = json.NewEncoder(to).Encode(of)
		}
	}
	return note, func() {
		mu.Lock()
		defer mu.Unlock()
		if to != nil {
			failed = cmp.Or(failed, to.Close())
		}
		if failed != nil {
			r.console.note("the batches are not listed: %v", failed)
		}
	}
}

func actionCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "action [DIGEST|CASE]", Short: "show a batch that a cluster ran, and what it wrote", Long: actionHelp,
		Args:    arguments(0, 1, "the digest of an action, or a case"),
		Example: "  ttf-int action\n  ttf-int action insert/DNF_1/SP_1\n  ttf-int action 3b0e…/147 --executor grpc://localhost:8980 --again",
	}
	at := c.Flags().String("executor", "", "the `ADDRESS` of the cluster (default: that of the last run)")
	again := c.Flags().Bool("again", false, "execute it once more if the cluster does not keep what came of it")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		records, err := readActions(a)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			return a.console.write(func(w io.Writer) error { return listActions(w, records, a.console.json) })
		}
		of := findAction(records, args[0])
		if of == nil && !strings.Contains(args[0], "/") {
			return fmt.Errorf("no batch of the last run on a cluster has the case %q", args[0])
		}
		if of == nil {
			of = &actionRecord{Action: args[0]}
		}
		if of.Executor = cmp.Or(*at, of.Executor); of.Executor == "" {
			return fmt.Errorf("no batch of the last run on a cluster is named %q: expected --executor for an action of another one",
				args[0])
		}
		return showAction(cmd.Context(), a, of, *again)
	}
	return c
}

// readActions reads the list of the batches of the last run on a cluster; nil where there was none.
func readActions(a *app) ([]actionRecord, error) {
	path, err := config.Locate(a.project.config, "")
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(filepath.Dir(path), store.Folder, actionsFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []actionRecord
	for d := json.NewDecoder(bufio.NewReader(f)); ; {
		var one actionRecord
		if err := d.Decode(&one); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		out = append(out, one)
	}
}

// findAction returns the last batch with a digest or a case; nil for none.
func findAction(records []actionRecord, name string) *actionRecord {
	for i := range slices.Backward(records) {
		if of := &records[i]; of.Action == name || slices.Contains(of.Cases, name) {
			return of
		}
	}
	return nil
}

// listActions writes a line for each batch.
func listActions(w io.Writer, records []actionRecord, asJSON bool) error {
	if asJSON {
		return report.WriteDocument(w, records)
	}
	for _, of := range records {
		what := "run"
		switch {
		case of.Error != "":
			what = "not run"
		case of.Known:
			what = "known"
		}
		_, err := fmt.Fprintf(w, "%s  %-7s  %s  %s\n", of.Action, what, of.Unit, count(len(of.Cases), "case"))
		if err != nil {
			return err
		}
	}
	return nil
}

// showAction shows an action.
func showAction(ctx context.Context, a *app, of *actionRecord, again bool) error {
	address, err := remote.ReadAddress(of.Executor, os.Getenv)
	if err != nil {
		return err
	}
	e, err := remote.Open(address, remote.Options{})
	if err != nil {
		return err
	}
	defer e.Close()
	log, err := e.Look(ctx, of.Action, again)
	if errors.As(err, new(*remote.NotKeptError)) {
		err = fmt.Errorf("%w; --again executes it once more", err)
	}
	if err != nil {
		return blameMachinery(err)
	}
	out := &report.Action{Action: of.Action, Unit: of.Unit, Cases: of.Cases, Command: log.Command,
		Variables: log.Variables, Worker: log.Worker, Queued: log.Queued.Seconds(), Took: log.Took.Seconds(),
		ExitCode: log.ExitCode, Stdout: string(log.Stdout), Stderr: string(log.Stderr), Journal: string(log.Journal)}
	return a.console.write(func(w io.Writer) error {
		if a.console.json {
			return report.WriteActionJSON(w, out)
		}
		return report.WriteAction(w, out, style(a.console.stdout))
	})
}
