package planner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// TestDraw: every case that is drawn in a leaf lies there, evaluated on its own as those of
// the plan are, and so do those with smaller values; the same seed draws the same, and
// others draw others.
func TestDraw(t *testing.T) {
	t.Parallel()
	different := 0
	for _, dir := range []string{"../examples/sortedlist", "../examples/bank"} {
		system, err := config.Load("", dir)
		if err != nil {
			t.Fatal(err)
		}
		p := makePlan(t, system, planner.Options{Solver: embedded.New(solve.Options{})})
		counts := map[eval.Truth]int{}
		for _, u := range p.Units {
			for _, l := range u.Leaves {
				if l.Status != suite.HasCase {
					continue
				}
				drawn := map[string]bool{}
				for seed := range uint64(6) {
					c := p.Draw(t.Context(), u, l, nil, seed+1)
					if c == nil {
						continue
					}
					drawn[c.Values().String()] = true
					certify(t, p, u, c, counts)
					if again := p.Draw(t.Context(), u, l, nil, seed+1); !again.Values().Equal(c.Values()) {
						t.Errorf("%s: under seed %d both %s and %s", l.ID, seed+1, c.Values(), again.Values())
					}
					if seed == 0 {
						checkSmaller(t, p, u, c, counts)
					}
				}
				different += max(0, len(drawn)-1)
			}
		}
		if counts[eval.True] == 0 || counts[eval.Undefined] > 0 {
			t.Errorf("%s: %v", dir, counts)
		}
	}
	if different < 40 {
		t.Errorf("seeds draw only %d other cases", different)
	}
}

// checkSmaller holds the cases with smaller values than one against its leaf.
func checkSmaller(t *testing.T, p *planner.Planned, u *plan.Unit, c *plan.Case, counts map[eval.Truth]int) {
	t.Helper()
	n := 0
	for s := range p.FindSmaller(t.Context(), u, c) {
		if s.Values().Equal(c.Values()) || s.Leaf != c.Leaf || s.Digest != c.Digest {
			t.Errorf("%s is said to be smaller than %s", s.Values(), c.Values())
		}
		certify(t, p, u, s, counts)
		if n++; n == 20 {
			return
		}
	}
}

// TestSmallest: from a large case of a leaf, the first with smaller values leads to one
// that has none, which is as small as a leaf allows.
func TestSmallest(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, `[ID]
TREE ::= leaf | node⟨⟨TREE × ℕ × TREE⟩⟩
Take == [s : ℙ ℤ; of : ID ⇸ ℤ; i? : ID; t? : TREE | s ≠ ∅ ∧ i? ∈ dom of ∧ of i? ∈ s ∧ (∀ n : s • n > 6) ∧ t? ≠ leaf]
`, unit("take", "Take", `cases:
  - {s: {set: [7, 8, 9]}, of: {set: [{tuple: [id1, 3]}, {tuple: [id3, 9]}]}, i?: id3, t?: {ctor: node, arg: {tuple: [{ctor: node, arg: {tuple: [leaf, 4, leaf]}}, 3, leaf]}}}
`)), planner.Options{})
	u := p.Unit("take")
	c := u.Cases[0]
	if !c.Own {
		t.Fatal("the first case is not the own one")
	}
	for steps := 0; ; steps++ {
		var next *plan.Case
		for next = range p.FindSmaller(t.Context(), u, c) {
			break
		}
		if next == nil || next == c {
			break
		}
		if c = next; steps > 100 {
			t.Fatalf("no end at %s", c.Values())
		}
	}
	if got := c.Values().String(); got != "s = {7}, of = {id1 ↦ 7}, i? = id1, t? = node (leaf, 0, leaf)" {
		t.Errorf("the smallest is %s", got)
	}
}
