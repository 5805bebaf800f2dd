// Package embedded is the built-in solver. It answers a problem with one of the four
// outcomes of package solve, by means of package solve/search, and asks again where the
// answer depends on sizes of given types, branches of disjunctions, undefined terms or
// chosen values of constants.
//
// It contains neither the search nor the refuter.
package embedded
