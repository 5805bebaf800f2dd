// Package checks finds what is wrong with axioms, and shows it by a term: operations that are
// not defined for all constructors, axioms that contradict each other, that are never applied,
// or that may be applied without end.
//
// It takes classes that were read without errors, and returns findings. It runs no program.
package checks
