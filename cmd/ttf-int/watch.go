package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/affected"
	"github.com/ttf-int/ttf-int/changes"
	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/spec"
)

const watchHelp = `Watch plans and runs the project, and then waits: when a file changes, what is affected
is planned and run again, until Ctrl-C ends it (exit code 0). With names it runs these
units, machines and properties alone.

It watches ttf-int.yaml, the files that the patterns of specs: match, new ones too, the
Z and the tables that these name, and what programs are made from: of a program that
the go command builds all Go files of its module, of modules beside it (replace,
go.work), and what these embed; of any other program all that is in its folder.
.ttf-int/ and other hidden folders are not watched, nor what a build or a run writes.

Where specifications have changed, the units run whose specification says something
else than when they passed, with those that use them, and whatever has not passed. Where
the program or ttf-int.yaml has changed, all do. What is wrong with the files is shown,
and the next change tried again. A change while cases run interrupts them.

On a terminal each round begins on an empty screen. The last line of a round says what
came of it, how long it took, and what was run. Reports that run writes to files are
not written. With --json, stdout has one document for each round that ran.`

func watchCommand(a *app) *cobra.Command {
	w := &watch{app: a}
	c := &cobra.Command{
		Use: "watch [UNIT...]", Short: "run what is affected, whenever a file changes", Long: watchHelp,
		Example: "  ttf-int watch\n  ttf-int watch insert sort\n  ttf-int watch --plan",
		RunE: func(cmd *cobra.Command, args []string) error {
			w.names = args
			return w.run(cmd.Context())
		},
	}
	c.Flags().BoolVar(&w.plans, "plan", false, "plan, and run nothing")
	c.Flags().Int64Var(&w.seed, "seed", 0,
		"chooses what stubs answer where several answers are allowed, and what machines and properties draw")
	return c
}

// watch is one call of watch with its flags.
type watch struct {
	*app
	names []string // of the units, machines and properties that are run; empty: all
	plans bool     // --plan
	seed  int64    // --seed

	passed affected.Passed
	unsure map[string]int // by file: in how many rounds on end it changed while they went on
}

// run goes round until the context ends.
func (w *watch) run(ctx context.Context) error {
	// The programs of back ends are to outlive a round that is interrupted.
	if _, err := w.answerer.openSolver(ctx); err != nil {
		return err
	}
	eyes, err := changes.New()
	if err != nil {
		return blameMachinery(err)
	}
	defer eyes.Close()
	w.unsure = map[string]int{}
	var changed []string
	var files *config.Files
	for number := 1; ; number++ {
		system, read, err := w.read(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case read == nil && files == nil:
			return err // there is no project to watch
		case err == nil && number == 1:
			if err := w.checkNames(system); err != nil {
				return err
			}
		}
		files = keepWatching(files, read)
		from := findSources(files)
		if err := eyes.Watch(w.listFiles(files, from)); err != nil {
			return blameMachinery(err)
		}
		w.begin(number, files, changed)
		r := &round{watch: w, files: files, system: system, unread: err, began: time.Now()}
		if changed, err = w.goRound(ctx, eyes, r, from); ctx.Err() != nil {
			return nil
		} else if err != nil {
			return blameMachinery(err)
		}
		w.passed.Note(files, changed)
	}
}

// loaded is a project that was read, with the files that it was read from.
type loaded struct {
	system *spec.System
	files  *config.Files
}

// read reads the project.
func (w *watch) read(ctx context.Context) (*spec.System, *config.Files, error) {
	out, err := callWithin(ctx, w.limits.memory, grace, func(context.Context) (out loaded, err error) {
		out.system, out.files, err = config.LoadFiles(w.project.config, "", w.project.breakCycles)
		return out, err
	})
	return out.system, out.files, err
}

// keepWatching returns the files to watch after a project was read. Where its own file is wrong, too little
// is known of the others, and what was watched before still is.
func keepWatching(before, read *config.Files) *config.Files {
	switch {
	case read == nil:
		return before
	case before == nil || read.SUTs != nil:
		return read
	}
	out := *before
	out.Read = map[string]string{}
	for path := range before.Read {
		out.Read[path] = ""
	}
	for path, sum := range read.Read {
		out.Read[path] = sum
	}
	return &out
}

// maxUnsure is in how many rounds on end a file that may be written by the round itself counts as a change.
const maxUnsure = 2

// listFiles returns the files to watch.
func (w *watch) listFiles(files *config.Files, from *sources) changes.Files {
	out := changes.Files{Read: files.Read, Patterns: append(from.patterns, files.Patterns...)}
	for _, t := range from.trees {
		only := t.Only
		t.Only = func(path string) bool {
			return (only == nil || only(path)) && w.unsure[path] < maxUnsure
		}
		out.Trees = append(out.Trees, t)
	}
	return out
}

// goRound runs one round, and waits until files have changed, which it returns. A change interrupts the
// round.
func (w *watch) goRound(ctx context.Context, eyes *changes.Watcher, r *round, from *sources) ([]string, error) {
	within, interrupt := context.WithCancel(ctx)
	defer interrupt()
	group, within := workers.New(within)
	group.Go(func() { r.run(within) })
	over := group.Done()
	changed, err := eyes.Wait(within) // which ends where the round panics, too
	select {
	case <-over:
		if len(changed) > 0 {
			w.forget()
		}
	default:
		w.suspect(changed, r, from)
		interrupt()
		<-over
	}
	group.Wait()
	return changed, err
}

// forget forgets in which rounds files changed, but for those that are not watched any more.
func (w *watch) forget() {
	for path, n := range w.unsure {
		if n < maxUnsure {
			delete(w.unsure, path)
		}
	}
}

// suspect counts in how many rounds on end files changed that the round may have written itself.
func (w *watch) suspect(changed []string, r *round, from *sources) {
	before := maps.Clone(w.unsure)
	w.forget()
	for _, path := range changed {
		if _, read := r.files.Read[path]; read || from.isCertain(path) {
			continue
		}
		if w.unsure[path] = before[path] + 1; w.unsure[path] == maxUnsure {
			w.console.note("%s is written while the program is built or run, and is not watched any more", path)
		}
	}
}

// begin begins a round on the screen.
func (w *watch) begin(number int, files *config.Files, changed []string) {
	if terminal(w.console.stdout) && number > 1 && !w.console.json {
		fmt.Fprint(w.console.stdout, "\x1b[H\x1b[2J\x1b[3J")
	}
	if number > 1 {
		w.line("%s  changed: %s", time.Now().Format(time.TimeOnly), shortList(pathsIn(files.Dir, changed)))
	}
}

// line writes a line beside the reports of rounds.
func (w *watch) line(format string, args ...any) {
	to := w.console.stdout
	if w.console.json {
		to = w.console.stderr
	}
	fmt.Fprintf(to, format+"\n", args...)
}

// pathsIn returns paths relative to a folder, where they are below it.
func pathsIn(dir string, paths []string) []string {
	var out []string
	for _, path := range paths {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			path = rel
		}
		out = append(out, filepath.ToSlash(path))
	}
	return out
}

// shortList returns a list of names as text, shortened where there are many.
func shortList(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// checkNames returns an error where a name of the command line is none of the project.
func (w *watch) checkNames(system *spec.System) error {
	r := &testRun{app: w.app}
	r.options.Units = append([]string(nil), w.names...)
	if err := r.readSubjects(system); err != nil {
		return err
	}
	for _, name := range r.options.Units {
		if system.Unit(name) == nil {
			return missingUnit(name, listSubjects(system))
		}
	}
	return nil
}
