package oracle_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// definitions returns the paragraphs of a document.
func definitions(t *testing.T, text string) []zed.Paragraph {
	t.Helper()
	read, err := parse.Documents([]*source.Text{source.NewFile("definitions", text).Whole()})
	if err != nil {
		t.Fatal(err)
	}
	return read[0].Paragraphs
}

// TestSatisfyWider: where the scope has no values, wider scopes are searched if a solver is
// given for them, with constants and given types as these scopes have them.
func TestSatisfyWider(t *testing.T) {
	t.Parallel()
	before := definitions(t, "[T, U]\n\nF ::= none | one⟪T⟫\n\nall == #T\n\n│ limit : ℤ\n├\n│ limit = 40\n")
	for _, c := range []struct {
		text        string
		alone, wide solve.Outcome
	}{
		{"x : ℤ | x > 3", solve.Case, solve.Case},
		{"x : ℤ | x > limit", solve.NoneInScope, solve.Case},
		{"x : ℤ | x * x + x > limit * 10", solve.NoneInScope, solve.Case},
		{"x, y, z, w, v : U | #{x, y, z, w, v} = 5", solve.Case, solve.Case},
		{"f : F; a, b, c, d, e : T | #{one a, one b, one c, one d, one e, f} = 6", solve.Case, solve.Case},
		{"x : ℤ | x * x + x > limit * 100000", solve.NoneInScope, solve.Case},
		{"x : ℤ | x * x * x = 1000003", solve.NoneInScope, solve.NoneInScope},
		{"x : ℤ | x < 3 ∧ x > 4", solve.Unsatisfiable, solve.Unsatisfiable},
	} {
		problem, err := config.ReadProblem(before, parse.LanguageOf(before), source.NewFile("problem", c.text))
		if err != nil {
			t.Fatal(err)
		}
		scope := value.DefaultScope()
		axioms, err := config.ConstantsOf(problem.Spec, scope.Given)
		if err != nil {
			t.Fatal(err)
		}
		solver := embedded.New(solve.Options{})
		if got := oracle.Satisfy(t.Context(), solver, problem.Normal, axioms, scope); got.Outcome != c.alone {
			t.Errorf("%s: %v %s, want %v", c.text, got.Outcome, got.Reason, c.alone)
		}
		got := oracle.SatisfyWider(t.Context(), solver, solver, problem.Normal, axioms, scope)
		if got.Outcome != c.wide || (got.Outcome == solve.Case) != (len(got.Values) > 0) {
			t.Errorf("%s in wider scopes: %v %s %s, want %v", c.text, got.Outcome, got.Reason, got.Values, c.wide)
		}
		for n := 1; n < 6; n++ {
			fresh, err := config.ConstantsOf(problem.Spec, n)
			if err != nil {
				t.Fatal(err)
			}
			carried := axioms.WithBound(n)
			if d := cmp.Diff(elementNames(fresh.Globals.Given), elementNames(carried.Globals.Given)) +
				cmp.Diff(elementNames(fresh.Globals.Free), elementNames(carried.Globals.Free)); d != "" {
				t.Errorf("%s with %d elements: %s", c.text, n, d)
			}
		}
	}
}

// elementNames returns the names of elements, by type.
func elementNames(all map[string][]value.Value) map[string][]string {
	out := map[string][]string{}
	for name, list := range all {
		for _, v := range list {
			out[name] = append(out[name], v.String())
		}
	}
	return out
}

// TestConjectures: a conjecture holds, holds in the scope, is refuted, is undefined for some
// values, or is not decided; the parameters of a generic one are types.
func TestConjectures(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]oracle.ClaimOutcome{
		"⊢? ∀ x : ℕ • x + 1 > x":          oracle.HoldsAlways,
		"⊢? ∀ x : ℤ • x * x > x":          oracle.IsViolated,
		"⊢? ∀ x : ℤ | x > 1 • x * x > x":  oracle.HoldsInScope,
		"⊢? ∀ x : ℤ • 6 div x ≤ 6":        oracle.IsUndefined,
		"⊢? ∀ x, y : ℤ | x < y • y > x":   oracle.HoldsAlways,
		"⊢? [X] ∀ a, b : ℙ X • a ∪ b = a": oracle.IsViolated,
		"⊢? [X] ∀ a, b : ℙ X • a ∩ b ⊆ a": oracle.HoldsAlways,
		"⊢? ∃ x : ℤ • x = 3":              oracle.HoldsAlways,
		"⊢? 1 = 2":                        oracle.IsViolated,
	} {
		s, err := types.Check(definitions(t, text))
		if err != nil {
			t.Fatal(text, err)
		}
		scope := value.DefaultScope()
		axioms, err := config.ConstantsOf(s, scope.Given)
		if err != nil {
			t.Fatal(err)
		}
		list, err := oracle.TryConjectures(t.Context(), embedded.New(solve.Options{}), s, axioms, scope)
		if err != nil || len(list) != 1 || list[0].Outcome != want {
			t.Errorf("%s: %+v, error %v, want %s", text, list, err, want)
		}
	}
}
