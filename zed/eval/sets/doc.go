// Package sets compiles sets: the test whether a value is in one, and the elements to run
// through. Neither builds a set where its form allows to do without, so that the set may be
// infinite, or larger than any memory.
//
// What a set is as a value is compiled elsewhere; only power sets and function spaces are built here.
package sets
