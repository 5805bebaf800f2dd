// Package parse reads Z. Its input is a source.Text, its output the syntax
// tree of package zed, every node with its span, or all syntax errors at once.
//
// A lexer for the notation makes tokens whose symbols are spelled in Unicode
// whatever the notation was; everything behind it is the same for all
// notations. The tokens are split into paragraphs, so that an error in one
// does not hide those in the next; newlines that mean nothing are dropped; and
// a Pratt parser over the table of operators of package zed does the rest. It
// knows no types: whether S' is a variable or a decorated schema, and whether
// \ hides or subtracts, is for package types to say.
package parse
