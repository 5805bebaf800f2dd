// Package parse reads Z. Its input is the texts of a specification, its output
// the syntax tree of package zed, every node with its span, what was left out
// and why, and all syntax errors at once.
//
// A lexer for the notation makes tokens whose symbols are spelled in Unicode
// whatever the notation was: Unicode and ASCII words, Unicode whose paragraphs
// ISO 13568 delimits, or LaTeX in the dialects in use; everything behind it is
// the same for all notations. The tokens are split into paragraphs, so that an
// error in one does not hide those in the next; newlines that mean nothing are
// dropped; and a Pratt parser over the table of operators, those of package zed
// and those that the texts introduce themselves, does the rest. It knows no
// types: whether S' is a variable or a decorated schema, and whether \ hides or
// subtracts, is for package types to say. It reads no files: a paragraph that
// stands for another file is returned as such.
//
// Each of these steps is a package below this one, which joins them for the texts of a
// specification: what one document introduces holds in all.
package parse
