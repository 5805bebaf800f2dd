// Package rbtree has sets of integers that are kept in a red-black tree: chapter 13 of Cormen, Leiserson, Rivest
// and Stein, with nil for its leaves.
package rbtree

// Tree is a set of integers.
type Tree struct {
	root *node
	size int
}

type node struct {
	key                 int
	red                 bool
	left, right, parent *node
}

// Size returns how many integers there are in the set.
func (t *Tree) Size() int { return t.size }

// Contains tells whether an integer is in the set.
func (t *Tree) Contains(key int) bool { return t.find(key) != nil }

func (t *Tree) find(key int) *node {
	n := t.root
	for n != nil && n.key != key {
		if key < n.key {
			n = n.left
		} else {
			n = n.right
		}
	}
	return n
}

// Insert puts an integer into the set, and tells whether it was not there.
func (t *Tree) Insert(key int) bool {
	var parent *node
	at := &t.root
	for *at != nil {
		parent = *at
		switch {
		case key == parent.key:
			return false
		case key < parent.key:
			at = &parent.left
		default:
			at = &parent.right
		}
	}
	n := &node{key: key, red: true, parent: parent}
	*at = n
	if !has("insert-size") {
		t.size++
	}
	if !has("insert-unbalanced") {
		t.afterInsert(n)
	}
	return true
}

// afterInsert has no red node have a red parent, where n may.
func (t *Tree) afterInsert(n *node) {
	for n.parent != nil && n.parent.red {
		parent, grand := n.parent, n.parent.parent
		uncle, isLeft := grand.right, parent == grand.left
		if !isLeft {
			uncle = grand.left
		}
		if uncle != nil && uncle.red {
			parent.red, uncle.red = false, has("insert-red-uncle")
			grand.red = true
			n = grand
			continue
		}
		if n == parent.inner(isLeft) && !has("insert-inner") {
			t.rotate(parent, isLeft)
			n, parent = parent, n
		}
		parent.red, grand.red = false, true
		t.rotate(grand, !isLeft)
	}
	if !has("insert-red-root") {
		t.root.red = false
	}
}

// inner returns the child that is nearer to the sibling of a node.
func (n *node) inner(isLeft bool) *node {
	if isLeft {
		return n.right
	}
	return n.left
}

// rotate has a child of a node take its place: the right one for a rotation to the left.
func (t *Tree) rotate(n *node, left bool) {
	up := n.left
	if left {
		up = n.right
		n.right = up.left
		if up.left != nil {
			up.left.parent = n
		}
		up.left = n
	} else {
		n.left = up.right
		if up.right != nil && !has("rotate-parent") {
			up.right.parent = n
		}
		up.right = n
	}
	t.replace(n, up)
	n.parent = up
}

// replace has another node, or none, take the place of a node below its parent.
func (t *Tree) replace(n, other *node) {
	switch {
	case n.parent == nil:
		t.root = other
	case n == n.parent.left:
		n.parent.left = other
	default:
		n.parent.right = other
	}
	if other != nil {
		other.parent = n.parent
	}
}

// Remove takes an integer out of the set, and tells whether it was there.
func (t *Tree) Remove(key int) bool {
	n := t.find(key)
	if n == nil {
		return false
	}
	t.size--
	if n.left != nil && n.right != nil { // the next one takes its place, and has no left child
		next := n.right
		for next.left != nil {
			next = next.left
		}
		n.key = next.key
		if has("remove-key") {
			n.key = key
		}
		n = next
	}
	child := n.left
	if child == nil {
		child = n.right
	}
	parent := n.parent
	t.replace(n, child)
	if n.red {
		return true
	}
	if !has("remove-unbalanced") {
		t.afterRemove(child, parent)
	}
	return true
}

// afterRemove has all ways down have equally many black nodes, where those through n, which may be nil, have one less.
func (t *Tree) afterRemove(n, parent *node) {
	for parent != nil && (n == nil || !n.red) {
		isLeft := n == parent.left
		other := parent.inner(isLeft)
		if other.red {
			other.red, parent.red = false, true
			t.rotate(parent, isLeft)
			other = parent.inner(isLeft)
		}
		inner, outer := other.left, other.right
		if !isLeft {
			inner, outer = outer, inner
		}
		if isBlack(inner) && isBlack(outer) {
			other.red = true
			n, parent = parent, parent.parent
			continue
		}
		if isBlack(outer) {
			inner.red, other.red = false, true
			t.rotate(other, !isLeft)
			other, outer = inner, other
		}
		other.red, parent.red = parent.red && !has("remove-color"), false
		outer.red = false
		t.rotate(parent, isLeft)
		return
	}
	if n != nil {
		n.red = false
	}
}

func isBlack(n *node) bool { return n == nil || !n.red }
