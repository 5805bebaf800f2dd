package solve_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

var recordProblems = map[string]solve.Outcome{
	"s : [a, b : 0..255; c : COLOUR] | s.a = 200 and s.b = 7 and s.c = red":                    solve.Case,
	"s : [a, b : 0..255; c : COLOUR] | s.a = s.b + 255":                                        solve.Case,
	"s : [a, b : 0..255; c : COLOUR] | s.a = s.b + 256":                                        solve.Unsatisfiable,
	"s : seq [a, b : 0..255; c : COLOUR] | # s = 2 and (s 1).a = 77 and (s 2).a = (s 1).a + 1": solve.Case,
	"s : seq [a, b : 0..255; c : COLOUR] | # s = 2 and (s 1).a < 0":                            solve.Unsatisfiable,
	"S : power [a, b : 0..255; c : COLOUR] | # S = 2 and (forall x : S @ x.c = red)":           solve.Case,
	"S : finset [a, b : 0..255] | # S = 3":                                                     solve.Case,
	"f : [a, b : 0..255] pfun Z | # f = 1 and ran f = {300}":                                   solve.Case,
	"f : Z pfun [a : 0..255; b : seq [x, y : 0..99]] | dom f = {4} and # (f 4).b = 1":          solve.Case,
	"s : seq [a, b : 0..5000] | s /= <> and (last s).a = 4321":                                 solve.Case,
	"s : seq [a : Z; b : 0..255] | # s = 2 and (s 1).a = (s 2).b and (s 1).b /= (s 2).b":       solve.Case,
	"s : seq [a, b : 0..255 | a < b] | # s = 1 and (s 1).a = 3":                                solve.Case,
	"s : [a, b : 0..3] | s.a = 3 and s.b = 4":                                                  solve.Unsatisfiable,
}

// TestRecords: sets of bindings that are too large to be built are taken apart into the
// sets of their components.
func TestRecords(t *testing.T) {
	t.Parallel()
	for text, want := range recordProblems {
		p := problem(t, text)
		got := embedded.New(solve.Options{Steps: 20_000}).Solve(t.Context(), p)
		if got.Outcome != want {
			t.Errorf("%s: %v (%s), want %v", text, got.Outcome, got.Reason, want)
		}
	}
}

// BenchmarkRecords solves the problems of TestRecords.
func BenchmarkRecords(b *testing.B) {
	var problems []solve.Problem
	for text := range recordProblems {
		problems = append(problems, problem(b, text))
	}
	for b.Loop() {
		for _, p := range problems {
			embedded.New(solve.Options{Steps: 20_000}).Solve(b.Context(), p)
		}
	}
}
