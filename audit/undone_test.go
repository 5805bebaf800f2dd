package audit_test

import (
	"context"
	"iter"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/audit"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// ending is a solver during whose work the time is over.
type ending struct {
	solve.Solver
	end context.CancelFunc
}

func (e ending) Solve(ctx context.Context, p solve.Problem) solve.Result {
	e.end()
	return e.Solver.Solve(ctx, p)
}

func (e ending) All(ctx context.Context, p solve.Problem) iter.Seq[solve.Result] {
	e.end()
	return e.Solver.All(ctx, p)
}

// Where the time is over, one note says what was not checked to the end, and of which units.
func TestUndone(t *testing.T) {
	t.Parallel()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [u.yaml]\n",
		"s.zed": "S == [n, m : ℕ | n ≤ m]\nSmall == [n : ℕ | n < 5]\nInc == [ΔS | n' * n' = n * m + 1]\n" +
			"Dec == [ΔS | n' = n - 1 ∧ m' * m' = n * m]\n",
		"u.yaml": "unit: inc\nz: s.zed\nschema: Inc\n---\nunit: dec\nz: s.zed\nschema: Dec\n",
	})
	ctx, end := context.WithCancel(t.Context())
	solver := ending{embedded.New(solve.Options{}), end}
	found, err := audit.CheckSystem(ctx, system, audit.Options{Solver: solver, Workers: 1})
	if err == nil {
		t.Error("the end of the context is no error")
	}
	var notes []string
	for _, n := range found.Notes {
		notes = append(notes, n.Text)
	}
	const want = "not checked to the end: what specifications claim, conjectures; nothing is said of "
	if len(notes) != 1 || !strings.HasPrefix(notes[0], want) || !strings.Contains(notes[0], "inc") {
		t.Errorf("%q", notes)
	}
}
