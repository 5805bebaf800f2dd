// Package zed is the specification language: the syntax tree of Z and the
// types of its terms. It takes nothing in and gives nothing out by itself; its
// subpackages do, one job each: parse (text to tree), types (tree to typed
// tree), schema (the schema calculus), value (values and scopes) and eval
// (typed terms to values).
//
// One tree serves text as written and terms as checked. Package parse leaves
// every Type nil; package types returns a copy in which every expression has
// its type and every name is resolved. It has no notion of units or tests.
//
// A printer consists of parts: what is put out, in one notation (printoutput.go), what the
// printed text introduces, how tightly terms bind (printlevel.go), names, operators,
// schemas, terms and paragraphs. How a symbol is spelled in each notation is the table of
// forms (syntax.go); printlayout.go breaks lines.
//
// What each operator of the Mathematical Toolkit is stands in one list, Rows.
//
// It is large because the printer for three notations is part of it, which every stage needs for
// its messages.
package zed
