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
// # The parts
//
// A problem takes its predicate apart into conjuncts, and finds which of them define
// its variables and bound them. It has an encoder write them. The encoder consists of
// parts that keep what they are about, each asking only those that stand before it:
//
//   - formulas: what SMT-LIB has, each formula once, and why a conjunct is given up;
//   - values: how a value of Z is made of formulas, and when two are equal;
//   - literals: which number stands for an element or a string, both ways;
//   - assumptions: what the formulas lean on beside the predicate;
//   - unknowns: values that are to be found;
//   - numbers, relations, sequences: operators, of values that are at hand;
//   - names and definitions: what a name stands for;
//   - extents and quantifiers: the values that are run through;
//   - comprehensions, terms, predicates, memberships: expressions.
//
// A part in which any expression may occur is handed the encoder as expressions, and
// calls nothing else of those that stand behind it.
//
// A question sends what was written to a session, which is one process, and reads the
// answer: a model (question.go) or why there is none (none.go).
//
// It is large because every operator of the toolkit has its encoding here, with the condition
// under which it has a value.
package smt
