package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/backend"
)

// solverChoice is which solver answers, and where the programs are that it asks.
type solverChoice struct {
	name    string             // --backend
	files   map[string]*string // of programs, by the name of their back end: --cvc5, --z3
	guard   proc.Guard
	started []backend.Solver
}

// declare declares the flags that choose a solver: one for the file of each program.
func (s *solverChoice) declare(root *cobra.Command) {
	flags := root.PersistentFlags()
	s.files = map[string]*string{}
	var names []string
	for _, b := range backend.All() {
		names = append(names, b.Name)
		if b.Program {
			s.files[b.Name] = flags.String(b.Name, "", fmt.Sprintf("%s is `FILE` (default %s in PATH)", b.Name, b.Name))
		}
	}
	flags.StringVar(&s.name, "backend", backend.Embedded,
		"which solver answers: "+listed(names)+", which asks the others about what the embedded one leaves undecided")
}

// chosen returns the solver that was asked for, with what it is: its name, and
// the versions of the programs that it asks. It is nil for the embedded one, which
// whoever asks has with a budget of its own. The
// options hold for the embedded solver of a portfolio, and their budget for programs too.
// They run until close.
func (s *solverChoice) chosen(ctx context.Context, o solve.Options) (solve.Solver, string, error) {
	all := backend.All()
	var names []string
	for _, b := range all {
		names = append(names, b.Name)
	}
	if err := oneOf("backend", s.name, names...); err != nil || s.name == backend.Embedded {
		return nil, "", err
	}
	files := map[string]string{}
	for name, file := range s.files {
		files[name] = *file
	}
	b := all[slices.Index(names, s.name)]
	solver, err := b.Start(ctx, backend.Options{Options: o, Files: files, Guard: s.guard})
	if err != nil {
		return nil, "", err
	}
	s.started = append(s.started, solver)
	return solver, solver.Name(), nil
}

// close ends the programs.
func (s *solverChoice) close() {
	for _, b := range s.started {
		b.Close()
	}
}

// unlessFaulty is a cache that keeps nothing more once a program failed a
// question: what that left undecided may be decided another time.
type unlessFaulty struct {
	planner.Cache
	choice *solverChoice
}

// Keep is documented at planner.Cache.
func (c unlessFaulty) Keep(key string, data []byte) {
	if !slices.ContainsFunc(c.choice.started, backend.Solver.Faulty) {
		c.Cache.Keep(key, data)
	}
}
