// Package tactics builds testing trees: it takes a unit of a specification and
// gives the tree of its test conditions, with the valid input space at the root
// (Test Template Framework; Cristiá, Mesuro and Frydman, sections 3 and 5). A
// tactic is a value in the list All.
//
// It finds no test cases: whether a condition can be satisfied is for package
// planner, with a solver, to find out.
//
// It is large because of how many tactics there are, one file each, with the tables of standard
// partitions; what they share is in basis.go and build.go.
package tactics
