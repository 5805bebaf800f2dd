package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/solve/backend"
	"github.com/ttf-int/ttf-int/source"
)

// answerer makes the solver that the flags choose. All stages of a command ask the same
// one.
type answerer struct {
	name   string // --backend
	guard  proc.Guard
	files  map[string]*string // the files of the back ends' programs, by the names of the back ends
	opened *backend.Opened
}

// addFlags adds the flags that choose the solver.
func (a *answerer) addFlags(c *cobra.Command) {
	flags := c.PersistentFlags()
	flags.StringVar(&a.name, "backend", backend.Embedded,
		"`NAME` of the solver that answers: "+source.List(backend.Names())+
			", which asks the others about what the embedded one leaves undecided")
	a.files = map[string]*string{}
	for _, b := range backend.All() {
		if b.Program {
			a.files[b.Name] = flags.String(b.Name, "", fmt.Sprintf("%s is `FILE` (default %s in PATH)", b.Name, b.Name))
		}
	}
}

// openSolver returns the solver that the flags choose. The programs of back ends run until
// close is called.
func (a *answerer) openSolver(ctx context.Context) (*backend.Opened, error) {
	if a.opened != nil {
		return a.opened, nil
	}
	files := map[string]string{}
	for name, file := range a.files {
		files[name] = *file
	}
	var err error
	a.opened, err = backend.Open(ctx, a.name, backend.Options{Files: files, Guard: a.guard})
	return a.opened, err
}

// close ends the programs of the back ends.
func (a *answerer) close() {
	if a.opened != nil {
		a.opened.Close()
	}
}
