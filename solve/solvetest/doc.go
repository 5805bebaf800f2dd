// Package solvetest makes the problems of the tests of solvers. Read takes
// declarations and a predicate as text, and gives them checked, as the back ends
// take them. Generate and Plant make random problems; what their terms mean is
// written down beside them a second time, as plainly as possible, and shares nothing
// with the parser, the evaluator and the solvers but how values are held. It knows no
// solver, so that package solve's own tests can use it.
package solvetest
