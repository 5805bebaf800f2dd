package fsm

import "iter"

// tree are sequences of inputs from the initial state of a machine, in which common
// beginnings are shared. Its nodes are numbers, the root is 0.
type tree struct {
	*table
	nodes []node
	// wide has, for nodes with many children, the child by each input.
	wide []int32
	most int // how many nodes it may have
	full bool
}

// node is the end of a sequence of inputs.
type node struct {
	state, input int32 // the input is that which led to it
	child, next  int32 // the first child and the next sibling; 0 where there is none
	children     int32
	wide         int32 // where its children are in tree.wide, counted from 1; 0 where they are few
}

// few is how many children of a node are searched one after the other.
const few = 4

func newTree(t *table, initial, most int) *tree {
	return &tree{table: t, nodes: []node{{state: int32(initial)}}, most: most}
}

func (t *tree) state(n int) int { return int(t.nodes[n].state) }

// find returns the node behind another one and an input; 0 where there is none.
func (t *tree) find(n, input int) int {
	if w := t.nodes[n].wide; w > 0 {
		return int(t.wide[int(w)-1+input])
	}
	for c := t.nodes[n].child; c != 0; c = t.nodes[c].next {
		if int(t.nodes[c].input) == input {
			return int(c)
		}
	}
	return 0
}

// add returns the node behind another one and an input that is specified there, a new one
// where there is none. A tree that is full returns the node itself.
func (t *tree) add(n, input int) int {
	if c := t.find(n, input); c != 0 {
		return c
	}
	if len(t.nodes) > t.most {
		t.full = true
		return n
	}
	next, _ := t.step(t.state(n), input)
	c := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{state: int32(next), input: int32(input), next: t.nodes[n].child})
	t.nodes[n].child = c
	t.nodes[n].children++
	switch w := t.nodes[n].wide; {
	case w > 0:
		t.wide[int(w)-1+input] = c
	case t.nodes[n].children > few:
		t.widen(n)
	}
	return int(c)
}

// widen lists the children of a node by their inputs.
func (t *tree) widen(n int) {
	from := len(t.wide)
	t.nodes[n].wide = int32(from) + 1
	t.wide = append(t.wide, make([]int32, t.inputs)...)
	for c := t.nodes[n].child; c != 0; c = t.nodes[c].next {
		t.wide[from+int(t.nodes[c].input)] = c
	}
}

// areSeparated tells whether some sequence behind each of two nodes tells their states apart.
func (t *tree) areSeparated(a, b int) bool {
	if t.nodes[a].children > t.nodes[b].children {
		a, b = b, a
	}
	stateA, stateB := t.state(a), t.state(b)
	if stateA == stateB {
		return false
	}
	if t.view(stateA) != t.view(stateB) {
		return true
	}
	for c := t.nodes[a].child; c != 0; c = t.nodes[c].next {
		i := int(t.nodes[c].input)
		d := t.find(b, i)
		if d == 0 {
			continue
		}
		_, outputA := t.step(stateA, i)
		if _, outputB := t.step(stateB, i); outputA != outputB || t.areSeparated(int(c), d) {
			return true
		}
	}
	return false
}

// sequences yields the inputs of each sequence that is not the beginning of another one.
// The slice is only valid until the next is asked for.
func (t *tree) sequences() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var inputs []int
		var walk func(n int) bool
		walk = func(n int) bool {
			if t.nodes[n].child == 0 {
				return yield(inputs)
			}
			for c := t.nodes[n].child; c != 0; c = t.nodes[c].next {
				inputs = append(inputs, int(t.nodes[c].input))
				if !walk(int(c)) {
					return false
				}
				inputs = inputs[:len(inputs)-1]
			}
			return true
		}
		walk(0)
	}
}
