// Package guards finds what bounds a variable: a value that it equals, a set that it is in,
// or numbers that it lies between, in conjuncts that must hold wherever it matters.
//
// It reads the form of terms, and evaluates nothing.
package guards
