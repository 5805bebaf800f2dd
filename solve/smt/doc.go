// Package smt answers the problems of package solve with cvc5 or z3, over
// SMT-LIB 2 and a pipe. A problem is unrolled to its scope: sets are listed
// elements that are present or not, sequences a length and items, given types
// and constants numbers; quantifiers over sets are written out. A term that may
// have no value carries the condition under which it has one, and a predicate
// is two formulas, that it is true and that it is false, so that truth is
// strong Kleene's.
//
// Nothing that a program says is believed as it is: a model is evaluated by the
// embedded solver, and that there is none is said to be the program's word,
// with the bounds that it leaned on. A conjunct that cannot be written in
// SMT-LIB is left out: what contradicts the rest is still a contradiction, and a
// model of the rest is a case only where the evaluator confirms the whole.
//
// It never searches itself, and never guesses.
//
// It is large because every operator of the toolkit has its encoding here, with the condition
// under which it has a value.
package smt
