// Package meaning gives the meaning of an operator in terms of others, where its row
// (zed.Rows) has a definition: it takes a term with the operator, and returns a term
// with other operators. It reads each definition once.
//
// It uses nothing about operators but their rows, and leaves it to other packages
// whether a definition is the best way to evaluate or to solve.
package meaning
