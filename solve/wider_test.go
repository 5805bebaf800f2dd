package solve_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// What is none in scope is blamed on the bounds without which it would not be.
func TestBlamed(t *testing.T) {
	t.Parallel()
	solver := embedded.New(solve.Options{})
	for _, tt := range []struct {
		text  string
		scope value.Scope
		want  string // the bounds; "" where none is found to be to blame
	}{
		{"s : seq ℤ | # (ran s) * 2 > 3 * 3", value.DefaultScope(), "seq: 3"},
		{"A : ℙ ℤ; s : seq ℤ | # A > # {5, 6, 7} ∧ # s < 2", value.DefaultScope(), "set: 3"},
		{"A : ℙ ℤ; s : seq ℤ | # A > # {5, 6, 7} ∧ # s > # {5, 6, 7}", value.DefaultScope(), "set: 3, seq: 3"},
		{"x : ℤ | x * x = 7 * 7 + 8 * 51 + 2 * x", value.Scope{IntMin: -3, IntMax: 3, Set: 3, Seq: 3, Given: 3}, ""},
	} {
		p := problem(t, tt.text)
		p.Scope = tt.scope
		found := solver.Solve(t.Context(), p)
		if found.Outcome == solve.Case {
			continue // what is not asked here: it needs no wider scope
		}
		blamed := solve.Blame(t.Context(), solver, p, found)
		want := fmt.Sprintf("no values within the scope (%s) satisfy it; with ", tt.want)
		if tt.want == "" {
			want = found.Reason
		}
		if blamed.Outcome != solve.NoneInScope || !strings.HasPrefix(blamed.Reason, want) {
			t.Errorf("%s: %s, %s; want %s", tt.text, blamed.Outcome, blamed.Reason, want)
		}
	}
}

// Sizes of what is computed, which the text names, are found whatever the scope says.
func TestNamedSizes(t *testing.T) {
	t.Parallel()
	solver := embedded.New(solve.Options{})
	for _, tt := range []struct {
		form  string
		sizes []int
	}{
		{"s : seq ℤ | # (ran s) = %d", []int{5, 8, 12}},
		{"f : ℤ ⇸ ℤ | # (ran f) = %d", []int{5, 8}},
		{"f : 𝕊 ⇸ 𝕊 | # (ran f) = %d", []int{5}},
		{"A : ℙ 𝕊 | # A = %d", []int{5, 8, 20}},
		{"A, B : ℙ ℤ | # (A ∩ B) = %d ∧ A ≠ B", []int{5}},
		{"A, B : ℙ ℤ | # (A ∪ B) = %d ∧ # A = # B", []int{5, 8}},
		{"A, B : ℙ ℤ | # (A ∖ B) = %d ∧ B ≠ ∅", []int{5, 6}},
		{"f : ℤ ⇸ ℤ; A : ℙ ℤ | # (A ⩤ f) = %d ∧ A ≠ ∅", []int{5, 6}},
		{"A : ℙ ℤ | # A = %d ∧ 1 ∉ A", []int{5, 8, 20}},
	} {
		for _, n := range tt.sizes {
			text := fmt.Sprintf(tt.form, n)
			if found := solver.Solve(t.Context(), problem(t, text)); found.Outcome != solve.Case {
				t.Errorf("%s: %s, %s", text, found.Outcome, found.Reason)
			}
		}
	}
}

// What is said of numbers by their differences is decided alike however large they are.
func TestLargeAlike(t *testing.T) {
	t.Parallel()
	solver := embedded.New(solve.Options{})
	for _, form := range []string{
		"x : ℤ | x > %[1]s ∧ x < %[1]s",
		"x : ℤ | x > %[1]s ∧ x < %[2]s",
		"x : ℤ | x > %[2]s ∧ x ≤ %[1]s",
		"x : ℤ | x ≥ %[2]s ∧ x ≤ %[1]s + 1",
		"x, y : ℤ | %[1]s < x ∧ x < y ∧ y < %[2]s + 1",
		"x, y : ℤ | %[1]s < x ∧ x < y ∧ y < %[2]s + 2",
		"x : ℤ | x + %[1]s < x + 5",
		"x : ℤ | x = %[1]s ∧ (x < 3 ∨ x = 4)",
		"A : ℙ ℤ | # A > %[2]s ∧ # A < %[1]s",
		"x, y : ℤ | x = %[1]s ∧ y = 3 ∧ ¬ x < y",
	} {
		var first solve.Outcome
		for i, n := range [][2]string{{"100", "101"}, {"2147483648", "2147483649"},
			{"4611686018427387903", "4611686018427387904"},
			{"9223372036854775806", "9223372036854775807"}, {"9223372036854775807", "9223372036854775808"},
			{"99999999999999999999999", "100000000000000000000000"}} {
			text := fmt.Sprintf(form, n[0], n[1])
			found := solver.Solve(t.Context(), problem(t, text))
			if i == 0 {
				first = found.Outcome
			}
			if found.Outcome != first {
				t.Errorf("%s: %s, %s; with 100 and 101 it is %s", text, found.Outcome, found.Reason, first)
			}
		}
	}
}
