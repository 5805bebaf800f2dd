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
	return t.root.isBelow(map[*node]bool{}, 0, &depth, -1, 1<<30)
}

func (n *node) isBelow(visited map[*node]bool, level int, depth *int, low, high int) bool {
	if n == nil || visited[n] {
		return false
	}
	visited[n] = true
	if len(n.keys) < 1 || len(n.keys) > order-1 {
		return false
	}
	last := low
	for _, k := range n.keys {
		if k <= last || k >= high {
			return false
		}
		last = k
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
	from := low
	for i, c := range n.children {
		to := high
		if i < len(n.keys) {
			to = n.keys[i]
		}
		if !c.isBelow(visited, level+1, depth, from, to) {
			return false
		}
		from = to
	}
	return true
}
