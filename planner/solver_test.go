package planner_test

import (
	"context"
	"iter"
	"path/filepath"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/audit"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
)

// budgets is a solver that remembers with which budgets it was asked.
type budgets struct {
	solve.Solver
	mu    sync.Mutex
	asked map[int64]int
}

func (b *budgets) note(p solve.Problem) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked[p.Steps]++
}

func (b *budgets) Solve(ctx context.Context, p solve.Problem) solve.Result {
	b.note(p)
	return b.Solver.Solve(ctx, p)
}

func (b *budgets) All(ctx context.Context, p solve.Problem) iter.Seq[solve.Result] {
	b.note(p)
	return b.Solver.All(ctx, p)
}

// TestOneSolver: every question that planning and validation ask, advice with a budget of
// its own included, is asked of the solver that was chosen.
func TestOneSolver(t *testing.T) {
	t.Parallel()
	depot := load(t, filepath.Join("..", "examples", "depot"))
	loose := project(t, "│ f : ℤ → ℤ\n│ k : ℕ\n\nA == [n? : ℕ; o! : ℤ | (f n? = k ∧ o! = 1) ∨ (f n? < 0 ∧ n? > 2 ∧ (n? < 5 ∨ n? = 7) ∧ o! = 0)]\n", unit("a", "A", ""))
	table := project(t, "Q == [x?, y? : 0 ‥ 3; q! : ℕ | q! = x?]\n\nP == [x?, y? : 0 ‥ 3; p!, q! : ℕ | Q ∧ p! = q! + 1]\n",
		unit("q", "Q", ""), unit("p", "P",
			"uses: [q]\nstubs: {q: {decision: manual, answers: [{when: {\"x?\": 1}, then: {\"q!\": 1}}]}}\n"))
	for _, test := range []struct {
		name   string
		system *spec.System
		want   map[int64]string
	}{
		{"loose constants", loose, map[int64]string{2_000: "whether a constant may have another value", 4_000: "a wish",
			40_000: "a choice"}},
		{"depot", depot, map[int64]string{500: "the matrices of Theorem 2", 1_000: "candidates for a conflict"}},
		{"a table of answers", table, map[int64]string{500: "calls that a row answers"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			one := &budgets{Solver: embedded.New(solve.Options{}), asked: map[int64]int{}}
			o := planner.Options{Solver: one, Theorem2: true}
			if _, err := planner.Check(t.Context(), test.system, o); err != nil {
				t.Fatal(err)
			}
			if _, err := planner.Make(t.Context(), test.system, o); err != nil {
				t.Fatal(err)
			}
			if _, _, err := audit.Verify(t.Context(), test.system, audit.Options{Solver: one}); err != nil {
				t.Fatal(err)
			}
			for steps, question := range test.want {
				if one.asked[steps] == 0 {
					t.Errorf("%s was not asked of the solver with its %d steps: %v", question, steps, one.asked)
				}
			}
		})
	}
}
