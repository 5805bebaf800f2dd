package rbtree

import "fmt"

// Set returns the integers of a set.
func (t *Tree) Set() map[int]struct{} {
	out := map[int]struct{}{}
	var visit func(*node)
	visit = func(n *node) {
		if n != nil {
			visit(n.left)
			out[n.key] = struct{}{}
			visit(n.right)
		}
	}
	visit(t.root)
	return out
}

// onlyChanged looks whether two sets differ in no integer but one.
func onlyChanged(before, after *Tree, key int) error {
	was, is := before.Set(), after.Set()
	delete(was, key)
	delete(is, key)
	for k := range was {
		if _, kept := is[k]; !kept {
			return fmt.Errorf("%d is lost", k)
		}
	}
	for k := range is {
		if _, known := was[k]; !known {
			return fmt.Errorf("%d has come from nowhere", k)
		}
	}
	return nil
}

// Inserted says what Insert does.
func Inserted(before, after *Tree, key int, isNew bool) error {
	switch {
	case isNew == before.Contains(key):
		return fmt.Errorf("it returns %v", isNew)
	case !after.Contains(key):
		return fmt.Errorf("%d is not there", key)
	}
	return onlyChanged(before, after, key)
}

// Removed says what Remove does.
func Removed(before, after *Tree, key int, was bool) error {
	switch {
	case was != before.Contains(key):
		return fmt.Errorf("it returns %v", was)
	case after.Contains(key):
		return fmt.Errorf("%d is still there", key)
	}
	return onlyChanged(before, after, key)
}

// Answered says what Contains does, which changes nothing.
func Answered(before, after *Tree, key int, is bool) error {
	if _, was := before.Set()[key]; is != was {
		return fmt.Errorf("it returns %v", is)
	}
	return onlyChanged(before, after, key)
}
