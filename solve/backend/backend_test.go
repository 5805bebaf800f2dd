package backend

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/zed/value"
)

var guarded proc.Guard

func TestMain(m *testing.M) {
	guarded = proc.OwnGuard()
	os.Exit(m.Run())
}

// easy are problems that every back end decides: with a case, or unsatisfiable.
var easy = map[string]solve.Outcome{
	"x : ℤ | x > 3 ∧ x * x = 49":                  solve.Case,
	"x : ℕ | x < 0":                               solve.Unsatisfiable,
	"x, y : ℤ | x < y ∧ y < x":                    solve.Unsatisfiable,
	"S, T : ℙ ℤ | S ≠ ∅ ∧ T ≠ ∅ ∧ S ∩ T = ∅":      solve.Case,
	"x : ℤ; A : ℙ ℤ | x ∈ A ∧ A = ∅":              solve.Unsatisfiable,
	"s : seq ℤ | #s = 2 ∧ head s = last s":        solve.Case,
	"f : ℤ ⇸ ℤ; x : ℤ | f x = 1 ∧ ran f = {1, 2}": solve.Case,
}

// Every back end of the list has a name of its own, stands in its place, is in the
// manual, answers what is easy, with a case that satisfies the problem, says who it is, and ends.
func TestAll(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile("../../docs/back-ends.md")
	if err != nil {
		t.Fatal(err)
	}
	list, names := All(), map[string]bool{}
	if list[0].Name != Embedded || list[len(list)-1].Name != Portfolio {
		t.Errorf("the built-in solver is not the first, or the portfolio not the last")
	}
	for _, b := range list {
		if b.Name == "" || names[b.Name] {
			t.Errorf("the back end %q has no name of its own", b.Name)
		}
		names[b.Name] = true
		if !strings.Contains(string(manual), "`"+b.Name+"`") {
			t.Errorf("docs/back-ends.md does not say what the back end %s is", b.Name)
		}
		if b.Program && !strings.Contains(string(manual), "`--"+b.Name+" FILE`") {
			t.Errorf("docs/back-ends.md does not say how to name the program of the back end %s", b.Name)
		}
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			s, err := b.Start(t.Context(), Options{Guard: guarded})
			if err != nil {
				t.Skipf("not tested: %v", err)
			}
			defer s.Close()
			if !strings.HasPrefix(s.Name(), b.Name) {
				t.Errorf("it says that it is %s", s.Name())
			}
			for text, want := range easy {
				checkAnswer(t, s, text, want)
			}
			if s.IsFaulty() {
				t.Errorf("a question failed")
			}
		})
	}
}

// checkAnswer has a problem solved, and holds the answer against what is known.
func checkAnswer(t *testing.T, s Solver, text string, want solve.Outcome) {
	t.Helper()
	p := solve.Problem{Scope: value.DefaultScope(), Globals: solvetest.Globals()}
	vars, pred := solvetest.Read(t, text)
	p.Pred = pred
	for _, v := range vars {
		p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: solvetest.IsScoped(v)})
	}
	r := s.Solve(t.Context(), p)
	if r.Outcome != want {
		t.Errorf("%s: %s %s, want %s", text, r.Outcome, r.Reason, want)
	}
	if r.Outcome != solve.Case {
		return
	}
	p.Bound = r.Model
	if r := embedded.New(solve.Options{}).Solve(t.Context(), p); r.Outcome != solve.Case {
		t.Errorf("%s: %v does not satisfy it", text, p.Bound)
	}
}

// answerer gives a fixed answer and counts how often it was asked.
type answerer struct {
	Solver
	solve.Result
	asked int
}

func (a *answerer) Solve(context.Context, solve.Problem) solve.Result {
	a.asked++
	return a.Result
}

// TestPortfolio: the first that is decided answers, in a fixed order.
func TestPortfolio(t *testing.T) {
	t.Parallel()
	undecided := solve.Result{Reason: "too long", Bound: "steps"}
	for _, c := range []struct {
		first, second, third solve.Result
		want                 string
		asked                [3]int
	}{
		{solve.Result{Outcome: solve.NoneInScope, Reason: "a"}, solve.Result{Outcome: solve.Case}, undecided,
			"none-in-scope  a", [3]int{1, 0, 0}},
		{undecided, solve.Result{Outcome: solve.Unsatisfiable, Reason: "b"}, solve.Result{Outcome: solve.Case},
			"unsatisfiable  b", [3]int{1, 1, 0}},
		{undecided, solve.Result{Reason: "not translated"}, solve.Result{Outcome: solve.Case}, "case  ",
			[3]int{1, 1, 1}},
		{undecided, solve.Result{Reason: "not translated"}, solve.Result{Reason: "gone"},
			"undecided  too long; not translated; gone", [3]int{1, 1, 1}},
	} {
		all := [3]*answerer{{Result: c.first}, {Result: c.second}, {Result: c.third}}
		r := portfolio{all[0], []Solver{all[1], all[2]}}.Solve(t.Context(), solve.Problem{})
		if got, said := [3]int{all[0].asked, all[1].asked, all[2].asked}, r.Outcome.String()+"  "+
			r.Reason; said != c.want || got != c.asked {
			t.Errorf("%s %v, want %s %v", said, got, c.want, c.asked)
		}
	}
}
