// Package loops has types that embed themselves, straight and by another one.
package loops

// Node has another node, or none.
type Node struct {
	*Node
	Value int
}

// Get returns the value.
func (n *Node) Get() int { return n.Value }

// Left has a right one.
type Left struct{ *Right }

// Name returns a number.
func (l *Left) Name() int { return 1 }

// Right has a left one.
type Right struct{ *Left }

// Size returns a number.
func (r *Right) Size() int { return 2 }
