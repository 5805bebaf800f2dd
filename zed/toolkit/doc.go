// Package toolkit answers what several stages ask of operators of the Mathematical
// Toolkit, from the row of each (zed.Rows): whether it is a relation, has a value whatever
// its operands are, makes finite values, makes parts of its operands, makes a set of
// functions, and which relations mean its negation and its mirror image.
//
// What follows from the rows for terms is here too: whether a set, by the form of the
// term, is all of its type (Full), is infinite (Infinite) or is better not written out
// (Large).
//
// How a value is computed is in zed/eval: this package computes no values.
package toolkit
