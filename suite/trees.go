package suite

import "sync"

// Trees are the testing trees of a system's units, one for each unit that has one by now.
// Whoever makes a plan puts them in as they are built. They are safe for concurrent use;
// a tree that grows is not.
type Trees struct {
	mu sync.RWMutex
	of map[string]*Tree // by the name of the unit
}

// NewTrees returns the given trees.
func NewTrees(list ...*Tree) *Trees {
	t := &Trees{of: map[string]*Tree{}}
	for _, tree := range list {
		t.Put(tree)
	}
	return t
}

// Put adds the tree of a unit, or takes it for the one that the unit had.
func (t *Trees) Put(tree *Tree) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.of[tree.Unit.Name] = tree
}

// Leaves returns the leaves of a unit's tree, in order; none where the unit has no tree.
func (t *Trees) Leaves(unit string) []*Condition {
	t.mu.RLock()
	tree := t.of[unit]
	t.mu.RUnlock()
	if tree == nil {
		return nil
	}
	return tree.Leaves()
}
