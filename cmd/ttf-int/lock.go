package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

const lockHelp = `Lock writes ttf-int.lock beside ttf-int.yaml: the hashes of the files of the project, of
each program under test, of what it declares to read and of those of its arguments that are
files, and which ttf-int this is. It builds the programs, and starts none. Commit the file:
` + "`ttf-int run --locked`" + ` runs only what is locked, and names what differs. What changed since
the last lock is said.`

func lockCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "lock", Short: "write down the hashes of the project, its programs and ttf-int", Long: lockHelp,
		Args: noArguments(), Example: "  ttf-int lock\n  ttf-int run --locked",
	}
	c.RunE = func(cmd *cobra.Command, _ []string) error { return lock(cmd.Context(), a) }
	return c
}

// lock writes the lock file, and says what changed.
func lock(ctx context.Context, a *app) error {
	system, err := a.project.load(false)
	if err != nil {
		return err
	}
	before, err := store.ReadLock(system.Dir)
	if err != nil {
		a.console.note("%v", err)
	}
	tool, err := identifyTool()
	if err != nil {
		return blameMachinery(err)
	}
	bar := a.console.progress("building")
	programs, err := runner.Identify(ctx, system, runner.Options{Keep: true, Guard: a.guard, Waiting: bar.wait})
	bar.end()
	if err != nil {
		return blameMachinery(err)
	}
	now := &store.Locked{Tool: tool, Inputs: system.Inputs, Programs: programs}
	if err := store.WriteLock(system.Dir, now); err != nil {
		return blameMachinery(err)
	}
	var changed []string
	if before != nil {
		changed = append(before.Compare(tool, system), listRelocked(before.Programs, programs)...)
	}
	return a.console.write(func(w io.Writer) error {
		if a.console.json {
			return report.WriteDocument(w, map[string]any{"file": store.LockFile, "inputs": len(now.Inputs),
				"programs": len(programs), "changed": append([]string{}, changed...)})
		}
		for _, line := range changed {
			if _, err := fmt.Fprintln(w, line); err != nil {
				return err
			}
		}
		_, err := fmt.Fprintf(w, "locked %s and %s (%s)\n", count(len(now.Inputs), "file"),
			count(len(programs), "program"), store.LockFile)
		return err
	})
}

// listRelocked names the programs that are in two locks with other hashes.
func listRelocked(before, now map[string]spec.Locked) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if was, known := before[name]; known && was != now[name] {
			out = append(out, "the program of "+name+" changed")
		}
	}
	return out
}

// holdLocked has a project run only what its lock file demands. It is an error where its files or ttf-int are others;
// programs are compared when they are opened.
func holdLocked(system *spec.System) error {
	of, err := store.ReadLock(system.Dir)
	switch {
	case err != nil:
		return err
	case of == nil:
		return fmt.Errorf("--locked: there is no %s; `ttf-int lock` writes it", store.LockFile)
	}
	tool, err := identifyTool()
	if err != nil {
		return blameMachinery(err)
	}
	if differs := of.Compare(tool, system); len(differs) > 0 {
		return errors.New("--locked: this is not what " + store.LockFile + " says: " + strings.Join(differs, "; "))
	}
	for name, one := range system.SUTs {
		locked := of.Programs[name]
		one.Locked = &locked
	}
	return nil
}
