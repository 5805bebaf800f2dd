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
		{"x : N | x in {1 div 0, 3}", "undecided"},
		{"t : 0..3 | t in {1 div 0, t}", "undecided"},
		{"t : 0..3 | t notin {1 div 0}", "undecided"},
		{"t : 0..3 | t in {t} union {1 div 0}", "undecided"},
		{"t : 0..3 | # {1 div 0, t} = 1", "undecided"},
		{"t : 0..3 | {1 div 0} = {1 div 0}", "undecided"},
		{"t : 0..3 | {} subseteq {1 div 0}", "undecided"},
		{"t : 0..3 | (1 div 0, t) /= (t, t)", "undecided"},
		{"t : 0..3 | (t, 1 div 0).1 = t", "undecided"},
		{"t : 0..3 | exists k : {1 div 0, t} @ k = t", "undecided"},
		{"t : 0..3 | forall k : {1 div 0, t} @ k = t + 1", "undecided"},
		{"t : 0..3 | t > 3 or t in {1 div 0}", "undecided"},
		{"t : 0..3 | t >= 0 => t in {1 div 0}", "undecided"},
		{"t : 0..3 | t in {1 div 0} => t > 3", "undecided"},
		{"t : 0..3 | not (t >= 0 and t in {1 div 0})", "undecided"},
		{"t : 0..3 | t > 3 and t in {1 div 0}", "unsatisfiable"},
		{"t : 0..3 | t > 3 and (t = 1 or t in {1 div 0})", "unsatisfiable"},
		{"t : 0..3 | t in {1 div t, 0}", "case"},
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
