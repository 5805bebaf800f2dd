// Package fidelity compares stubs with the callees that they stand in for: it has the callee itself
// answer the calls that a stub answers, and says of each answer whether it is the callee's own,
// another one that the specification allows, or whether the callee breaks its specification there.
// It takes a plan, and the last run where there is one, and returns a Comparison. It does not
// decide whether a stub is to be kept: that is for its reviewer.
package fidelity
