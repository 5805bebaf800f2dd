package backend

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/solve/smt"
)

// Backend is a solver that a person can choose.
type Backend struct {
	Name string
	Doc  string // what answers, for a list of back ends
	// Program says that the back end asks a program with its name, whose file may be
	// given.
	Program bool
	// Start returns the solver, ready to answer.
	Start func(context.Context, Options) (Solver, error)
}

// Solver is a back end that has been started.
type Solver interface {
	solve.Solver
	// Name returns what answers, with the versions of programs, on which answers may
	// depend.
	Name() string
	// IsFaulty tells whether a program failed to answer a question, so that what it left
	// undecided may be decided another time.
	IsFaulty() bool
	// Close ends the programs that the solver asks.
	Close()
}

// Options are the limits under which a back end answers.
type Options struct {
	solve.Options
	// Files are the files of programs, by the names of back ends. A program without a
	// file is looked up in PATH.
	Files map[string]string
	// Guard is the permission to start guard processes for programs.
	Guard proc.Guard
}

// The names of the back ends that do not ask a single program.
const (
	Embedded  = "embedded"
	Portfolio = "portfolio"
)

// All returns the back ends, in the order in which they are documented: the built-in
// solver, the others in the order in which a portfolio asks them, and the portfolio.
func All() []Backend {
	return slices.Concat([]Backend{newBuiltIn()}, others(), []Backend{newPortfolio()})
}

// others returns the back ends that a portfolio asks where the built-in solver is
// undecided. Each program that speaks SMT-LIB 2 is one.
func others() []Backend {
	var out []Backend
	for _, p := range smt.Programs {
		out = append(out, newSpeaking(p))
	}
	return out
}

// newBuiltIn returns the back end that is the embedded solver.
func newBuiltIn() Backend {
	return Backend{
		Name: Embedded, Doc: "the built-in solver, which needs nothing installed",
		Start: func(_ context.Context, o Options) (Solver, error) { return alone{embedded.New(o.Options)}, nil },
	}
}

// alone is the embedded solver by itself.
type alone struct{ solve.Solver }

// Name is documented at Solver.
func (alone) Name() string { return Embedded }

// IsFaulty is documented at Solver.
func (alone) IsFaulty() bool { return false }

// Close is documented at Solver.
func (alone) Close() {}

// newSpeaking returns the back end for a program that speaks SMT-LIB 2.
func newSpeaking(p smt.Program) Backend {
	return Backend{
		Name: p.Name, Doc: "that program, over SMT-LIB 2 and a pipe", Program: true,
		Start: func(ctx context.Context, o Options) (Solver, error) {
			s, err := smt.New(ctx, smt.Options{Program: p.Name, Path: o.Files[p.Name], Steps: o.Steps, Guard: o.Guard})
			if err != nil {
				return nil, err // and not a Solver without a value
			}
			return s, nil
		},
	}
}
