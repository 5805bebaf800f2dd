package solve_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// namedForms are predicates that numbers outside of the scope make true, with places for
// such numbers.
var namedForms = []string{
	"x : ℤ | x > %d",
	"x : ℤ | x < - %d",
	"x, y : ℤ | x > %d ∧ y > x + %d",
	"x : ℕ | x mod %d = 7 ∧ x > 20",
	"A : ℙ ℤ | ∃ i : A • i ≥ %d",
	"A : ℙ ℤ | A ≠ ∅ ∧ (∀ i : A • i < - %d)",
	"A : ℙ ℤ | %d ∈ A ∧ # A = 3",
	"s : seq ℤ | s ≠ ⟨⟩ ∧ last s ≥ %d",
	"s : seq ℤ | # s > 3 ∧ s 2 = %d",
	"R : ℤ ↔ ℤ | R⦇{%d}⦈ = {%d}",
	"R : ℤ ↔ ℤ | R∼ = {(%d, %d)}",
	"R : NAME ↔ ℤ | ∃ n : dom R • (n, %d) ∈ R ∧ (n, %d) ∈ R",
	"f : NAME ⇸ ℕ; n : NAME | n ∈ dom f ∧ f n ≥ %d",
	"f : NAME ⇸ ℕ | f ≠ ∅ ∧ (∀ n : dom f • f n > %d)",
	"f : NAME ⇸ ℕ | ∃ n : dom f • f n = %d",
	"T : ℙ (ℙ ℕ) | ∃ t : T • %d ∈ t",
	"p : ℤ × ℤ | p.1 > %d ∧ p.2 < p.1 - %d",
	"W : ℙ 𝕊; w : 𝕊 | w ∈ W ∧ \"x%d\" ∈ W ∧ w ≠ \"x%d\"",
	"A : ℙ ℤ | # A ≥ 4 + 2",
	"s : seq NAME | # s ≥ 17",
	"f : NAME ⇸ ℕ | # f ≥ 9",
}

// What a predicate names is found whatever the scope says, of 64 bits and of more, but
// where only values of the scope are asked for; and never is it said that there is none.
func TestNamed(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 13))
	solver := embedded.New(solve.Options{})
	for _, form := range namedForms {
		for range 3 {
			numbers := make([]any, strings.Count(form, "%d"))
			for i := range numbers {
				numbers[i] = 50 + r.Int64N(5_000_000)
			}
			text := fmt.Sprintf(form, numbers...)
			p := problem(t, text)
			found := solver.Solve(t.Context(), p)
			if found.Outcome != solve.Case {
				t.Errorf("%s: %s, %s", text, found.Outcome, found.Reason)
				continue
			}
			p.Seed = 7
			if drawn := solver.Solve(t.Context(), p); drawn.Outcome != solve.Case && len(found.Sizes) == 0 {
				t.Errorf("%s: none drawn: %s", text, drawn.Reason) // one with more elements is not
			}
			p.Seed = 0
			again := p
			again.Bound = found.Model
			again.Globals = p.Globals.WithSizes(found.Sizes)
			if confirmed := solver.Solve(t.Context(), again); confirmed.Outcome != solve.Case {
				t.Errorf("%s: %s is no model: %s", text, show(found), confirmed.Reason)
			}
			p.Confined, p.Steps = true, 2_000
			if confined := solver.Solve(t.Context(), p); confined.Outcome == solve.Unsatisfiable {
				t.Errorf("%s: refuted within the scope: %s", text, confined.Reason)
			}
		}
	}
}

// Integers of any size are named.
func TestNamedLarge(t *testing.T) {
	t.Parallel()
	solver := embedded.New(solve.Options{})
	for _, text := range []string{
		"x : ℕ | x > 4294967296 ∧ x < 9223372036854775807",
		"x : ℕ | x > 9223372036854775807",
		"x : ℤ | x < - 18446744073709551616",
		"x : ℕ | x > 18446744073709551616 ∧ x < 1000000000000000000000",
		"A : ℙ ℕ | 18446744073709551616 ∈ A ∧ # A = 2",
		"A : ℙ ℕ | ∃ i : A • i > 18446744073709551616",
		"f : NAME ⇸ ℕ; n : NAME | n ∈ dom f ∧ f n ≥ 18446744073709551616",
		"s : seq ℤ | s ≠ ⟨⟩ ∧ head s < - 18446744073709551616",
	} {
		if found := solver.Solve(t.Context(), problem(t, text)); found.Outcome != solve.Case {
			t.Errorf("%s: %s, %s", text, found.Outcome, found.Reason)
		}
	}
}

// Integers at the ends of what the ranges of a search are reckoned with are no reason to
// refute what larger ones make true.
func TestLargeRanges(t *testing.T) {
	t.Parallel()
	solver := embedded.New(solve.Options{})
	for _, n := range []string{"2305843009213693950", "2305843009213693951", "2305843009213693952",
		"4611686018427387904", "9223372036854775807", "9223372036854775808"} {
		for _, form := range []string{"x > %s", "- x > %s", "x = %s", "x > 2 * %s", "x div 2 = %s", "x - 1 > %s",
			"x * x > %s", "x * 2 = 2 * %s", "x ≥ %s ∧ x ≠ 5", "x > 5 ∧ x > %s"} {
			text := "x : ℤ | " + fmt.Sprintf(form, n)
			if found := solver.Solve(t.Context(), problem(t, text)); found.Outcome == solve.Unsatisfiable {
				t.Errorf("%s: %s", text, found.Reason)
			}
		}
	}
}

// Confined to the scope, what is outside of it is none in scope.
func TestConfined(t *testing.T) {
	t.Parallel()
	solver := embedded.New(solve.Options{})
	for _, text := range []string{"x : ℤ | x > 10", "s : seq ℤ | # s > 3", "A : ℙ ℤ | ∃ i : A • i ≥ 100",
		"f : NAME ⇸ ℕ; n : NAME | n ∈ dom f ∧ f n ≥ 100"} {
		p := problem(t, text)
		p.Confined = true
		if found := solver.Solve(t.Context(), p); found.Outcome != solve.NoneInScope || found.Bound == "" {
			t.Errorf("%s: %s, %s", text, found.Outcome, found.Reason)
		}
	}
}
