package machine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// stack is a machine of which one unit adds what three others take away.
var stack = map[string]string{
	"m.zed": `S == [q : seq ℤ]

Push == [ΔS; x? : ℤ | q' = q ⌢ ⟨x?⟩]

Pop == [ΔS; x! : ℤ | q ≠ ⟨⟩ ∧ q' = front q ∧ x! = last q]

Drop == [ΔS | q ≠ ⟨⟩ ∧ q' = tail q]

Clear == [ΔS | q' = ⟨⟩]

Load == [ΔS; s? : seq ℤ | q' = s?]
`,
	"units.yaml": `unit: push
sut: s
z: m.zed
schema: Push
---
unit: pop
sut: s
z: m.zed
schema: Pop
---
unit: drop
sut: s
z: m.zed
schema: Drop
---
unit: clear
sut: s
z: m.zed
schema: Clear
---
unit: load
sut: s
z: m.zed
schema: Load
---
machine: stack
units: [push, pop, drop, clear]
---
machine: loaded
units: [push, pop, load]
`,
	"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: stack\nspecs: [units.yaml]\nsuts: {s: {command: [none]}}\n",
}

// stackOf returns a machine of the project of stacks, and its state at first.
func stackOf(t *testing.T, name string) (*machine.Machine, []machine.State) {
	t.Helper()
	system := configtest.Load(t, stack)
	solver := embedded.New(solve.Options{})
	for _, of := range system.Machines {
		if of.Name != name {
			continue
		}
		m := machine.New(of, oracle.New(system, solver), solver)
		initial, err := m.FindInitial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return m, []machine.State{initial}
	}
	t.Fatalf("there is no machine %s", name)
	return nil, nil
}

// TestFavoured: among 200 sequences of 30 steps there are some in which a collection comes to
// 20 elements, one after the other, although most units take elements away. Without units that
// are favoured there are none.
func TestFavoured(t *testing.T) {
	m, initial := stackOf(t, "stack")
	largest := func(favoured func(*rand.Rand) []bool) int {
		most := 0
		for n := range uint64(200) {
			r, size := rand.New(rand.NewPCG(1, n)), 0
			for _, s := range m.Draw(t.Context(), r, favoured(r), initial, 30) {
				switch m.Units[s.Unit].Name {
				case "push":
					size++
				case "clear":
					size = 0
				default:
					size--
				}
				most = max(most, size)
			}
		}
		return most
	}
	if got := largest(m.DrawFavoured); got < 20 {
		t.Errorf("the largest of 200 stacks has %d elements", got)
	}
	if got := largest(func(*rand.Rand) []bool { return nil }); got >= 20 {
		t.Errorf("the largest of 200 stacks has %d elements where all units are alike", got)
	}
}

// TestLargeInputs: inputs beyond the scope are drawn, as stores need them that grow by doubling
// or pack bits into words.
func TestLargeInputs(t *testing.T) {
	m, initial := stackOf(t, "loaded")
	elements, numbers := map[int]bool{}, map[int64]bool{}
	for n := range uint64(400) {
		for _, s := range m.Draw(t.Context(), rand.New(rand.NewPCG(2, n)), nil, initial, 30) {
			for _, v := range s.Inputs {
				if x, ok := v.Value.Int(); ok {
					numbers[x] = true
				} else if v.Value.Kind() != value.Nothing {
					elements[v.Value.Len()] = true
				}
			}
		}
	}
	for _, size := range []int{0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33} {
		if !elements[size] {
			t.Errorf("no sequence of %d elements was drawn", size)
		}
	}
	for _, n := range []int64{-10, 0, 10, 63, 64, 65, 127, 128, 129, 255, 256, 257} {
		if !numbers[n] {
			t.Errorf("the number %d was not drawn", n)
		}
	}
}
