package planner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestFurtherCasesOfALeaf: where a leaf has several cases, they differ in more than one number:
// sequences are of other lengths, or in another order, and functions have other sizes.
func TestFurtherCasesOfALeaf(t *testing.T) {
	t.Parallel()
	for z, want := range map[string]int{ // how many forms three cases have, at least
		"Op == [s? : seq ℤ; n! : ℤ | n! = #s?]":                           3,
		"Op == [s? : seq ℤ; n! : ℤ | #s? = 3 ∧ n! = s? 1]":                3,
		"Op == [s? : seq ℤ; n! : ℤ | #s? ≥ 7 ∧ n! = last s?]":             3,
		"Op == [f? : 1 ‥ 9 ⇸ ℤ; n! : ℤ | 3 ∈ dom f? ∧ n! = f? 3]":         3,
		"Op == [f? : 1 ‥ 9 ⇸ ℤ; x? : ℤ; n! : ℤ | f? 3 ≥ 100 ∧ n! = f? 3]": 3,
		"Op == [x?, n! : ℤ | n! = x? * x?]":                               3,
		"Op == [x?, n! : ℤ | x? ∈ {4, 5} ∧ n! = x? * x?]":                 1,
	} {
		system := projectWith(t, "run: {cases: 3}\n", z+"\n", "unit: op\nz: spec.zed\nschema: Op\ntactics: [dnf]\n")
		made, err := planner.Make(t.Context(), system, planner.Options{Solver: embedded.New(solve.Options{})})
		if err != nil {
			t.Fatal(err)
		}
		forms := map[[2]any]bool{}
		for _, c := range made.Unit("op").Cases {
			for _, v := range c.Values() {
				forms[[2]any{v.Name, describeForm(v.Value)}] = true
			}
			t.Logf("%s: %s", z, c.Values())
		}
		if len(forms) < want {
			t.Errorf("%s: its cases have %d forms, expected %d", z, len(forms), want)
		}
	}
}

// describeForm describes a value without its elements: a collection by its size and by which of its
// neighbouring elements is the larger one.
func describeForm(v value.Value) string {
	if v.Kind() == value.Int {
		return map[bool]string{true: "-", false: "+"}[v.Compare(value.OfInt(0)) < 0] +
			map[bool]string{true: "border"}[v.Equal(value.OfInt(0)) || v.Equal(value.OfInt(1))]
	}
	out := ""
	for i := range v.Len() {
		if i > 0 {
			out += map[int]string{-1: "<", 0: "=", 1: ">"}[last(v.Elem(i-1)).Compare(last(v.Elem(i)))]
		} else {
			out = "."
		}
	}
	return out
}

// last returns the second component of a pair, and any other value as it is.
func last(v value.Value) value.Value {
	if v.Kind() == value.Tuple {
		return v.Elem(v.Len() - 1)
	}
	return v
}
