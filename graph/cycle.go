package graph

import (
	"sort"
	"strings"

	"gonum.org/v1/gonum/graph/topo"
)

// CycleError says that units use each other, so that none of them can be
// tested first. Parnas restricts uses to a hierarchy.
type CycleError struct {
	Chain []string // each unit uses the next one, and the last the first
}

// Error spells the cycle, one edge a line.
func (e *CycleError) Error() string {
	var b strings.Builder
	b.WriteString("the uses relation has a cycle:")
	for _, edge := range e.Edges() {
		b.WriteString("\n" + edge.String())
	}
	return b.String()
}

// Edges returns the edges of the cycle in order.
func (e *CycleError) Edges() []Edge {
	out := make([]Edge, len(e.Chain))
	for i, name := range e.Chain {
		out[i] = Edge{name, e.Chain[(i+1)%len(e.Chain)]}
	}
	return out
}

// components returns the sets of units that use each other, each sorted, in
// the order of their first members. Units on no cycle are left out.
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

// shortestCycle returns a shortest cycle through the first unit, by name, that
// lies on one: it searches breadth first until it is back there.
func (g *Graph) shortestCycle() []string {
	start := g.components()[0][0]
	parent := map[int]int{}
	queue := []int{start}
	for {
		u := queue[0]
		queue = queue[1:]
		for _, v := range g.uses.of(u) {
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

// BreakCycles proposes a small set of uses whose removal leaves a hierarchy;
// none of them can be left out of the set. They are sorted. The order of units
// that it keeps is that of Eades, Lin and Smyth, "A fast and effective
// heuristic for the feedback arc set problem", so the set is small but not
// always the smallest. The time is quadratic in the number of units that use
// each other.
func (g *Graph) BreakCycles() []Edge {
	var cut []Edge
	for _, members := range g.components() {
		c := newComponent(g.uses, members)
		for _, e := range c.restore(c.backward(c.sequence())) {
			cut = append(cut, Edge{g.names[members[e[0]]], g.names[members[e[1]]]})
		}
	}
	sort.Slice(cut, func(i, j int) bool {
		if cut[i].Unit != cut[j].Unit {
			return cut[i].Unit < cut[j].Unit
		}
		return cut[i].Uses < cut[j].Uses
	})
	return cut
}

// component is a strongly connected set of units, numbered from 0.
type component struct{ out, in [][]int }

func newComponent(uses adjacency, members []int) *component {
	local := make(map[int32]int, len(members))
	for i, m := range members {
		local[int32(m)] = i
	}
	c := &component{out: make([][]int, len(members)), in: make([][]int, len(members))}
	for i, m := range members {
		for _, v := range uses.of(m) {
			if j, ok := local[v]; ok {
				c.out[i] = append(c.out[i], j)
				c.in[j] = append(c.in[j], i)
			}
		}
	}
	return c
}

// sequence returns the place of each unit in an order in which few edges go
// backward: sinks go to the end, sources to the front, and where there is
// neither, the unit with the largest surplus of uses goes to the front.
func (c *component) sequence() []int {
	n := len(c.out)
	place := make([]int, n)
	surplus := make([]int, n)
	out, in := make([]int, n), make([]int, n)
	left := make([]bool, n)
	for i := range n {
		out[i], in[i], left[i] = len(c.out[i]), len(c.in[i]), true
	}
	front, back := 0, n-1
	for range n {
		best := -1
		for i := range n {
			if !left[i] {
				continue
			}
			surplus[i] = out[i] - in[i]
			if out[i] == 0 {
				best = i
				break
			}
			if in[i] == 0 {
				surplus[i] = n + 1
			}
			if best < 0 || surplus[i] > surplus[best] {
				best = i
			}
		}
		left[best] = false
		if out[best] == 0 {
			place[best] = back
			back--
		} else {
			place[best] = front
			front++
		}
		for _, j := range c.out[best] {
			in[j]--
		}
		for _, j := range c.in[best] {
			out[j]--
		}
	}
	return place
}

// backward takes the edges that go backward out of the component and returns
// them.
func (c *component) backward(place []int) [][2]int {
	var cut [][2]int
	for i := range c.out {
		var kept []int
		for _, j := range c.out[i] {
			if place[j] <= place[i] {
				cut = append(cut, [2]int{i, j})
			} else {
				kept = append(kept, j)
			}
		}
		c.out[i] = kept
	}
	return cut
}

// restore puts edges back that close no cycle, and returns the others.
func (c *component) restore(cut [][2]int) [][2]int {
	var rest [][2]int
	for _, e := range cut {
		if c.reaches(e[1], e[0]) {
			rest = append(rest, e)
		} else {
			c.out[e[0]] = append(c.out[e[0]], e[1])
		}
	}
	return rest
}

func (c *component) reaches(from, to int) bool {
	seen := make([]bool, len(c.out))
	stack := []int{from}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if u == to {
			return true
		}
		if seen[u] {
			continue
		}
		seen[u] = true
		stack = append(stack, c.out[u]...)
	}
	return false
}
