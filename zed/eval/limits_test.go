package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed/eval"
)

// TestLimits: a term whose value is too large to be computed is not said to have none, so that
// nothing said of it counts as refuted.
func TestLimits(t *testing.T) {
	nines := strings.Repeat("9", 10_000)
	long := "(λ i : 1 .. 300 • (λ j : 1 .. 1000 • j))"
	for _, text := range []string{
		nines + " * " + nines, "- (" + nines + " * " + nines + ")", "(" + nines + " * " + nines + ") mod 2",
		"{" + nines + " * " + nines + "}", "⌢/ " + long, "# (⌢/ " + long + ")", "⌢/ ⟨⌢/ " + long + ", ⟨1⟩⟩",
		"(λ i : 1 .. 200000 • i) ⌢ (λ i : 1 .. 200000 • i)", "# (ℙ (1 .. 40))", "# ((1 .. 100000) × (1 .. 100000))",
		"# {k : ℤ | k > 0}", "min {k : ℤ | k > 0 ∧ k mod 2 = 3}",
	} {
		got, reason := compile(t, text+" = "+text).Truth(frame())
		if got == eval.True || got == eval.Undefined && reason.Infinite {
			continue
		}
		t.Errorf("%.60s is equal to itself: %c %s, want true, or that a limit was reached", text, "FTU?"[got], reason)
	}
	for _, text := range []string{"1 div 0", "head (tail ⟨1⟩)", "min ∅[ℤ]", fmt.Sprintf("(%s * 3) div 0", nines)} {
		if got, reason := compile(t, text+" = "+text).Truth(frame()); got != eval.Undefined || reason.Infinite {
			t.Errorf("%.60s is equal to itself: %c %s, want undefined", text, "FTU?"[got], reason)
		}
	}
}
