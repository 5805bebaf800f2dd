package rbtree

import "fmt"

// RepOK tells what is wrong with a tree, or nothing: its shape, its keys, and its colours.
func (t *Tree) RepOK() error {
	if t.root == nil {
		if t.size != 0 {
			return fmt.Errorf("an empty tree has the size %d", t.size)
		}
		return nil
	}
	if t.root.parent != nil {
		return fmt.Errorf("the root has a parent")
	}
	if n, err := t.root.shape(map[*node]bool{}); err != nil || n != t.size {
		return orSize(err, n)
	}
	if err := t.root.keys(nil, nil); err != nil {
		return err
	}
	if t.root.red {
		return fmt.Errorf("the root is red")
	}
	_, err := t.root.colours()
	return err
}

func orSize(err error, n int) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("there are %d nodes, which is not the size", n)
}

// shape returns how many nodes there are below a node, itself included.
func (n *node) shape(visited map[*node]bool) (int, error) {
	if visited[n] {
		return 0, fmt.Errorf("a node is met twice")
	}
	visited[n] = true
	size := 1
	for _, child := range []*node{n.left, n.right} {
		if child == nil {
			continue
		}
		if child.parent != n {
			return 0, fmt.Errorf("a node is not the parent of its child")
		}
		below, err := child.shape(visited)
		if err != nil {
			return 0, err
		}
		size += below
	}
	return size, nil
}

// keys looks whether the keys are in order, and between those of two nodes.
func (n *node) keys(above, below *node) error {
	if above != nil && n.key <= above.key || below != nil && n.key >= below.key {
		return fmt.Errorf("the key %d is not in order", n.key)
	}
	if n.left != nil {
		if err := n.left.keys(above, n); err != nil {
			return err
		}
	}
	if n.right != nil {
		return n.right.keys(n, below)
	}
	return nil
}

// colours returns how many black nodes there are on each way down.
func (n *node) colours() (int, error) {
	var black [2]int
	for i, child := range []*node{n.left, n.right} {
		if child == nil {
			continue
		}
		if n.red && child.red {
			return 0, fmt.Errorf("the red node %d has the red child %d", n.key, child.key)
		}
		var err error
		if black[i], err = child.colours(); err != nil {
			return 0, err
		}
	}
	if black[0] != black[1] {
		return 0, fmt.Errorf("below the node %d there are %d and %d black nodes on a way", n.key, black[0], black[1])
	}
	if n.red {
		return black[0], nil
	}
	return black[0] + 1, nil
}
