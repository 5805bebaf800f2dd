// Package embedded puts the solver that is built in together: from a problem to one of
// the four outcomes of package solve, by the search of package solve/search, asked again
// where sizes of given types, branches of disjunctions, undefined terms or the values
// that were chosen for constants leave the answer open.
//
// What a search finds and what refutes a predicate is not decided here.
package embedded
