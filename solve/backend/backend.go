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
	Doc  string // who answers, as a list of back ends says
	// Program says that it asks a program of its name, whose file a person may give.
	Program bool
	// Start makes it ready to answer.
	Start func(context.Context, Options) (Solver, error)
}

// Solver is a back end that was started.
type Solver interface {
	solve.Solver
	// Name says who answers, with the versions of programs: answers may differ
	// between versions.
	Name() string
	// Faulty tells whether a program failed a question, so that what was left
	// undecided by that may be decided another time.
	Faulty() bool
	// Close ends the programs that it asks.
	Close()
}

// Options say within which limits a back end answers.
type Options struct {
	solve.Options
	// Files are those of programs, by the name of the back end. A program without one
	// is looked up in the PATH.
	Files map[string]string
	// Guard puts a guard between this program and those that are started.
	Guard proc.Guard
}

// The names of the back ends that ask no single program.
const (
	Embedded  = "embedded"
	Portfolio = "portfolio"
)

// All returns the back ends, in the order in which they are documented: the built-in
// one, the others in the order in which a portfolio asks them, and the portfolio.
func All() []Backend {
	return slices.Concat([]Backend{builtIn()}, others(), []Backend{inTurn()})
}

// others returns the back ends that a portfolio asks about what the built-in one
// leaves undecided. Each program that speaks SMT-LIB 2 is one.
func others() []Backend {
	var out []Backend
	for _, p := range smt.Programs {
		out = append(out, speaking(p))
	}
	return out
}

// builtIn is the embedded solver.
func builtIn() Backend {
	return Backend{
		Name: Embedded, Doc: "the built-in solver, which needs nothing installed",
		Start: func(_ context.Context, o Options) (Solver, error) { return alone{embedded.New(o.Options)}, nil },
	}
}

// alone is the embedded solver by itself.
type alone struct{ solve.Solver }

// Name is documented at Solver.
func (alone) Name() string { return Embedded }

// Faulty is documented at Solver.
func (alone) Faulty() bool { return false }

// Close is documented at Solver.
func (alone) Close() {}

// speaking is a program that speaks SMT-LIB 2.
func speaking(p smt.Program) Backend {
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
