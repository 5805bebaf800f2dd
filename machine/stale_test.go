package machine

import (
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestGivesUp: from the states that seem nearest, no more steps are tried than maxStale once none leads nearer, though
// new states are met without an end; as long as some do, all of maxGreedy may be.
func TestGivesUp(t *testing.T) {
	t.Parallel()
	system := configtest.Load(t, map[string]string{
		"m.zed": "S == [n, shut : ℤ]\n\nInit == [S' | n' = 0 ∧ shut' = 0]\n\n" +
			"Up == [ΔS | n' = n + 1 ∧ shut' = shut]\n",
		"units.yaml": "unit: up\nsut: s\nz: m.zed\nschema: Up\n---\nmachine: m\n",
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [units.yaml]\nsuts: {s: {command: [none]}}\n" +
			"init: Init\n",
	})
	solver := embedded.New(solve.Options{})
	m := New(system.Machines[0], oracle.New(system, solver), solver)
	from, err := m.FindInitial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		goal     State
		from, to int // how many steps are tried; goals are of n and shut
	}{
		{State{{}, value.OfInt(1)}, maxStale, maxStale + 10},
		{State{value.OfInt(1_000_000), value.OfInt(1)}, maxGreedy, maxGreedy},
	} {
		r := &reaching{machine: m, goal: c.goal, nearest: from, distance: distance(from, c.goal), left: maxGreedy}
		r.prepare(from)
		if n := r.search(t.Context(), from, true); n != nil {
			t.Fatalf("a way was found: %v", n.steps())
		}
		if tried := maxGreedy - max(0, r.left); tried < c.from || tried > c.to {
			t.Errorf("%d steps were tried, want %d to %d", tried, c.from, c.to)
		}
	}
}
