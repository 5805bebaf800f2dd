package fsm

import (
	"fmt"
	"iter"
)

// Suite are sequences of inputs that every implementation of a machine fails that does not
// conform to it, under the assumptions that Assumes names.
type Suite struct {
	Machine     *Machine // the minimal machine, whose states and inputs the sequences are of
	Extra       int      // how many states more than the machine implementations may have
	Transitions int      // how many transitions the machine has
	Sequences   int
	Steps       int // in all sequences, with those that several begin with counted in each
	tree        *tree
}

// Prove returns a suite for a deterministic machine: each state is reached, each transition
// is tried in it, and what follows is told apart from every other state, by the H method
// (Dorofeeva, El-Fakih, Yevtushenko, An improved conformance testing method), for machines
// with more than 1000 states by harmonised identifiers of states. Where a partial machine
// has states that nothing can tell apart, sequences go on until some set of states that can
// be told apart must have been met twice in the same state of the implementation (Petrenko,
// Yevtushenko, Testing from partial deterministic FSM specifications). The error says that
// several moves are possible, or that the suite has more steps than `most` before common
// beginnings are counted in each sequence.
func Prove(m *Machine, extra, most int) (*Suite, error) { return prove(m, extra, most, maxPaired) }

// prove returns a suite, by the H method for up to so many states as may be paired.
func prove(m *Machine, extra, most, paired int) (*Suite, error) {
	minimal, _, err := m.Minimize()
	if err != nil {
		return nil, err
	}
	b := &building{table: tableOf(minimal), extra: extra}
	b.tree = newTree(b.table, minimal.Initial, most)
	b.cover()
	if b.states <= paired {
		b.pairs = newPairs(b.table)
		b.tellApart()
	} else if err := b.identify(); err != nil {
		return nil, err
	}
	if b.tree.full {
		return nil, fmt.Errorf("a suite for %d states and %d inputs has more than %d steps", b.states, b.inputs, most)
	}
	out := &Suite{Machine: minimal, Extra: extra, tree: b.tree}
	for _, next := range b.next {
		if next >= 0 {
			out.Transitions++
		}
	}
	for inputs := range b.tree.sequences() {
		out.Sequences++
		out.Steps += len(inputs)
	}
	return out, nil
}

// All yields the sequences, each of which is not the beginning of another one. The slice is
// only valid until the next is asked for.
func (s *Suite) All() iter.Seq[[]int] { return s.tree.sequences() }

// building is a suite while it is built.
type building struct {
	*table
	extra    int
	tree     *tree
	reaching []int // the node that reaches each state in the fewest steps
	pairs    *pairs
	apart    [][]bool // sets of states that can be told apart
	sizes    []int    // and how many states each has
}

// cover puts the shortest sequence to each state into the tree.
func (b *building) cover() {
	b.reaching = make([]int, b.states)
	seen := make([]bool, b.states)
	queue := []int{0}
	seen[b.tree.state(0)] = true
	for ; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		b.reaching[b.tree.state(n)] = n
		for i := range b.inputs {
			if next, _ := b.step(b.tree.state(n), i); next >= 0 && !seen[next] {
				seen[next] = true
				queue = append(queue, b.tree.add(n, i))
			}
		}
	}
}

// tellApart goes on from each state as far as implementations may hide extra states, and
// tells all states that are met on the way apart from each other and from those reached by
// the shortest sequences.
func (b *building) tellApart() {
	b.findSets()
	for s := range b.states {
		b.goOn(b.reaching[s], nil)
	}
}

// findSets finds sets of states that can be told apart: one that each state is in.
func (b *building) findSets() {
	in := make([]bool, b.states)
	for s := range b.states {
		if in[s] {
			continue
		}
		set, size := b.pairs.findSeparable(s), 0
		for t, is := range set {
			if is {
				in[t] = true
				size++
			}
		}
		b.apart, b.sizes = append(b.apart, set), append(b.sizes, size)
	}
}

// goOn tries every input behind a node, where path are the nodes behind the shortest
// sequence to a state, up to this node.
func (b *building) goOn(n int, path []int) {
	if b.tree.full || b.isLongEnough(path) {
		return
	}
	for i := range b.inputs {
		if next, _ := b.step(b.tree.state(n), i); next < 0 {
			continue
		}
		c := b.tree.add(n, i)
		for _, r := range b.reaching {
			b.separate(c, r)
		}
		for _, p := range path {
			b.separate(c, p)
		}
		b.goOn(c, append(path[:len(path):len(path)], c))
	}
}

// isLongEnough tells whether an implementation must have been in one of its states twice, with
// what the machine takes for the same state, on a path from one of the states: of a set of
// r states that can be told apart, reached by the shortest sequences, the path has met so
// many more that there are more of them than the implementation has states.
func (b *building) isLongEnough(path []int) bool {
	for k, set := range b.apart {
		met := 0
		for _, n := range path {
			if set[b.tree.state(n)] {
				met++
			}
		}
		if met > b.states+b.extra-b.sizes[k] {
			return true
		}
	}
	return false
}

// separate puts inputs behind two nodes that tell their states apart, where there are such
// inputs, with as few new nodes as can be.
func (b *building) separate(x, y int) {
	s, t := b.tree.state(x), b.tree.state(y)
	if s == t || !b.pairs.areSeparable(s, t) || b.tree.areSeparated(x, y) {
		return
	}
	best := &cheapest{cost: -1}
	b.findCheapest(x, y, best)
	x, y = best.x, best.y
	b.pairs.eachInput(b.tree.state(x), b.tree.state(y), func(i int) { x, y = b.tree.add(x, i), b.tree.add(y, i) })
}

// cheapest are two nodes behind which it costs the fewest new nodes to tell states apart;
// cost is -1 where none were found.
type cheapest struct{ x, y, cost int }

// findCheapest looks for such nodes, behind two given ones by the same inputs.
func (b *building) findCheapest(x, y int, best *cheapest) {
	s, t := b.tree.state(x), b.tree.state(y)
	if s == t || !b.pairs.areSeparable(s, t) {
		return
	}
	cost, atX, atY := 0, x, y
	b.pairs.eachInput(s, t, func(i int) {
		for _, at := range [...]*int{&atX, &atY} {
			if *at >= 0 {
				*at = b.tree.find(*at, i)
			}
			if *at <= 0 {
				*at = -1
				cost++
			}
		}
	})
	if best.cost < 0 || cost < best.cost {
		*best = cheapest{x, y, cost}
	}
	for c := b.tree.nodes[x].child; c != 0; c = b.tree.nodes[c].next {
		if d := b.tree.find(y, int(b.tree.nodes[c].input)); d != 0 {
			b.findCheapest(int(c), d, best)
		}
	}
}
