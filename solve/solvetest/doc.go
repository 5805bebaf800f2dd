// Package solvetest reads the problems that tests give to solvers: it takes
// declarations and a predicate as text, and gives them checked, as the back ends
// take them. It knows no solver, so that package solve's own tests can use it.
package solvetest
