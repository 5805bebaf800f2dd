package search

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed/value"
)

// listOutcomes returns the values of n' that satisfy a text, and how the search for others ended.
func listOutcomes(t *testing.T, text string) ([]int64, solve.Outcome, string) {
	t.Helper()
	vars, pred := solvetest.Read(t, text)
	p := solve.Problem{Pred: pred, Scope: value.DefaultScope(), Globals: solvetest.Globals()}
	for _, v := range vars {
		p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: solvetest.IsScoped(v)})
	}
	out := map[int64]bool{}
	var last solve.Result
	Prepare(p, solve.Options{Steps: 20_000}, NewCache()).All(t.Context(), p, func(r solve.Result) bool {
		if last = r; r.Outcome == solve.Case {
			n, _ := r.Model["n'"].Int()
			out[n] = true
		}
		return true
	})
	return slices.Sorted(maps.Keys(out)), last.Outcome, last.Reason
}

// TestTuples holds n' of a tuple in a finite set against n' in the set of what can stand there: it
// has the same values, and the search ends with the knowledge that there are no others.
func TestTuples(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	several := 0
	for range 200 {
		var triples, pairs, nested []string
		of := map[int64]bool{}
		n, x := r.Int64N(2), r.Int64N(2)
		for range 1 + r.IntN(12) {
			a, b, c := r.Int64N(2), r.Int64N(2), r.Int64N(400)-200
			triples = append(triples, fmt.Sprintf("(%d, %d, %d)", a, b, c))
			nested = append(nested, fmt.Sprintf("(%d, %d) ↦ %d", a, b, c))
			pairs = append(pairs, fmt.Sprintf("i = %d ∧ j = %d ∧ k = %d", a, b, c))
			if a == n && b == x {
				of[c] = true
			}
		}
		all, terms := slices.Sorted(maps.Keys(of)), []string{}
		for _, c := range all {
			terms = append(terms, fmt.Sprint(c))
		}
		if several += len(all) / 2; len(all) == 0 {
			continue
		}
		given := fmt.Sprintf("n, x, n' : ℤ | n = %d ∧ x = %d ∧ ", n, x)
		for _, text := range []string{
			"n' ∈ {" + strings.Join(terms, ", ") + "}",
			"(n, x, n') ∈ {" + strings.Join(triples, ", ") + "}",
			"(n', x, n) ∈ {i, j : 0 .. 2; k : -200 .. 200 | " + strings.Join(pairs, " ∨ ") + " • (k, j, i)}",
			"((n, x), n') ∈ {" + strings.Join(nested, ", ") + "}",
			"(n, x) ↦ n' ∈ {" + strings.Join(nested, ", ") + "}",
			"(n + x, (n', n - x)) ∈ {i, j : 0 .. 2; k : -200 .. 200 | " + strings.Join(pairs, " ∨ ") +
				" • (i + j, (k, i - j))}",
			"(n, 1, x, n') ∈ {i, j : 0 .. 2; k : -200 .. 200 | " + strings.Join(pairs, " ∨ ") + " • (i, 1, j, k)}",
		} {
			got, end, why := listOutcomes(t, given+text)
			if !slices.Equal(got, all) || end != solve.NoneInScope && end != solve.Unsatisfiable {
				t.Errorf("%s: n' is one of %d, and then %s (%s); want %d", text, got, end, why, all)
			}
		}
	}
	if several < 10 {
		t.Error("the test says nothing")
	}
}
