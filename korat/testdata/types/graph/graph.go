// Package graph has graphs as maps.
package graph

// Graph is an undirected graph without loops, as a map of each node's neighbours.
type Graph struct {
	adjacent map[*Node]map[*Node]bool
}

// Node is a node.
type Node struct{ color int }

// RepOK tells whether each edge has two directions, and its ends have different colors.
func (g *Graph) RepOK() bool {
	for n, neighbours := range g.adjacent {
		for m, is := range neighbours {
			if !is || m == n || m.color == n.color {
				return false
			}
			if back, known := g.adjacent[m]; !known || !back[n] {
				return false
			}
		}
	}
	return true
}

// Numbered is a directed graph without cycles on numbers.
type Numbered struct{ edges map[int][]int }

// RepOK tells whether edges lead from smaller to greater nodes that are there, and none is there twice.
func (g *Numbered) RepOK() bool {
	for from, all := range g.edges {
		last := from
		for _, to := range all {
			if to <= last {
				return false
			}
			if _, is := g.edges[to]; !is {
				return false
			}
			last = to
		}
	}
	return true
}
