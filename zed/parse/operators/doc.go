// Package operators is the table of operators by which terms are parsed: those of the
// toolkit, and those that documents introduce by templates and directives, each with how it
// is written.
//
// What an operator means is not known here.
package operators
