// Package language is the language of algebraic specifications: LOBAS, and the functional
// notation, with one syntax tree for both.
//
// Parse takes a text to the classes that it specifies, and finds every error at once; Print
// takes them back to text in either notation. Names are resolved, and every term has its
// sort. The package does not say what axioms mean, nor whether they are good ones.
package language
