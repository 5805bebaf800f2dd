// Package evaltest gives the tests of a part of the evaluator what the part stands in. Terms
// are read from text, the other parts are the real ones, and what a part asks of the whole is
// answered by package eval: each term that it asks for is a program of its own.
//
// It remembers no outcomes between terms, as package eval does: no part may depend on that.
package evaltest
