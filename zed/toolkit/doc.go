// Package toolkit says what the operators of the Mathematical Toolkit are: one row
// for each, in the list that Rows returns. A row has what several stages ask of an operator: the
// types of its operands and of its value, what its operands must be for it to have a
// value, which of them it can do without, whether its value is finite, what the
// members of a set of sets are, and which relations mean its negation and its mirror
// image.
//
// What follows from the rows for terms is here too: whether a set, by the form of the
// term, is all of its type (Full), is infinite (Infinite) or is better not written out
// (Large).
//
// How an operator is written is in package zed, and how its value is computed in
// zed/eval: this package computes no values.
package toolkit
