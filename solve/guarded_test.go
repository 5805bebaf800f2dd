package solve_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Only after-state variables, which nothing bounds, have guarded equations.
func TestGuardedEquationsGiveEveryOutcome(t *testing.T) {
	cases := []struct {
		text string
		x    int64
		want string // the models in order, then the outcome at the end
	}{
		{"s, s' : seq ℤ; x : ℤ | s = ⟨⟩ ∧ ((x > 0 ∧ s' = s ⌢ ⟨x⟩) ∨ (x ≤ 0 ∧ s' = s))", 4,
			"s'=⟨4⟩ s=∅ x=4; unsatisfiable"},
		{"s, s' : seq ℤ; x : ℤ | s = ⟨⟩ ∧ ((x > 0 ∧ s' = s ⌢ ⟨x⟩) ∨ (x ≤ 0 ∧ s' = s))", -4,
			"s'=∅ s=∅ x=-4; unsatisfiable"},
		{"x, o' : ℤ | (x > 0 ⇒ o' = x + 100) ∧ (x ≤ 0 ⇒ o' = 0)", 1, "o'=101 x=1; unsatisfiable"},
		{"x, o' : ℤ | ¬ (¬ (x > 0 ∧ o' = x + 100) ∧ ¬ (x ≤ 0 ∧ o' = 0))", 1, "o'=101 x=1; unsatisfiable"},
		{"x, o' : ℤ | (x > 0 ∧ o' = 7) ∨ (x > 1 ∧ o' = 8)", 1, "o'=7 x=1; unsatisfiable"},
		{"x, o' : ℤ | (1 div x = 1 ∧ o' = 7) ∨ o' = 900", 0, "o'=900 x=0; undecided"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			p := problem(t, c.text)
			p.Bound = map[string]value.Value{"x": value.OfInt(c.x)}
			for i, v := range p.Vars {
				p.Vars[i].Scoped = !strings.HasSuffix(v.Name, "'")
			}
			var got []string
			for r := range embedded.New(solve.Options{}).All(context.Background(), p) {
				got = append(got, show(r))
				if r.Outcome != solve.Case || len(got) > 3 {
					break
				}
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("got %s\nwant %s", s, c.want)
			}
		})
	}
}

// A value within the scope is preferred to one that a branch names.
func TestGuardedEquationsLeaveTheScopeAlone(t *testing.T) {
	r := embedded.New(solve.Options{}).Solve(context.Background(),
		problem(t, "x, y : ℤ | (x > 0 ∧ y = 500) ∨ (x ≤ 0 ∧ y > 3)"))
	if got := show(r); got != "x=0 y=4" {
		t.Errorf("got %s", got)
	}
}
