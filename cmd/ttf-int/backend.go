package main

import (
	"context"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/solve/smt"
)

// backend is which solver answers, and where the programs are that it asks.
type backend struct {
	name     string // --backend
	cvc5, z3 string // --cvc5, --z3
	guard    proc.Guard
	started  []*smt.Solver
}

// The back ends that are no program's name.
const (
	embeddedBackend  = "embedded"
	portfolioBackend = "portfolio"
)

// chosen returns the solver that was asked for, with what it is: its name, and
// the versions of the programs that it asks. It is nil for the embedded one. The
// o holds for the embedded solver of a portfolio, and its budget for the programs too.
// They run until close.
func (b *backend) chosen(ctx context.Context, o solve.Options) (solve.Solver, string, error) {
	if err := oneOf("backend", b.name, append([]string{embeddedBackend}, append(smt.Programs, portfolioBackend)...)...); err != nil {
		return nil, "", err
	}
	switch b.name {
	case embeddedBackend:
		return nil, "", nil
	case portfolioBackend:
		var others []solve.Solver
		names := []string{b.name}
		for _, program := range smt.Programs {
			s, err := b.start(ctx, program, o.Steps)
			if err != nil {
				return nil, "", err
			}
			others, names = append(others, s), append(names, s.Name())
		}
		return smt.Portfolio(embedded.New(o), others...), strings.Join(names, ", "), nil
	}
	s, err := b.start(ctx, b.name, o.Steps)
	if err != nil {
		return nil, "", err
	}
	return s, s.Name(), nil
}

func (b *backend) start(ctx context.Context, program string, steps int64) (*smt.Solver, error) {
	path := b.z3
	if program == "cvc5" {
		path = b.cvc5
	}
	s, err := smt.New(ctx, smt.Options{Program: program, Path: path, Steps: steps, Guard: b.guard})
	if err == nil {
		b.started = append(b.started, s)
	}
	return s, err
}

// close ends the programs.
func (b *backend) close() {
	for _, s := range b.started {
		s.Close()
	}
}

// unlessFaulty is a cache that keeps nothing more once a program failed a
// question: what that left undecided may be decided another time.
type unlessFaulty struct {
	planner.Cache
	backend *backend
}

// Keep is documented at planner.Cache.
func (c unlessFaulty) Keep(key string, data []byte) {
	if !slices.ContainsFunc(c.backend.started, (*smt.Solver).Faulty) {
		c.Cache.Keep(key, data)
	}
}
