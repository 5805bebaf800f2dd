// Package solve finds values that make a predicate true, or says why there are
// none. Its input is a checked predicate, the variables to find, the values
// that are fixed already, and a scope; its output is one of four outcomes,
// which are never confused: a case, unsatisfiable, none in scope, undecided.
//
// This package has the words that all solvers share, and what holds whichever solver is
// asked: which chosen values of constants an answer leans on, and which conjuncts
// contradict each other. The solver that is built in is in solve/embedded, those that
// other programs are asked with in solve/smt.
//
// It knows nothing of units, tests or schemas: whoever has one of those brings
// its predicate.
package solve
