// Package btree has B-trees of order 3.
package btree

const order = 3

// Tree is a B-tree whose nodes have up to three children.
type Tree struct{ root *node }

type node struct {
	keys     []int
	children []*node
}

// RepOK tells whether the tree is a B-tree.
func (t *Tree) RepOK() bool {
	if t.root == nil {
		return true
	}
	depth := -1
	return t.root.isBelow(map[*node]bool{}, 0, &depth, -1, 1<<30, true)
}

func (n *node) isBelow(visited map[*node]bool, level int, depth *int, low, high int, root bool) bool {
	if n == nil || visited[n] {
		return false
	}
	visited[n] = true
	if len(n.keys) < 1 || len(n.keys) > order-1 {
		return false
	}
	for _, k := range n.keys {
		if k <= low || k >= high {
			return false
		}
		low = k
	}
	if len(n.children) == 0 {
		if *depth < 0 {
			*depth = level
		}
		return *depth == level
	}
	if len(n.children) != len(n.keys)+1 {
		return false
	}
	from := -1
	for i, c := range n.children {
		to := high
		if i < len(n.keys) {
			to = n.keys[i]
		}
		if i == 0 {
			from = lowOf(low, n.keys, 0)
		}
		if !c.isBelow(visited, level+1, depth, from, to, false) {
			return false
		}
		from = to
	}
	return true
}

// lowOf returns what is below the keys of a child: for the first, nothing is known but the bound of its parent.
func lowOf(int, []int, int) int { return -1 }
