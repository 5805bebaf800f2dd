package graph

import (
	"sort"
	"strings"

	"gonum.org/v1/gonum/graph/topo"
)

// CycleError says that units use each other, so that none of them can be
// tested first. Parnas restricts uses to a hierarchy.
type CycleError struct {
	Chain []string // each unit uses the next one, and the last one uses the first
	// Cut is a smallest set of uses without which the relation is a hierarchy. It
	// breaks all cycles of the relation, not only Chain.
	Cut []Edge
}

// Error returns the edges of the cycle, one a line, and then the cut.
func (e *CycleError) Error() string {
	var b strings.Builder
	b.WriteString("the uses relation has a cycle:")
	for _, edge := range e.Edges() {
		b.WriteString("\n" + edge.String())
	}
	b.WriteString("\n" + e.Advice())
	return b.String()
}

// Advice returns the sentence that says which uses to give up so that a hierarchy is
// left.
func (e *CycleError) Advice() string {
	edges := make([]string, len(e.Cut))
	for i, edge := range e.Cut {
		edges[i] = edge.String()
	}
	return "the cheapest cut: " + strings.Join(edges, ", ")
}

// Edges returns the edges of the cycle, in its order.
func (e *CycleError) Edges() []Edge {
	out := make([]Edge, len(e.Chain))
	for i, name := range e.Chain {
		out[i] = Edge{name, e.Chain[(i+1)%len(e.Chain)]}
	}
	return out
}

// components returns the sets of units that use each other, each of them sorted,
// ordered by their first members. Units that lie on no cycle are left out.
func (g *Graph) components() [][]int {
	var out [][]int
	for _, scc := range topo.TarjanSCC(directed{g.uses, g.users}) {
		if len(scc) == 1 && !g.uses.has(int(scc[0].ID()), int(scc[0].ID())) {
			continue
		}
		members := make([]int, len(scc))
		for i, n := range scc {
			members[i] = int(n.ID())
		}
		sort.Ints(members)
		out = append(out, members)
	}
	sort.Slice(out, func(i, j int) bool { return out[i][0] < out[j][0] })
	return out
}

// findShortestCycle returns a shortest cycle through the first unit, by name, that lies on
// a cycle. It searches breadth first from that unit.
func (g *Graph) findShortestCycle() []string {
	start := g.components()[0][0]
	parent := map[int]int{}
	queue := []int{start}
	for {
		u := queue[0]
		queue = queue[1:]
		for _, v := range g.uses.successors(u) {
			v := int(v)
			if v == start {
				return g.chain(parent, start, u)
			}
			if _, seen := parent[v]; !seen {
				parent[v] = u
				queue = append(queue, v)
			}
		}
	}
}

func (g *Graph) chain(parent map[int]int, start, last int) []string {
	chain := []string{g.names[last]}
	for last != start {
		last = parent[last]
		chain = append(chain, g.names[last])
	}
	for i, j := 0, len(chain)-1; i < j; i, j = i+1, j-1 {
		chain[i], chain[j] = chain[j], chain[i]
	}
	return chain
}
