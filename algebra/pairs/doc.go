// Package pairs makes test cases that check themselves: two sequences of operations, and whether
// they leave equal objects.
//
// A sequence is equal to its normal form on each path. That two sequences are not equal is said
// only where the axioms prove it: by an experiment, which is a sequence of further operations
// that ends in an observer, with different values for both. The package runs no program.
package pairs
