//go:build underTest

// Command sut serves the red-black tree to ttf-int as a set of integers. TREES_FAULT gives it a fault: see
// rbtree.Faults.
package main

import "github.com/ttf-int/ttf-int/examples/trees/rbtree"

func main() { rbtree.Serve() }
