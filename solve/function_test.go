package solve_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// writeAboutFunctions writes a random predicate over f : NAME ⇸ 0..1, g : NAME → 0..1
// and n : NAME.
func writeAboutFunctions(r *rand.Rand, depth int) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	if depth > 0 && r.IntN(4) > 0 {
		a, b := writeAboutFunctions(r, depth-1), writeAboutFunctions(r, depth-1)
		return pick("("+a+" ∧ "+b+")", "("+a+" ∨ "+b+")", "(¬ "+a+")", "(∀ m : NAME • "+a+" ∨ m ≠ n)",
			"(∃ m : NAME • "+a+" ∧ m ≠ n)",
			"(∀ m : dom f • f m = g m ∨ "+a+")", "(∀ m, k : dom g | m ≠ k • "+b+" ∨ g m < g k)")
	}
	either := func() string {
		return pick("f", "g", "f", "({n} ⩤ f)", "(f ⊕ g)", "(f ∩ g)", "(g ▷ {1})", "(f ∪ g)")
	}
	return strings.NewReplacer("%a", either(), "%b", either()).Replace(pick("%a ⊆ %b", "%a = %b", "%a ≠ %b",
		"dom %a ⊂ dom %b", "ran %a ∩ ran %b = ∅", "#%a < #%b",
		"f n = 1", "g n ≠ 1", "(n, 0) ∈ %a", "(n, 1) ∉ %a", "n ∉ dom %a", "0 ∈ ran %a", "%a⦇{n}⦈ = {1}",
		"%a ∈ NAME ⤔ ℤ",
		"%a ∈ NAME → ℕ₁", "%a∼ = %b∼", "f n = g n", "#(%a ∪ %b) > 2", "g ∈ NAME ⤖ 0 .. 1", "%a ∈ NAME ⤀ 0 .. 1"))
}

// TestFunctionsAgree: functions that are chosen image by image are found exactly
// where running through all of them finds one.
func TestFunctionsAgree(t *testing.T) {
	t.Parallel()
	names := []value.Value{value.OfAtom("n1"), value.OfAtom("n2")}
	var partial, total []value.Value
	for i := range 9 {
		var pairs []value.Value
		for k, n := range names {
			if image := []int{i % 3, i / 3}[k]; image > 0 {
				pairs = append(pairs, value.OfTuple(n, value.OfInt(int64(image-1))))
			}
		}
		if partial = append(partial, value.OfSet(pairs)); len(pairs) == 2 {
			total = append(total, value.OfSet(pairs))
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	outcomes := map[solve.Outcome]int{}
	for range 400 {
		text := writeAboutFunctions(r, 2)
		p := problem(t, "f : NAME ⇸ 0 .. 1; g : NAME → 0 .. 1; n : NAME | "+text)
		p.Globals.Given["NAME"] = names
		p.Globals.Sizes = value.Sizes{"NAME": len(names)}
		prog, err := eval.Compile(p.Pred, []string{"f", "g", "n"}, p.Globals)
		if err != nil {
			t.Fatal(err)
		}
		exists := false
		for _, f := range partial {
			for _, g := range total {
				for _, n := range names {
					truth, _ := prog.Truth([]value.Value{f, g, n})
					exists = exists || truth == eval.True
				}
			}
		}
		got := embedded.New(solve.Options{}).Solve(t.Context(), p)
		outcomes[got.Outcome]++
		if (got.Outcome == solve.Case) != exists || got.Outcome == solve.Undecided {
			t.Errorf("%s: %s (%s), there is one: %t", text, show(got), got.Reason, exists)
		}
	}
	if outcomes[solve.Case] < 100 || len(outcomes) < 2 {
		t.Errorf("the problems are all alike: %v", outcomes)
	}
}
