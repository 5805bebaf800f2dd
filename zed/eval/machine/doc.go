// Package machine evaluates. It has the state of one evaluation: a frame of values, the
// limits, the reason why a term has no value, and remembered results. Truth values are
// three-valued, as in Kleene's strong logic, with a fourth outcome for searches:
// unknown, where the truth depends on a value that has not been chosen yet (a hole). It
// enumerates sets without building them.
//
// It does not know terms: what it evaluates are functions into which a compiler has
// translated them.
package machine
