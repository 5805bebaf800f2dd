package suite

import "sync"

// Trees are the testing trees of a system's units, one for each unit whose tree has
// been built. The maker of a plan adds each when it is built. They are safe for
// concurrent use; a single tree must not be changed once it is here.
type Trees struct {
	mu sync.RWMutex
	of map[string]*Tree // by the names of the units
}

// NewTrees returns Trees with the given trees in it.
func NewTrees(list ...*Tree) *Trees {
	t := &Trees{of: map[string]*Tree{}}
	for _, tree := range list {
		t.Put(tree)
	}
	return t
}

// Put adds the tree of a unit, or replaces the one that the unit had.
func (t *Trees) Put(tree *Tree) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.of[tree.Unit.Name] = tree
}

// Leaves returns the leaves of a unit's tree, in order; none for a unit without a tree.
func (t *Trees) Leaves(unit string) []*Condition {
	t.mu.RLock()
	tree := t.of[unit]
	t.mu.RUnlock()
	if tree == nil {
		return nil
	}
	return tree.Leaves()
}
