// Package plain makes tokens of Unicode and ASCII words, which can be mixed, and finds the
// words that a document has as names.
//
// LaTeX is read by package tex.
package plain
