package partial_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/partial"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestJudged: a problem of which nothing is true is asked about again only where some
// term need not have a value, and what is found then decides.
func TestJudged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		asked  bool
		second solve.Outcome // of the weakened predicate
		want   solve.Outcome
		reason string
	}{
		{"x : Z | x = 1 and x = 2", false, solve.Case, solve.Unsatisfiable, "first"},
		{"x : Z | x = 1 div 0", true, solve.Case, solve.Undecided, "1 div 0 has no value"},
		{"x : Z | x = 1 div 0 and x /= x", true, solve.Unsatisfiable, solve.Unsatisfiable, "first"},
		{"x : Z | x = 1 div x", true, solve.NoneInScope, solve.Undecided, "whether it is false for all is not known"},
		{"f : Z pfun Z; x : Z | x in dom f and f x = 1 and f x = 2", false, solve.Case, solve.Unsatisfiable, "first"},
		{"f : Z pfun Z; x : Z | f x = 1 and f x = 2", true, solve.Unsatisfiable, solve.Unsatisfiable, "first"},
		{"s : seq Z | # s > 0 and head s = 1 and head s = 2", false, solve.Case, solve.Unsatisfiable, "first"},
	} {
		vars, pred := solvetest.Read(t, c.text)
		p := solve.Problem{Pred: pred, Globals: solvetest.Globals()}
		for _, v := range vars {
			p.Vars = append(p.Vars, solve.Var{Var: v})
		}
		asked := false
		ask := func(_ context.Context, q solve.Problem) solve.Result {
			asked = true
			if q.Pred == p.Pred {
				t.Errorf("%s: the same was asked again", c.text)
			}
			return solve.Result{Outcome: c.second, Model: map[string]value.Value{"x": value.OfInt(0)}}
		}
		truths := &partial.Truths{}
		got := truths.Judge(t.Context(), p, solve.Result{Outcome: solve.Unsatisfiable, Reason: "first"}, ask)
		if asked != c.asked || got.Outcome != c.want || !strings.Contains(got.Reason, c.reason) {
			t.Errorf("%s: asked %v, %v (%s); want asked %v, %v (%s)", c.text, asked, got.Outcome, got.Reason, c.asked,
				c.want, c.reason)
		}
		if got.NeverTrue != (c.want == solve.Undecided) {
			t.Errorf("%s: never true: %v", c.text, got.NeverTrue)
		}
		asked = false
		if found := truths.Judge(t.Context(), p, solve.Result{Outcome: solve.Case}, ask); asked ||
			found.Outcome != solve.Case {
			t.Errorf("%s: a case was doubted", c.text)
		}
	}
}

// TestJudgedTogether: several goroutines may ask about the same problem, each with a
// conflict of its own.
func TestJudgedTogether(t *testing.T) {
	t.Parallel()
	vars, pred := solvetest.Read(t, "f : Z pfun Z; x : Z | f x = 1 and f x = 2")
	p := solve.Problem{Pred: pred, Globals: solvetest.Globals()}
	for _, v := range vars {
		p.Vars = append(p.Vars, solve.Var{Var: v})
	}
	truths := &partial.Truths{}
	ask := func(context.Context, solve.Problem) solve.Result { return solve.Result{Outcome: solve.NoneInScope} }
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			for range 200 {
				not := &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.Not, Args: []zed.Expr{pred}}
				found := solve.Result{Outcome: solve.Unsatisfiable, Conflict: []zed.Expr{not}}
				if r := truths.Judge(t.Context(), p, found, ask); r.Outcome != solve.Undecided ||
					!strings.Contains(r.Reason, "f x") {
					t.Errorf("%v: %s", r.Outcome, r.Reason)
				}
			}
		})
	}
	group.Wait()
}
