package solve

import (
	"context"
	"strings"
	"testing"
	"time"
)

// awkward problems have searches, sets or quantifiers that no machine gets to the
// end of.
var awkward = []string{
	"A : ℙ (1 .. 1000000000) | #A = 100000000",
	"A : ℙ (ℙ (1 .. 40)) | A = ℙ (1 .. 40)",
	"A : ℙ (1 .. 40) | #A = 20 ∧ 40 ∈ A ∧ 39 ∈ A ∧ (∀ x : A • x + 1 ∉ A)",
	"A : ℙ ℤ | A = 1 .. 1000000000000 ∧ #A = 5",
	"R : (1 .. 3) ↔ (1 .. 3) | R = iter 1000000000000 R ∧ #R = 4",
	"x : ℤ | ∀ a, b, c, d, e, f, g, h : 1 .. 100 • a + b + c + d + e + f + g + h < x",
	"f : ℙ (1 .. 20) → ℙ (1 .. 20) | f ∅ = {1}",
	"A, B, C, D : ℙ (1 .. 8) | #A = 4 ∧ #B = 4 ∧ #C = 4 ∧ #(A ∪ B ∪ C ∪ D) = 9",
	"s : seq ℤ | #s = 40 ∧ (∀ i, j : dom s • i ≠ j ⇒ s i ≠ s j) ∧ (∀ i : dom s • s i > 0 ∧ s i < 40)",
	"A : ℙ (ℙ (ℙ (ℙ (1 .. 4)))) | A = ℙ (ℙ (ℙ (1 .. 4)))",
}

// TestAwkward: problems that are too large end by the steps, on every machine with
// the same answer, and cost little memory.
func TestAwkward(t *testing.T) {
	t.Parallel()
	for _, text := range awkward {
		p := problem(t, text)
		o := Options{Steps: 5_000, Memory: 1 << 30}
		r := Embedded(o).Solve(t.Context(), p)
		t.Logf("%s: %s: %s", text, r.Outcome, r.Reason)
		if again := Embedded(o).Solve(t.Context(), p); again.Outcome != r.Outcome || again.Steps != r.Steps || again.Reason != r.Reason {
			t.Errorf("%s: %v, then %v", text, r, again)
		}
	}
}

// TestDeadline: a search ends soon after its context: within a tenth of a second
// on a machine that does nothing else.
func TestDeadline(t *testing.T) {
	for _, text := range awkward {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		began := time.Now()
		Embedded(Options{Steps: 1 << 40}).Solve(ctx, problem(t, text))
		if late := time.Since(began) - 20*time.Millisecond; late > time.Second {
			t.Errorf("%s: %v late", text, late)
		} else {
			t.Logf("%s: %v late", text, late)
		}
		cancel()
	}
}

// TestMemory: a search that finds the heap past the limit is given up, and says
// so.
func TestMemory(t *testing.T) {
	r := Embedded(Options{Steps: 1 << 40, Memory: 1 << 20}).Solve(t.Context(), problem(t, awkward[2]))
	if r.Outcome != Undecided || !strings.Contains(r.Reason, "more than the 1 MB of memory") {
		t.Errorf("%v: %s", r.Outcome, r.Reason)
	}
}
