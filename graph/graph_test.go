package graph

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// read makes a graph of lines "insert: sort err".
func read(text string) *Graph {
	uses := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		name, used, _ := strings.Cut(line, ":")
		uses[strings.TrimSpace(name)] = strings.Fields(used)
	}
	return New(uses)
}

func TestLayers(t *testing.T) {
	for _, test := range []struct{ name, uses, want string }{
		{"the paper's list", "insert: sort\nsort:\nerr:", "err sort | insert"},
		{"fewest used units first", "b:\nc:\nd:\nA: b c d\nz: b", "b c d | z A"},
		{"longest path", "a: b c\nb: c\nc:", "c | b | a"},
		{"a used unit that is not a key", "a: b", "b | a"},
		{"repetitions", "a: b b\nc: b\n b:", "b | a c"},
		{"used units that are not keys", "c: b a", "a b | c"},
		{"nothing", "a:", "a"},
	} {
		layers, err := read(test.uses).Layers()
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		var parts []string
		for _, l := range layers {
			parts = append(parts, strings.Join(l, " "))
		}
		if got := strings.Join(parts, " | "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	if layers, err := New(nil).Layers(); err != nil || len(layers) != 0 {
		t.Errorf("no units: %v, %v", layers, err)
	}
}

func TestCycles(t *testing.T) {
	for _, test := range []struct{ name, uses, chain, cut string }{
		{"two", "insert: sort\nsort: insert", "insert uses sort\nsort uses insert", "sort uses insert"},
		{"itself", "a: a\nb: a", "a uses a", "a uses a"},
		{"the shortest", "a: b d\nb: c\nc: a\nd: a\ne: a", "a uses d\nd uses a", "c uses a, d uses a"},
		{"not through the first unit", "a: b\nb: c\nc: b", "b uses c\nc uses b", "c uses b"},
		{"one edge in common", "a: b c d\nb: z\nc: z\nd: z\nz: a", "a uses b\nb uses z\nz uses a", "z uses a"},
	} {
		g := read(test.uses)
		_, err := g.Layers()
		var cycle *CycleError
		if !errors.As(err, &cycle) || cycle != g.cycle {
			t.Fatalf("%s: %v", test.name, err)
		}
		if want := "the uses relation has a cycle:\n" + test.chain + "\nthe cheapest cut: " +
			test.cut; err.Error() != want {
			t.Errorf("%s: got %s, want %s", test.name, err, want)
		}
		var cut []string
		for _, e := range g.breakCycles() {
			cut = append(cut, e.String())
		}
		if got := strings.Join(cut, ", "); got != test.cut {
			t.Errorf("%s: cut %s, want %s", test.name, got, test.cut)
		}
		if g.Families("a") != nil {
			t.Errorf("%s: families without layers", test.name)
		}
	}
}

func drawUses(t *rapid.T, acyclic bool) map[string][]string {
	uses := map[string][]string{}
	n := rapid.IntRange(1, 12).Draw(t, "units")
	for i := range n {
		last := n - 1
		if acyclic {
			last = i - 1
		}
		uses[name(i)] = nil
		if last < 0 {
			continue
		}
		for _, j := range rapid.SliceOfN(rapid.IntRange(0, last), 0, 4).Draw(t, "uses") {
			uses[name(i)] = append(uses[name(i)], name(j))
		}
	}
	return uses
}

func name(i int) string { return fmt.Sprintf("u%02d", i) }

func TestLayersRespectUses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		uses := drawUses(t, true)
		g := New(uses)
		layers, err := g.Layers()
		if err != nil {
			t.Fatal(err)
		}
		layer := map[string]int{}
		for k, l := range layers {
			for _, u := range l {
				layer[u] = k
			}
		}
		if len(layer) != len(uses) {
			t.Fatalf("%d units in layers, %d in all", len(layer), len(uses))
		}
		for u, used := range uses {
			highest := -1
			distinct := map[string]bool{}
			for _, v := range used {
				highest = max(highest, layer[v])
				distinct[v] = true
			}
			if layer[u] != highest+1 {
				t.Fatalf("%s in layer %d uses up to layer %d", u, layer[u], highest)
			}
			sum := 0
			for _, n := range g.Families(u) {
				sum += n
			}
			if sum != len(distinct) {
				t.Fatalf("the families of %s sum to %d, it uses %d", u, sum, len(distinct))
			}
		}
	})
}

func TestBreakCyclesLeavesAHierarchy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		uses := drawUses(t, false)
		g := New(uses)
		cut := g.breakCycles()
		if (g.cycle == nil) != (len(cut) == 0) {
			t.Fatalf("cycle %v, cut %v", g.cycle, cut)
		}
		if c := g.cycle; c != nil {
			for _, e := range c.Edges() {
				if !slices.Contains(uses[e.Unit], e.Uses) {
					t.Fatalf("%s is not an edge", e)
				}
			}
		}
		without := func(gone []Edge) *Graph {
			rest := map[string][]string{}
			for u, used := range uses {
				rest[u] = nil
				for _, v := range used {
					if !slices.Contains(gone, Edge{u, v}) {
						rest[u] = append(rest[u], v)
					}
				}
			}
			return New(rest)
		}
		if c := without(cut).cycle; c != nil {
			t.Fatalf("cutting %v leaves %v", cut, c)
		}
		for i := range cut {
			if without(slices.Delete(slices.Clone(cut), i, i+1)).cycle == nil {
				t.Fatalf("cutting %v need not cut %v", cut, cut[i])
			}
		}
	})
}

// The smallest cut is held against all orders of the units: what goes backward in one
// is a cut.
func TestBreakCyclesIsCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 6
		uses := map[string][]string{}
		var edges [][2]int
		for i := range n {
			for _, j := range rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 4).Draw(t, "uses") {
				if e := [2]int{i, j}; !slices.Contains(edges, e) {
					edges = append(edges, e)
					uses[fmt.Sprint(i)] = append(uses[fmt.Sprint(i)], fmt.Sprint(j))
				}
			}
		}
		least := len(edges)
		var orders func(place []int)
		orders = func(place []int) {
			if len(place) == n {
				back := 0
				for _, e := range edges {
					if slices.Index(place, e[1]) <= slices.Index(place, e[0]) {
						back++
					}
				}
				least = min(least, back)
				return
			}
			for i := range n {
				if !slices.Contains(place, i) {
					orders(append(place, i))
				}
			}
		}
		orders(nil)
		if cut := New(uses).breakCycles(); len(cut) != least {
			t.Fatalf("of %v the cut is %v, and there is one of %d", uses, cut, least)
		}
	})
}

// The order of as many units as are ordered exactly, and of one more.
func TestBreakCyclesAtTheLimit(t *testing.T) {
	for _, n := range []int{exactUnits, exactUnits + 1} {
		uses := map[string][]string{}
		for i := range n {
			uses[fmt.Sprintf("u%02d", i)] = []string{fmt.Sprintf("u%02d", (i+1)%n)}
		}
		if cut := New(uses).breakCycles(); len(cut) != 1 {
			t.Errorf("a ring of %d units: cut %v", n, cut)
		}
	}
}

func BenchmarkLayers(b *testing.B) {
	const units = 100_000
	uses := make(map[string][]string, units)
	for i := range units {
		uses[fmt.Sprint("unit", i)] = nil
		for j := 1; j <= 10 && i > 8; j++ {
			used := (i*7919 + j*104729) % (i * 7 / 8)
			uses[fmt.Sprint("unit", i)] = append(uses[fmt.Sprint("unit", i)], fmt.Sprint("unit", used))
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(uses).Layers(); err != nil {
			b.Fatal(err)
		}
	}
}
