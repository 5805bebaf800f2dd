// Package conditions asks a solver about the conditions of paths: whether they contradict each
// other, and which values of the parameters satisfy them.
//
// It takes conditions on parameters and returns an outcome of package solve. Truth values and
// strings, of which conditions say only whether they are equal, are numbers for the solver.
package conditions
