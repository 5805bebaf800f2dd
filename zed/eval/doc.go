// Package eval computes what type-checked terms denote: it compiles a term once and
// evaluates it on frames of values. Predicates are three-valued, as in Kleene's strong
// logic, with a fourth outcome for searches: unknown, where the truth depends on a
// value that has not been chosen yet (a hole). It also gives names their values for
// given sizes of given types, and finds out on which of these sizes a predicate
// depends.
//
// It does not search: a quantifier over a set that cannot be enumerated is undefined.
//
// A compiler consists of parts. Those in this package compile expressions, predicates
// and the operators of the toolkit; those in subpackages compile sets, relations,
// binders of variables, and functions that axioms define. Each part calls the parts
// below it, and the others through scope.Expressions, since terms of all kinds occur in
// each other.
package eval
