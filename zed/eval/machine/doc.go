// Package machine evaluates: it holds the state of one evaluation, a frame of values with the
// limits, the reason of what has no value, and what is remembered. Truths are three-valued,
// after Kleene, with a fourth outcome for searches: unknown, where a value that has not
// been chosen yet (a hole) would decide. Sets are run through without being built.
//
// It knows no terms: what it evaluates are functions that a compiler made of them.
package machine
