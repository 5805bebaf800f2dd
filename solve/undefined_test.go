package solve_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/value"
)

// partials makes random predicates on t and u, of terms that need not have values.
type partials struct{ *rand.Rand }

func (r partials) one(forms string) string { return r.among(strings.Split(forms, "  ")) }

func (r partials) among(forms []string) string { return forms[r.IntN(len(forms))] }

// filled replaces each N by a number, S by a set and P by a predicate.
func (r partials) filled(form string, depth int) string {
	var out strings.Builder
	for _, c := range form {
		switch c {
		case 'N':
			out.WriteString(r.number(depth - 1))
		case 'S':
			out.WriteString(r.set(depth - 1))
		case 'P':
			out.WriteString(r.predicate(depth - 1))
		default:
			out.WriteRune(c)
		}
	}
	return out.String()
}

func (r partials) number(depth int) string {
	if depth <= 0 {
		return r.one("0  1  2  t  u  t  u")
	}
	return "(" + r.filled(r.one("N div N  N mod N  N + N  head <N>  last (<N> cat <N>)  head (tail <N>)  {N |-> N} N  {0 |-> N, 1 |-> N} N  "+
		"min (S)  max (S)  # (S)  first (N, N)  (mu k : S @ k)  (mu k : 0..2 | k = N)  if P then N else N"), depth) + ")"
}

func (r partials) set(depth int) string {
	if depth <= 0 {
		return r.one("{t}  {u, 1}  0..1  {}")
	}
	return "(" + r.filled(r.one("{N}  {N, N}  {N, N}  S union S  S inter S  S setminus S  N..N  {k : S | k /= N}  ran <N, N>  dom {N |-> N}"), depth) + ")"
}

func (r partials) predicate(depth int) string {
	if depth <= 0 {
		return r.one("t = u  t < u  t /= 1  u in {0, t}")
	}
	return "(" + r.filled(r.one("N = N  N /= N  N < N  N in S  N in S  N notin S  S subseteq S  S = S  (N, N) = (N, N)  (N, N) /= (N, N)  (N, N) in {(N, N)}  "+
		"P and P  P or P  P => P  not P  (exists k : S @ k = N)  (forall k : S @ k /= N)  (exists k : 0..2 @ k = t and P)"), depth) + ")"
}

// TestUndefinedTerms compares the solver and the refuter with the evaluator on all
// values of random predicates: a case is found exactly where some values make all
// true, and nothing is refuted that is true somewhere.
func TestUndefinedTerms(t *testing.T) {
	t.Parallel()
	f := &family{language: parse.Toolkit(), scope: value.DefaultScope()}
	r := partials{rand.New(rand.NewPCG(11, 5))}
	seen := map[string]int{}
	for range 600 {
		text := fmt.Sprintf("t, u : 0..2 | %s and %s", r.predicate(3), r.predicate(2))
		p, err := f.read(text)
		if err != nil {
			continue // such as {} where its type is not known
		}
		program, err := eval.Compile(p.Pred, []string{"t", "u"}, p.Globals)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var truths []eval.Truth
		for i := range int64(9) {
			truth, _ := program.Truth([]value.Value{value.OfInt(i / 3), value.OfInt(i % 3)})
			truths = append(truths, truth)
		}
		somewhere := slices.Contains(truths, eval.True)
		got := solve.Embedded(solve.Options{}).Solve(t.Context(), p)
		seen[fmt.Sprint(got.Outcome, slices.Contains(truths, eval.Undefined))]++
		if somewhere != (got.Outcome == solve.Case) {
			t.Errorf("%s: %s, but its truths are %v: %s", text, got.Outcome, truths, got.Reason)
		}
		if why, refuted := solve.Refuted(p); refuted && somewhere {
			t.Errorf("%s: refuted, but its truths are %v: %s", text, truths, why)
		}
	}
	for _, want := range []string{"case true", "case false", "unsatisfiable true", "undecided true"} {
		if seen[want] == 0 {
			t.Errorf("no problem ended so: %s; %v", want, seen)
		}
	}
	t.Log(seen)
}
