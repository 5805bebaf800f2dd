// Package eval computes what checked terms denote: it compiles a term once and
// evaluates it on frames of values. Predicates are three-valued, after Kleene,
// with a fourth outcome for searches: unknown, where a value that has not been
// chosen yet (a hole) would decide.
//
// It searches for nothing: a quantifier whose set it cannot enumerate is
// undefined.
//
// It is large because every operator of the toolkit has its evaluation here: over values, over
// sets that are too large to be listed, and with holes. They share one compiler.
package eval
