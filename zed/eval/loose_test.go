package eval_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/zed/eval/evaltest"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
)

// TestLoose: a constant without a value has one all the same, so that nothing is refuted that
// a definition says by means of it.
func TestLoose(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, "│ k : ℕ\n│ f : ℕ → ℕ\n├\n│ f 0 = 0\n│ ∀ n : ℕ • f (n + 1) = f n + k\n", "")
	if truth, reason := w.Truth(w.Predicate(w.Expr("f 2 = 6"))); truth != machine.Undefined || !reason.Infinite {
		t.Errorf("it is %s: %v", truth, reason)
	}
}
