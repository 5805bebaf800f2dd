package solve_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// fixedProblems have variables that an equation below a quantifier fixes, and memberships of what is
// written out.
var fixedProblems = map[string]solve.Outcome{
	"x : Z; A : power Z | (exists y : N @ y = x and y in A) and x < 0":                                   solve.Unsatisfiable,
	"x : Z; A : power Z | not (exists y : Z @ y = x and y in A) and x in A":                              solve.Unsatisfiable,
	"x : Z; A : power Z | not (exists y : N @ y = x and y in A) and x in A":                              solve.Case,
	"x : Z | not (exists y : Z @ y = 1 div x and y > 5) and x = 0":                                       solve.Undecided,
	"x : Z | not (exists y : 2..3 @ y = x and 1 div y = 0) and x = 0":                                    solve.Case,
	"x, y : Z | not (exists x : 0..y @ x = y and x > 3) and y > 3":                                       solve.Unsatisfiable,
	"p : Z cross Z | (exists a, b : Z @ (a, b) = p and a + b = 7) and p.1 = p.2 + 1":                     solve.Case,
	"p : Z cross Z | (exists a, b : N @ (a, b) = p and a + b = 7) and p.1 < 0":                           solve.Unsatisfiable,
	"e : [k : Z; n : Z] | not (exists f : [k : Z; n : Z] @ f = e and f.k < f.n) and e.k < e.n":           solve.Unsatisfiable,
	"e : [k : Z; n : Z] | (exists k, n : N @ ⦉ k == k, n == n ⦊ = e and k < n) and e.k = 8":              solve.Case,
	"k, n : Z | ⦉ k == k, n == n ⦊ in [k, n : N | k < n] and n = 0":                                      solve.Unsatisfiable,
	"k, n : Z | ⦉ k == k + 1, n == n ⦊ in [n, k : N | k < n] and n = 9 and k > 6":                        solve.Case,
	"x, y : Z; A, B : power Z | (x, y) in A cross B and x notin A":                                       solve.Unsatisfiable,
	"x, y : Z; A, B : power Z | (x, y) in (A setminus B) cross (A inter B) and x = y":                    solve.Unsatisfiable,
	"A, B, C : power Z; x : Z | x in A inter B inter C and # A = 1 and # B = 2 and # C = 3 and A /= {0}": solve.Case,
}

// TestFixed: what is fixed is replaced, which neither adds a model nor takes one away.
func TestFixed(t *testing.T) {
	t.Parallel()
	for text, want := range fixedProblems {
		p := problem(t, text)
		got := embedded.New(solve.Options{Steps: 20_000}).Solve(t.Context(), p)
		if got.Outcome != want {
			t.Errorf("%s: %v (%s), want %v", text, got.Outcome, got.Reason, want)
		}
	}
}
