// Package trace judges the recorded calls of a test case (Tyler and
// Soundarajan: the trace τ, taken by interception; Cristiá, Mesuro and Frydman,
// section 7: what its deviations are called). It takes the case with its calls
// as frames of values and gives a verdict, an error class, who is to blame, and
// which calls broke their callee's specification. It runs nothing and decides
// no stubs: what follows from a broken call is the runner's to do.
package trace
