// Package eval computes what checked terms denote: it compiles a term once and
// evaluates it on frames of values. Predicates are three-valued, after Kleene,
// with a fourth outcome for searches: unknown, where a value that has not been
// chosen yet (a hole) would decide. It also says what values names have where given
// types have some sizes, and on which sizes a predicate depends.
//
// It searches for nothing: a quantifier whose set it cannot enumerate is
// undefined.
//
// A compiler consists of parts. Those here compile expressions, predicates and the operators
// of the toolkit; those below know sets, relations, what binds variables, and functions
// that axioms define. Each calls the parts below it, and reaches the others through
// scope.Expressions, since terms of all kinds stand in each other.
package eval
