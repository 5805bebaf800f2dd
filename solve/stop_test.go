package solve_test

import (
	"context"
	"runtime/metrics"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// awkward problems have searches, sets or quantifiers that no machine gets to the
// end of.
var awkward = []string{
	"A : ℙ (1 .. 1000000000) | #A = 100000000",
	"A : ℙ (ℙ (1 .. 40)) | A = ℙ (1 .. 40)",
	"A : ℙ (1 .. 40) | #A = 20 ∧ (∀ x : A • x * x + x mod 7 ∉ A ∧ x * 3 mod 41 ∉ A)",
	"A : ℙ ℤ | A = 1 .. 1000000000000 ∧ #A = 5",
	"R : (1 .. 3) ↔ (1 .. 3) | R = iter 1000000000000 R ∧ #R = 4",
	"x : ℤ | ∀ a, b, c, d, e, f, g, h : 1 .. 100 • a + b + c + d + e + f + g + h < x",
	"f : ℙ (1 .. 20) → ℙ (1 .. 20) | f ∅ = {1}",
	"A, B, C, D : ℙ (1 .. 8) | #A = 4 ∧ #B = 4 ∧ #C = 4 ∧ #(A ∪ B ∪ C ∪ D) = 9",
	"s : seq ℤ | #s = 40 ∧ (∀ i, j : dom s • i ≠ j ⇒ s i ≠ s j) ∧ (∀ i : dom s • s i > 0 ∧ s i < 40)",
	"A : ℙ (ℙ (ℙ (ℙ (1 .. 4)))) | A = ℙ (ℙ (ℙ (1 .. 4)))",
}

// exploding problems have domains, sets or relations that are far larger than what
// is asked of them.
var exploding = []string{
	"f : (𝔽 ℤ) × (𝔽 ℤ) × (𝔽 ℤ) ⇸ 𝔽 ℤ; A, B, C : 𝔽 ℤ | f (A, B, C) ≠ f (B, C, A)",
	"f : (𝔽 ℤ) × (seq (𝔽 ℤ)) × (𝔽 (ℤ × ℤ)) × ℤ ⇸ 𝔽 ℤ; A : 𝔽 ℤ | #f = 40 ∧ f (A, ⟨A, A⟩, ∅, 3) = {7}",
	"p, q : (𝔽 (ℤ × ℤ)) × (𝔽 (ℤ × ℤ)) × (𝔽 (ℤ × ℤ)); S : 𝔽 ((𝔽 ℤ) × (𝔽 ℤ)) | #S = 300 ∧ p ≠ q",
	"A, B : ℙ (ℤ × ℤ × ℤ × ℤ × ℤ × ℤ) | #A = 200 ∧ #B = 200 ∧ A ∩ B = ∅",
	"A : ℙ ℤ | A = ⋃ {n : 0 .. 1000 • 0 .. n + 200000}",
	"x : ℤ | x = #{n : 0 .. 2000 • (0 .. n + 100000) × {n}}",
	"R : ℤ ↔ ℤ | R = (ran {n : 0 .. 100000 • n ↦ n + 1}) ◁ {n : 0 .. 100000 • n ↦ n * 2}",
	"x : ℤ | x = #((0 .. 500 × 0 .. 500) ⨾ (0 .. 500 × 0 .. 500))",
	"f : (0 .. 12) ↣ (0 .. 11) | f ⊆ {x : 0 .. 12; y : 0 .. 11 • x ↦ y}",
	"s : seq (seq (seq ℤ)) | #s = 60 ∧ (∀ i, j : dom s • i < j ⇒ #(s i) < #(s j))",
	"x : ℤ | ∀ R, Q : (0 .. 3) ↔ (0 .. 3) • #(R ⨾ Q) ≤ x ∧ x < 20",
	"x : ℤ | x = #{S : ℙ (0 .. 15) | (∀ a, b : S • a + b ∉ S)}",
	"f : (NAME ⇸ NAME) ⇸ (NAME ⇸ NAME) | #f > 5 ∧ (∀ g : dom f • f g ≠ g)",
	"x : ℤ | x = #(iter 1000000000000 {a, b : 0 .. 200 • a ↦ b})",
}

// TestAwkward: problems that are too large end by the steps, on every machine with
// the same answer, and cost little memory.
func TestAwkward(t *testing.T) {
	t.Parallel()
	for _, text := range awkward {
		p := problem(t, text)
		o := solve.Options{Steps: 5_000}
		r := embedded.New(o).Solve(t.Context(), p)
		t.Logf("%s: %s: %s", text, r.Outcome, r.Reason)
		if again := embedded.New(o).Solve(t.Context(), p); again.Outcome != r.Outcome || again.Steps != r.Steps ||
			again.Reason != r.Reason {
			t.Errorf("%s: %v, then %v", text, r, again)
		}
	}
}

// asked is a context that ends when it was asked often enough, and notes the most
// bytes that were allocated between two questions.
type asked struct {
	context.Context
	left   int
	before uint64
	most   uint64
}

func measureAllocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func (a *asked) Err() error {
	now := measureAllocated()
	a.most, a.before = max(a.most, now-a.before), now
	if a.left--; a.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestAsked: whatever takes long asks its context often, while domains are built and
// sets are made too, and ends when that has ended.
func TestAsked(t *testing.T) {
	const most = 64 << 20 // some hundredths of a second of work
	for _, text := range append(awkward, exploding...) {
		ctx := &asked{Context: t.Context(), left: 50, before: measureAllocated()}
		embedded.New(solve.Options{Steps: 1 << 40}).Solve(ctx, problem(t, text))
		now := measureAllocated()
		if ctx.most = max(ctx.most, now-ctx.before); ctx.most > most {
			t.Errorf("%s: %d MB were allocated without a look at the context", text, ctx.most>>20)
		}
	}
}

// TestMemory: a search that finds the heap past the limit is given up, and says
// so.
func TestMemory(t *testing.T) {
	ctx, stop := solve.LimitMemory(t.Context(), 1<<20)
	defer stop()
	r := embedded.New(solve.Options{Steps: 1 << 40}).Solve(ctx, problem(t, awkward[6]))
	if r.Outcome != solve.Undecided || r.Reason != "memory limit: more than the 1 MB that may be used were needed" {
		t.Errorf("%v: %s", r.Outcome, r.Reason)
	}
}
