package graph

import (
	"slices"
	"sort"

	"gonum.org/v1/gonum/graph/topo"
)

// Graph is a uses relation over unit names. It never changes once made, and
// may be read from several goroutines.
type Graph struct {
	names []string // sorted
	index map[string]int
	uses  adjacency // from a unit to the units that it uses
	users adjacency // from a unit to the units that use it
	layer []int     // of each unit; nil where the relation has a cycle
	cycle *CycleError
}

// Edge says that a unit uses another.
type Edge struct{ Unit, Uses string }

// String returns "insert uses sort".
func (e Edge) String() string { return e.Unit + " uses " + e.Uses }

// New returns the graph of a uses relation, given as the used units by unit.
// A used unit that is not a key is a unit that uses nothing. Repetitions count
// once.
func New(uses map[string][]string) *Graph {
	g := &Graph{index: make(map[string]int, len(uses))}
	for name, used := range uses {
		g.index[name] = 0
		for _, u := range used {
			g.index[u] = 0
		}
	}
	g.names = make([]string, 0, len(g.index))
	for name := range g.index {
		g.names = append(g.names, name)
	}
	sort.Strings(g.names)
	for i, name := range g.names {
		g.index[name] = i
	}
	g.uses = g.makeAdjacency(uses)
	g.users = g.uses.reverse()
	g.setLayers()
	return g
}

func (g *Graph) makeAdjacency(uses map[string][]string) adjacency {
	a := adjacency{first: make([]int32, 1, len(g.names)+1)}
	for _, name := range g.names {
		start := len(a.to)
		for _, used := range uses[name] {
			a.to = append(a.to, int32(g.index[used]))
		}
		slices.Sort(a.to[start:])
		a.to = a.to[:start+len(slices.Compact(a.to[start:]))]
		a.first = append(a.first, int32(len(a.to)))
	}
	return a
}

// setLayers sets the layer of each unit, or the cycle that prevents layers. A unit that
// uses itself is a cycle, which gonum's topological sort does not report.
func (g *Graph) setLayers() {
	sorted, err := topo.Sort(directed{g.uses, g.users})
	if err != nil {
		g.cycle = &CycleError{Chain: g.findShortestCycle(), Cut: g.breakCycles()}
		return
	}
	for i := range g.names {
		if g.uses.has(i, i) {
			g.cycle = &CycleError{Chain: []string{g.names[i]}, Cut: g.breakCycles()}
			return
		}
	}
	g.layer = make([]int, len(g.names))
	for i := len(sorted) - 1; i >= 0; i-- {
		u := int(sorted[i].ID())
		for _, v := range g.uses.successors(u) {
			g.layer[u] = max(g.layer[u], g.layer[v]+1)
		}
	}
}

// Layers returns the units in the order of testing, as section 5 of Cristiá,
// Mesuro and Frydman has it: the units of layer 0 use nothing; those of layer
// k use units of lower layers, at least one of them of layer k−1. Within a
// layer, units that use fewer units come first, and units that use equally
// many are sorted by name. The error is a *CycleError.
func (g *Graph) Layers() ([][]string, error) {
	if g.cycle != nil {
		return nil, g.cycle
	}
	var layers [][]int
	for i, k := range g.layer {
		for len(layers) <= k {
			layers = append(layers, nil)
		}
		layers[k] = append(layers[k], i)
	}
	out := make([][]string, len(layers))
	for k, layer := range layers {
		sort.SliceStable(layer, func(i, j int) bool {
			return len(g.uses.successors(layer[i])) < len(g.uses.successors(layer[j]))
		})
		out[k] = make([]string, len(layer))
		for i, u := range layer {
			out[k][i] = g.names[u]
		}
	}
	return out, nil
}

// Families returns, for each layer, how many units of it a unit uses directly: a unit
// of layer k belongs to the family U_k^i(j) of Cristiá, Mesuro and Frydman, section 5,
// for each entry i: j. Layers of which it uses nothing are left out. The map is nil for
// a name that is not a unit, and where the relation has a cycle.
func (g *Graph) Families(unit string) map[int]int {
	u, ok := g.index[unit]
	if !ok || g.layer == nil {
		return nil
	}
	out := map[int]int{}
	for _, v := range g.uses.successors(u) {
		out[g.layer[v]]++
	}
	return out
}
