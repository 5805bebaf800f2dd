// Package tactics builds testing trees: it takes a unit of a specification and
// gives the tree of its test conditions, with the valid input space at the root
// (Test Template Framework; Cristiá, Mesuro and Frydman, sections 3 and 5). A
// tactic is a value in the list All.
//
// It finds no test cases: whether a condition can be satisfied is for package
// plan, with a solver, to find out.
package tactics
