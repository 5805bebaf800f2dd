// Package stubs decides, for a test case and an occurrence of a callee, what
// stands in for the callee (Cristiá, Mesuro and Frydman, sections 4 and 6): it
// takes the case, the occurrence and the certificates earned so far, and gives
// a Choice with its reason. It also answers calls in the place of a callee,
// from the callee's schema. It runs nothing.
package stubs
