package rbtree

import "os"

// Faults are mistakes that the tree can be made to have: TREES_FAULT names one of them.
func Faults() []string {
	return []string{"insert-size", "insert-unbalanced", "insert-red-uncle", "insert-inner", "insert-red-root",
		"rotate-parent", "remove-key", "remove-unbalanced", "remove-color"}
}

// has tells whether the tree has a fault.
func has(fault string) bool { return os.Getenv("TREES_FAULT") == fault }
