package conditions_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/solve"
)

// silent is a solver that decides nothing, and counts what it is asked.
type silent struct {
	solve.Solver
	asked int
}

func (s *silent) Solve(context.Context, solve.Problem) solve.Result {
	s.asked++
	return solve.Result{Outcome: solve.Undecided}
}

// drawn draws conditions of three integers, and evaluates them.
type drawn struct {
	*rand.Rand
	params [3]*rewriting.Term
}

func (d *drawn) term() *rewriting.Term {
	number := func(n int) *rewriting.Term {
		return &rewriting.Term{Kind: rewriting.Value, Sort: language.Integer, Text: strconv.Itoa(n)}
	}
	switch x := d.params[d.IntN(3)]; d.IntN(6) {
	case 0:
		return number(d.IntN(3))
	case 1:
		op := []string{"+", "-"}[d.IntN(2)]
		return &rewriting.Term{Kind: rewriting.Operator, Text: op, Args: []*rewriting.Term{x, number(d.IntN(2) + 1)}}
	default:
		return x
	}
}

func (d *drawn) condition() rewriting.Condition {
	t := &rewriting.Term{Kind: rewriting.Operator, Text: []string{"<", "="}[d.IntN(2)],
		Args: []*rewriting.Term{d.term(), d.term()}}
	return rewriting.Condition{Term: t, Holds: d.IntN(2) == 0}
}

func (d *drawn) value(t *rewriting.Term, at [3]int) int {
	switch {
	case t.Kind == rewriting.Value:
		n, _ := strconv.Atoi(t.Text)
		return n
	case t.Kind == rewriting.Parameter:
		return at[t.Text[0]-'x']
	case t.Text == "+":
		return d.value(t.Args[0], at) + d.value(t.Args[1], at)
	}
	return d.value(t.Args[0], at) - d.value(t.Args[1], at)
}

// satisfied tells whether integers between two limits satisfy all conditions.
func (d *drawn) satisfied(conds []rewriting.Condition, from, to int) bool {
	for x := from; x <= to; x++ {
		for y := from; y <= to; y++ {
		next:
			for z := from; z <= to; z++ {
				for _, c := range conds {
					a, b := d.value(c.Term.Args[0], [3]int{x, y, z}), d.value(c.Term.Args[1], [3]int{x, y, z})
					if (c.Term.Text == "<" && a < b || c.Term.Text == "=" && a == b) != c.Holds {
						continue next
					}
				}
				return true
			}
		}
	}
	return false
}

// TestDifferences: of conditions on differences, what is said without a solver is so, and that is said of most.
func TestDifferences(t *testing.T) {
	d := drawn{Rand: rand.New(rand.NewPCG(17, 1))}
	for i := range d.params {
		d.params[i] = &rewriting.Term{Kind: rewriting.Parameter, Sort: language.Integer,
			Text: fmt.Sprint(string(rune('x' + i)))}
	}
	s := &silent{}
	refuted := 0
	const runs = 400
	for range runs {
		var conds []rewriting.Condition
		for range 1 + d.IntN(7) {
			conds = append(conds, d.condition())
		}
		before := s.asked
		said := conditions.New(context.Background(), s).Refuted(conds)
		if said {
			refuted++
		}
		if s.asked == before && said == d.satisfied(conds, -9, 11) {
			t.Errorf("%v: refuted is %v", conds, said)
		}
	}
	if refuted < runs/5 || s.asked > runs/2 {
		t.Errorf("of %d, %d were refuted, and the solver was asked of %d", runs, refuted, s.asked)
	}
}

// TestDecidedWords: strings that are named differ from each other, truths are kept, and an object may be any.
func TestDecidedWords(t *testing.T) {
	word := func(text string) *rewriting.Term {
		return &rewriting.Term{Kind: rewriting.Value, Sort: language.String, Text: text}
	}
	s, u := &rewriting.Term{Kind: rewriting.Parameter, Sort: language.String, Text: "s"},
		&rewriting.Term{Kind: rewriting.Parameter, Sort: language.String, Text: "u"}
	a, b := word(`"a"`), word(`"b"`)
	truth := &rewriting.Term{Kind: rewriting.Parameter, Sort: language.Boolean, Text: "t"}
	same := func(x, y *rewriting.Term, holds bool) rewriting.Condition {
		return rewriting.Condition{Holds: holds,
			Term: &rewriting.Term{Kind: rewriting.Operator, Text: "=", Args: []*rewriting.Term{x, y}}}
	}
	for _, c := range []struct {
		conds   []rewriting.Condition
		refuted bool
	}{
		{[]rewriting.Condition{same(s, a, true), same(s, b, true)}, true},
		{[]rewriting.Condition{same(s, a, true), same(u, b, true)}, false},
		{[]rewriting.Condition{same(s, a, true), same(u, b, true), same(s, u, true)}, true},
		{[]rewriting.Condition{same(s, a, false), same(s, b, false)}, false},
		{[]rewriting.Condition{same(s, u, true), same(s, a, false), same(u, a, true)}, true},
		{[]rewriting.Condition{{Term: truth, Holds: true}, {Term: truth, Holds: false}}, true},
		{[]rewriting.Condition{{Term: truth, Holds: true}, same(s, u, true)}, false},
	} {
		solver := &silent{}
		if got := conditions.New(context.Background(), solver).Refuted(c.conds); got != c.refuted || solver.asked > 0 {
			t.Errorf("%v: refuted is %v, and the solver was asked %d times", c.conds, got, solver.asked)
		}
	}
}
