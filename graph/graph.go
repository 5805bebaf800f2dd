package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"
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
	g := &Graph{index: make(map[string]int, len(uses)), names: slices.Sorted(maps.Keys(uses))}
	for i, name := range g.names {
		g.index[name] = i
	}
	g.uses = g.makeAdjacency(uses)
	g.users = g.uses.reverse()
	g.setLayers()
	return g
}

// makeAdjacency looks each used unit up once: there may be millions. Those that are not keys are numbered after the
// others first.
func (g *Graph) makeAdjacency(uses map[string][]string) adjacency {
	keys, edges := len(g.names), 0
	for _, used := range uses {
		edges += len(used)
	}
	a := adjacency{first: make([]int32, 1, len(g.names)+1), to: make([]int32, 0, edges)}
	for _, name := range g.names[:keys] {
		for _, used := range uses[name] {
			i, known := g.index[used]
			if !known {
				i = len(g.names)
				g.index[used] = i
				g.names = append(g.names, used)
			}
			a.to = append(a.to, int32(i))
		}
		a.first = append(a.first, int32(len(a.to)))
	}
	if len(g.names) > keys {
		return g.renumber(a)
	}
	return a.compact()
}

// renumber gives all units the numbers of their places in the order of names.
func (g *Graph) renumber(a adjacency) adjacency {
	order := make([]int, len(g.names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(g.names[i], g.names[j]) })
	names, number := make([]string, len(order)), make([]int32, len(order))
	out := adjacency{first: make([]int32, 1, len(order)+1), to: make([]int32, 0, len(a.to))}
	for n, i := range order {
		names[n], number[i] = g.names[i], int32(n)
		g.index[g.names[i]] = n
	}
	for _, i := range order {
		if i < a.size() {
			for _, j := range a.successors(i) {
				out.to = append(out.to, number[j])
			}
		}
		out.first = append(out.first, int32(len(out.to)))
	}
	g.names = names
	return out.compact()
}

// setLayers sets the layer of each unit, or the cycle that prevents layers. A unit is taken when all that it uses has
// its layer; those that are left are in cycles, or use what is.
func (g *Graph) setLayers() {
	n := len(g.names)
	layer, left := make([]int, n), make([]int32, n)
	ready := make([]int32, 0, n)
	for i := range n {
		if left[i] = int32(len(g.uses.successors(i))); left[i] == 0 {
			ready = append(ready, int32(i))
		}
	}
	for k := 0; k < len(ready); k++ {
		v := int(ready[k])
		for _, u := range g.users.successors(v) {
			layer[u] = max(layer[u], layer[v]+1)
			if left[u]--; left[u] == 0 {
				ready = append(ready, u)
			}
		}
	}
	if len(ready) == n {
		g.layer = layer
		return
	}
	g.cycle = &CycleError{Chain: g.findShortestCycle(), Cut: g.breakCycles()}
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
		slices.SortStableFunc(layer, func(i, j int) int {
			return cmp.Compare(len(g.uses.successors(i)), len(g.uses.successors(j)))
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
