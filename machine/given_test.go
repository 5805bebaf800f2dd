package machine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// counting is a solver that counts how often it is asked for a model.
type counting struct {
	solve.Solver
	asked int
}

func (c *counting) Solve(ctx context.Context, p solve.Problem) solve.Result {
	c.asked++
	return c.Solver.Solve(ctx, p)
}

// TestGiven: where equations give the outcome, also under a quantifier, with others that stand beside them there, and
// in the schema of another unit, it is computed and no search is made, whatever the size of the state; and what is
// drawn is possible.
func TestGiven(t *testing.T) {
	t.Parallel()
	const z = `S == [s : seq ℤ]

Init == [S' | s' = ⟨⟩]

Add == [ΔS; x? : 0 .. 99; n! : ℕ | s' = s ⌢ ⟨x?⟩ ∧ n! = # s']

Put == [ΔS; x? : 0 .. 99; was! : ℤ |
    (∃ i : dom s • s i mod 7 = x? mod 7 ∧ was! = s i ∧ s' = s ⊕ {i ↦ x?}) ∨
    ((∀ i : dom s • s i mod 7 ≠ x? mod 7) ∧ was! = -1 ∧ s' = s)]

Replace == Put ∧ [x? : 0 .. 99 | x? > 3]
`
	const yaml = `unit: add
sut: s
z: m.zed
schema: Add
---
unit: put
sut: s
z: m.zed
schema: Put
---
unit: replace
sut: s
z: m.zed
schema: Replace
uses: [put]
---
machine: m
`
	system := configtest.Load(t, map[string]string{"m.zed": z, "units.yaml": yaml,
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [units.yaml]\nsuts: {s: {command: [none]}}\ninit: Init\n"})
	solver := &counting{Solver: embedded.New(solve.Options{})}
	m := machine.New(system.Machines[0], oracle.New(system, solver), solver)
	initial, err := m.FindInitial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	solver.asked = 0
	drawn := m.Draw(t.Context(), rand.New(rand.NewPCG(1, 2)), nil, []machine.State{initial}, 200)
	units := map[int]int{}
	for _, s := range drawn {
		units[s.Unit]++
	}
	if len(drawn) != 200 || len(units) != 3 {
		t.Errorf("%d steps were drawn, of each unit %v", len(drawn), units)
	}
	if solver.asked > 0 {
		t.Errorf("the solver was asked %d times", solver.asked)
	}
	for _, s := range drawn {
		if x, _ := s.Inputs[0].Value.Int(); x < 0 || x > 99 || m.Units[s.Unit].Name == "replace" && x <= 3 {
			t.Errorf("%s is not possible", m.TextStep(s))
		}
	}
}
