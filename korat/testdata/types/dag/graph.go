// Package dag has directed graphs without cycles, whose nodes are numbers.
package dag

// Graph is a directed graph: the nodes to which edges lead, by the node from which they come.
type Graph struct {
	children [][]int
}

// RepOK tells whether the graph is as Korat's example has it: without a cycle, an edge that comes twice and a node
// without edges; nodes to which edges lead are numbered as they are met, and the edges of a node are in order of how
// many ways lead on from there, the most first.
func (g *Graph) RepOK() bool {
	weights := []int{}
	met, greatest := map[int]bool{}, -1
	for i, children := range g.children {
		weight := 1
		for k, child := range children {
			if child >= i || child > greatest+1 { // what is numbered so has no cycle
				return false
			}
			for _, other := range children[:k] {
				if child == other {
					return false
				}
			}
			if k > 0 && weights[child] > weights[children[k-1]] {
				return false
			}
			met[i], met[child], greatest = true, true, max(greatest, child)
			weight += weights[child]
		}
		weights = append(weights, weight)
	}
	return len(met) == len(g.children)
}
