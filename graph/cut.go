package graph

import (
	"math"
	"math/bits"
	"sort"
)

// breakCycles returns the smallest set of uses whose removal leaves a hierarchy,
// sorted. It is the smallest for sets of up to exactUnits units that use each other.
// For larger sets it is the set of Eades, Lin and Smyth, "A fast and effective
// heuristic for the feedback arc set problem", of which no edge can be left out, but
// which is not always the smallest; the time for it is quadratic in the number of
// units.
func (g *Graph) breakCycles() []Edge {
	var cut []Edge
	for _, members := range g.components() {
		c := newComponent(g.uses, members)
		order := c.sequence
		if len(members) <= exactUnits {
			order = c.best
		}
		for _, e := range c.restore(c.removeBackward(order())) {
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

// component is a strongly connected set of units, which are numbered from 0, with the
// uses among them.
type component struct{ out, in [][]int }

func newComponent(uses adjacency, members []int) *component {
	local := make(map[int32]int, len(members))
	for i, m := range members {
		local[int32(m)] = i
	}
	c := &component{out: make([][]int, len(members)), in: make([][]int, len(members))}
	for i, m := range members {
		for _, v := range uses.successors(m) {
			if j, ok := local[v]; ok {
				c.out[i] = append(c.out[i], j)
				c.in[j] = append(c.in[j], i)
			}
		}
	}
	return c
}

// exactUnits is the largest number of units that use each other for which the smallest
// cut is computed. Time and memory double with each further unit.
const exactUnits = 16

// best returns the place of each unit in an order in which as few edges as possible go
// backward. It computes, for each set of units, the fewest backward edges of an order
// that begins with that set (Lawler, "A comment on minimum feedback arc sets"). Of two
// units that may both be the last of a set, the later one is taken.
func (c *component) best() []int {
	n := len(c.out)
	uses := make([]uint, n)
	for i, out := range c.out {
		for _, j := range out {
			uses[i] |= 1 << j
		}
	}
	cost, last := make([]int, 1<<n), make([]int8, 1<<n)
	for set := uint(1); set < 1<<n; set++ {
		cost[set] = math.MaxInt
		for i := range n {
			if set&(1<<i) == 0 {
				continue
			}
			if back := cost[set&^(1<<i)] + bits.OnesCount(uses[i]&set); back <= cost[set] {
				cost[set], last[set] = back, int8(i)
			}
		}
	}
	place := make([]int, n)
	for set, at := uint(1)<<n-1, n-1; set != 0; at-- {
		i := last[set]
		place[i] = at
		set &^= 1 << i
	}
	return place
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

// removeBackward removes the edges that go backward in the order from the component, and
// returns them.
func (c *component) removeBackward(place []int) [][2]int {
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

// restore puts back those of the edges that close no cycle, and returns the others.
func (c *component) restore(cut [][2]int) [][2]int {
	var rest [][2]int
	for _, e := range cut {
		if c.leadsTo(e[1], e[0]) {
			rest = append(rest, e)
		} else {
			c.out[e[0]] = append(c.out[e[0]], e[1])
		}
	}
	return rest
}

func (c *component) leadsTo(from, to int) bool {
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
