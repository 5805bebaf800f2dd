package solve_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestWithoutValue: what has no value is not true, and refutes nothing.
func TestWithoutValue(t *testing.T) {
	t.Parallel()
	f := &family{language: parse.Toolkit(), scope: value.DefaultScope()}
	for _, c := range []struct{ text, outcome string }{
		{"x : Z | x = 1 div 0", "undecided"},
		{"x : Z | x /= 1 div 0", "undecided"},
		{"x : Z | x < 1 mod 0", "undecided"},
		{"x : Z | not x = 1 div 0", "undecided"},
		{"x : Z | (x, 1 div 0) = (1, 2)", "undecided"},
		{"x : Z | x = 2 + min {}", "undecided"},
		{"x : Z | x = head <>", "undecided"},
		{"x : Z | x = 1 div 0 and x < 0 and x > 0", "unsatisfiable"},
		{"x : Z | x = 1 div 0 or x = 3", "case"},
		{"x : Z | x = 4 div 2", "case"},
		{"x : N | x in {1 div 0, 3}", "case"},
	} {
		p, err := f.read(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if r := solve.Embedded(solve.Options{}).Solve(t.Context(), p); r.Outcome.String() != c.outcome {
			t.Errorf("%s: %s, want %s: %s", c.text, r.Outcome, c.outcome, r.Reason)
		}
	}
}
