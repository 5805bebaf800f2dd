package plan_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
)

const wide = `Gate == [level, low : ℤ; log : seq ℤ]
REPLY ::= open | shut
Turn == [ΔGate; n?, m? : ℤ; r! : REPLY |
    (n? ≤ level ∧ level' = level − n? ∧ low' = m? ∧ log' = log ⌢ ⟨n?⟩ ∧ r! = open) ∨
    (n? > level ∧ level' = level ∧ low' = low ∧ log' = log ∧ r! = shut)]
`

// wideUnit has a tree of 2 · 9 · 9 · 9 · 7 leaves, 10206.
func wideUnit(t testing.TB) *spec.System {
	return project(t, wide, unit("turn", "Turn",
		"tactics: [dnf, {nr: [level, [0, 2, 4, 6]]}, {nr: [n?, [0, 2, 4, 6]]}, {nr: [m?, [0, 2, 4, 6]]}, {nr: [\"# log\", [0, 1, 2]]}]\n"))
}

// BenchmarkWideTree builds a testing tree of 10,000 leaves.
func BenchmarkWideTree(b *testing.B) {
	system := wideUnit(b)
	for b.Loop() {
		tree, err := tactics.Build(system, system.Units[0], 0)
		if err != nil {
			b.Fatal(err)
		}
		if n := len(tree.Leaves()); n < 10_000 {
			b.Fatalf("%d leaves", n)
		}
	}
}

// BenchmarkWidePlan plans a unit with a testing tree of 10,000 leaves, the JSON
// included.
func BenchmarkWidePlan(b *testing.B) {
	for _, workers := range []int{1, 0} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			system := wideUnit(b)
			for b.Loop() {
				p, err := plan.Make(context.Background(), system, plan.Options{Workers: workers})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := p.JSON(); err != nil {
					b.Fatal(err)
				}
				count := map[plan.Status]int{}
				for _, l := range p.Units[0].Leaves {
					count[l.Status]++
				}
				b.Log(count)
			}
		})
	}
}
