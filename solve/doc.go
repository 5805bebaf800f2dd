// Package solve finds values that make a predicate true, or says why there are none.
// Its input is a type-checked predicate, the variables to find, the values that are
// fixed already, and a scope. Its output is one of four outcomes: a case,
// unsatisfiable, none in scope, undecided.
//
// This package has the vocabulary that all solvers share, and what holds for every
// solver: on which chosen values of constants an answer depends, and which conjuncts
// contradict each other. The built-in solver is solve/embedded; solve/smt asks other
// programs.
//
// It knows nothing of units, tests or schemas, whose packages make the predicates.
package solve
