// Package partial deals with terms that need not have a value. Its input is a predicate
// that has no model; its output is whether the predicate is false for all values, and so
// unsatisfiable, or has no truth value for some: by weakening it to a predicate that is
// true wherever it is not false, and asking a solver about that.
//
// It evaluates nothing but terms without variables, and searches for nothing itself.
package partial
