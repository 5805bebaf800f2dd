package solve_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// equalVariables is a problem about the variables a to f, each of 0..3, some of which are said to be equal.
type equalVariables struct {
	equal [][2]int
	less  [][2]int
	fixed [6]int // the value that a variable is said to have, or is bound to; -1: none
	bound [6]bool
}

func drawEqualVariables(r *rand.Rand) equalVariables {
	p := equalVariables{fixed: [6]int{-1, -1, -1, -1, -1, -1}}
	for range 2 + r.IntN(5) {
		p.equal = append(p.equal, [2]int{r.IntN(6), r.IntN(6)})
	}
	for range r.IntN(3) {
		p.less = append(p.less, [2]int{r.IntN(6), r.IntN(6)})
	}
	for range r.IntN(3) {
		i := r.IntN(6)
		p.fixed[i], p.bound[i] = r.IntN(4), r.IntN(2) == 0
	}
	return p
}

func (p equalVariables) text() string {
	name := func(i int) string { return string(rune('a' + i)) }
	preds := []string{}
	for _, e := range p.equal {
		preds = append(preds, name(e[0])+" = "+name(e[1]))
	}
	for _, e := range p.less {
		preds = append(preds, name(e[0])+" < "+name(e[1]))
	}
	for i, n := range p.fixed {
		if n >= 0 && !p.bound[i] {
			preds = append(preds, fmt.Sprintf("%s = %d", name(i), n))
		}
	}
	return "a, b, c, d, e, f : 0..3 | " + strings.Join(preds, " ∧ ")
}

// values returns the values to which variables are bound.
func (p equalVariables) values() map[string]value.Value {
	out := map[string]value.Value{}
	for i, is := range p.bound {
		if is {
			out[string(rune('a'+i))] = value.OfInt(int64(p.fixed[i]))
		}
	}
	return out
}

// countModels tries all values.
func (p equalVariables) countModels() (n int) {
	for all := range 1 << 12 {
		at := func(i int) int { return all >> (2 * i) & 3 }
		is := true
		for _, e := range p.equal {
			is = is && at(e[0]) == at(e[1])
		}
		for _, e := range p.less {
			is = is && at(e[0]) < at(e[1])
		}
		for i, n := range p.fixed {
			is = is && (n < 0 || at(i) == n)
		}
		if is {
			n++
		}
	}
	return n
}

// TestEqualVariables: whichever variables are said to be equal, in chains, in circles and to themselves, a problem has
// a case where trying all values finds one, and as many models.
func TestEqualVariables(t *testing.T) {
	t.Parallel()
	seen := map[solve.Outcome]int{}
	for i := range uint64(count(300)) {
		p := drawEqualVariables(rand.New(rand.NewPCG(*crossSeed+i, 9)))
		models, want := p.countModels(), solve.Unsatisfiable
		if models > 0 {
			want = solve.Case
		}
		seen[want]++
		problem, got := ask(t, p.text())
		if problem.Bound = p.values(); len(problem.Bound) > 0 {
			got = embedded.New(solve.Options{Steps: crossSteps}).Solve(t.Context(), problem)
		}
		all, _ := listAll(t, problem)
		if got.Outcome != want || len(all) != models {
			t.Errorf("%s, with %v\nis %s (%s), with %d models, and trying all values says %s, with %d", p.text(),
				problem.Bound, got.Outcome, got.Reason, len(all), want, models)
		}
	}
	if len(seen) != 2 {
		t.Errorf("all problems are alike: %v", seen)
	}
}
