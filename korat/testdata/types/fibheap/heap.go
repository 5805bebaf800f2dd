// Package fibheap has Fibonacci heaps.
package fibheap

// Heap is a Fibonacci heap: rings of nodes, each with a ring of children.
type Heap struct {
	nodes, min *node
	size       int
}

type node struct {
	key, degree                int
	parent, child, left, right *node
}

// RepOK tells whether the heap is one.
func (h *Heap) RepOK() bool {
	if h.nodes == nil || h.min == nil {
		return h.nodes == nil && h.min == nil && h.size == 0
	}
	visited := map[*node]bool{}
	if !h.nodes.isRing(visited, nil) || !h.nodes.has(h.min) || len(visited) != h.size {
		return false
	}
	if !h.nodes.hasDegrees() || !h.nodes.isHeap() {
		return false
	}
	return h.nodes.least() == h.min.key
}

// isRing tells whether the nodes beside n, and all below them, are linked both ways and met once.
func (n *node) isRing(visited map[*node]bool, parent *node) bool {
	for current := n; ; {
		if current.parent != parent || visited[current] {
			return false
		}
		visited[current] = true
		if current.child != nil && !current.child.isRing(visited, current) {
			return false
		}
		if current.right == nil || current.right.left != current {
			return false
		}
		if current = current.right; current == n {
			return true
		}
	}
}

func (n *node) has(m *node) bool {
	for current := n; ; {
		if current == m {
			return true
		}
		if current = current.right; current == n {
			return false
		}
	}
}

// hasDegrees tells whether the degrees of the ring, and below, are the numbers of children.
func (n *node) hasDegrees() bool {
	for current := n; ; {
		children := 0
		if c := current.child; c != nil {
			for children = 1; c.right != current.child; c = c.right {
				children++
			}
		}
		if children != current.degree || current.child != nil && !current.child.hasDegrees() {
			return false
		}
		if current = current.right; current == n {
			return true
		}
	}
}

// isHeap tells whether no child in the ring or below has a smaller key than its parent.
func (n *node) isHeap() bool {
	for current := n; ; {
		key := current.key
		if current.child != nil {
			for c := current.child; ; {
				if c.key < key {
					return false
				}
				if c = c.right; c == current.child {
					break
				}
			}
			if !current.child.isHeap() {
				return false
			}
		}
		if current = current.right; current == n {
			return true
		}
	}
}

func (n *node) least() int {
	least := n.key
	for current := n.right; current != n; current = current.right {
		least = min(least, current.key)
	}
	return least
}
