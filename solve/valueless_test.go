package solve_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
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
		// A term has no value wherever the rest is true.
		{"f : Z pfun Z; x : Z | f = {} and x = f 1", "undecided"},
		{"f : Z pfun Z; x : Z | f = {(1, 2)} and f 3 = x", "undecided"},
		{"f : Z pfun Z; x : Z | x notin dom f and f x = 1", "undecided"},
		{"f : Z pfun Z; x : Z | x notin dom f and f x /= f x", "undecided"},
		{"f : Z pfun Z; x, y : Z | y notin ran f and f x = y", "undecided"},
		{"f : Z pfun Z; x : Z | x in dom f and f x = 1 and f x = 2", "unsatisfiable"},
		{"f : Z fun Z; x : Z | f x = 1 and f x = 2", "unsatisfiable"},
		{"r : Z rel Z | r = {(1, 2), (1, 3)} and r 1 = 2", "undecided"},
		{"s : seq Z | s = <> and head s = 1", "undecided"},
		{"s : seq Z | # s = 0 and not (last s in {1, 2})", "undecided"},
		{"s : seq Z | # s = 0 and tail s = <>", "undecided"},
		{"s : seq Z | head s = 1 and head s = 2", "undecided"},
		{"s : seq Z | s /= <> and head s = 1 and head s = 2", "unsatisfiable"},
		{"s : seq Z | # s > 0 and head s = 1 and head s = 2", "unsatisfiable"},
		{"s : seq1 Z | head s = 1 and head s = 2", "unsatisfiable"},
		{"s : seq Z; i : Z | i > # s and s i = 1", "undecided"},
		{"s : seq Z; i : Z | i in dom s and s i = 1 and s i = 2", "unsatisfiable"},
		{"s : seq Z; i : Z | i in 1..# s and s i = 1 and s i = 2", "unsatisfiable"},
		{"s : power (Z cross Z) | s = {(2, 1)} and rev s = s", "undecided"},
		{"A : power Z | A = {} and min A < max A", "undecided"},
		{"x : Z | x in {x div 0}", "undecided"},
		{"x, y : Z | y = 0 and x div y = x mod y", "undecided"},
		{"x, y : Z | y > 0 and x div y = 1 and x div y = 2", "unsatisfiable"},
		{"x : Z | x mod (-7) = 2", "unsatisfiable"},
		{"x : Z | (x div 0, x) = (x div 0, x)", "undecided"},
		{"x : Z | (x div 0, 1) = (x, 2)", "undecided"},
		{"x : Z | exists y : 0..1 @ y = 1 div 0", "undecided"},
		{"x : Z | exists y : {x div 0} @ y < 0 and y > 0", "undecided"},
		{"x : Z | forall y : 0..1 @ 1 div y = 1", "undecided"},
		{"x : Z | forall y : 0..1 | 1 div y = 1 @ x /= x", "unsatisfiable"},
		{"x : Z | exists1 y : 0..1 @ 1 div y = 2", "undecided"},
		{"t : Z | t in {x : 0..1 | true @ 1 div x}", "undecided"},
		{"t : Z | t > 1 and t in {x : 0..1 | x > 0 @ 1 div x}", "unsatisfiable"},
		{"x : 2..5 | x = (mu y : {1, 2} | y > x)", "undecided"},
		{"x : Z | x = (if x > 0 then 1 div 0 else x + 1)", "undecided"},
		{"x : Z | x < 0 and x = (if x > 0 then 1 div 0 else x + 1)", "unsatisfiable"},
		{"x : Z | let y == 1 div 0 @ x = y", "undecided"},
		{"x : 0..0 | 1 div x = 1 <=> x = 0", "undecided"},
		{"x : Z | x = 0 and not (x = 0 => 1 div x = 1)", "undecided"},
		{"x : 1..5 | x < 3 and (x = 0 or 1 div x > 1)", "unsatisfiable"},
		{"x : Z | x = 2 and (x /= 0 => 1 div x > 1)", "unsatisfiable"},
		{"f : Z pfun Z; x : Z | x in dom f and (exists g : Z pfun Z @ g = f oplus {x |-> f x + 1} and g x = f x)",
			"unsatisfiable"},
		{"[T] f : T pfun T; a : T | dom f = {} and f a = a", "undecided"},
		{"[T] f : T pfun T; a : T | dom f = T and f a /= f a", "unsatisfiable"},
	} {
		p, err := f.read(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if r := embedded.New(solve.Options{}).Solve(t.Context(), p); r.Outcome.String() != c.outcome {
			t.Errorf("%s: %s, want %s: %s", c.text, r.Outcome, c.outcome, r.Reason)
		}
	}
}
