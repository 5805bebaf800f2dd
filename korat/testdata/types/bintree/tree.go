// Package bintree has binary trees that know their size.
package bintree

// Tree is a binary tree.
type Tree struct {
	root *node
	size int
}

type node struct {
	left, right *node
}

// RepOK tells whether the tree is one.
func (t *Tree) RepOK() bool {
	if t.root == nil {
		return t.size == 0
	}
	visited := map[*node]bool{t.root: true}
	work := []*node{t.root}
	for len(work) > 0 {
		current := work[0]
		work = work[1:]
		if current.left != nil {
			if visited[current.left] {
				return false
			}
			visited[current.left] = true
			work = append(work, current.left)
		}
		if current.right != nil {
			if visited[current.right] {
				return false
			}
			visited[current.right] = true
			work = append(work, current.right)
		}
	}
	return len(visited) == t.size
}
