package backend

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
)

// Opened is the back end that was chosen for a command. All stages use it.
type Opened struct {
	Solver
	// Wider answers in scopes wider than the requested one, where searches are large:
	// for a portfolio it is only the built-in solver.
	Wider solve.Solver
	// Told is the name of what answers besides the embedded solver, with the versions
	// of programs; "" for the embedded solver alone.
	Told string
}

// Names returns the names of the back ends.
func Names() []string {
	var out []string
	for _, b := range All() {
		out = append(out, b.Name)
	}
	return out
}

// Open starts the back end with a name. It answers until it is closed.
func Open(ctx context.Context, name string, o Options) (*Opened, error) {
	i := slices.Index(Names(), name)
	if i < 0 {
		return nil, fmt.Errorf("--backend %q: %s", name, source.FormatExpected(name, Names()))
	}
	s, err := All()[i].Start(ctx, o)
	if err != nil {
		return nil, err
	}
	opened := &Opened{Solver: s, Wider: s}
	if name != Embedded {
		opened.Told = s.Name()
	}
	if p, several := s.(portfolio); several {
		opened.Wider = p.first
	}
	return opened, nil
}
