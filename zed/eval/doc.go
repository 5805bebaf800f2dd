// Package eval computes what checked terms denote: it compiles a term once and
// evaluates it on frames of values. Predicates are three-valued, after Kleene,
// with a fourth outcome for searches: unknown, where a value that has not been
// chosen yet (a hole) would decide.
//
// It searches for nothing: a quantifier whose set it cannot enumerate is
// undefined.
package eval
