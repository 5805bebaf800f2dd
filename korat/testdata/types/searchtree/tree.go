// Package searchtree has search trees.
package searchtree

// Tree is a search tree of integers.
type Tree struct {
	root *node
	size int
}

type node struct {
	left, right *node
	info        int
}

// RepOK tells whether the tree is one, of its size, and in order.
func (t *Tree) RepOK() bool {
	if t.root == nil {
		return t.size == 0
	}
	visited := map[*node]bool{t.root: true}
	for work := []*node{t.root}; len(work) > 0; {
		current := work[0]
		work = work[1:]
		for _, child := range []*node{current.left, current.right} {
			if child == nil {
				continue
			}
			if visited[child] {
				return false
			}
			visited[child] = true
			work = append(work, child)
		}
	}
	return len(visited) == t.size && t.root.isOrdered(nil, nil)
}

// isOrdered tells whether all below a node lies between two others, where there are any.
func (n *node) isOrdered(low, high *node) bool {
	if low != nil && n.info <= low.info || high != nil && n.info >= high.info {
		return false
	}
	return (n.left == nil || n.left.isOrdered(low, n)) && (n.right == nil || n.right.isOrdered(n, high))
}
