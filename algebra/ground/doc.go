// Package ground evaluates ground terms: sequences of operations without parameters.
//
// A Machine is made of the axioms of classes, compiled; it takes a term to its one normal form,
// as package rewriting does, which has trees for terms with parameters, but many times as fast.
// It counts which branches of the axioms were taken. It runs no program.
package ground
