// Package meaning says what an operator is in terms of others, where its row
// (zed.Rows) has a definition: a term of the operator in, a term of other operators out.
// It reads each definition once.
//
// It knows nothing of operators but what the rows say, and decides for nobody whether a
// definition is the best way to evaluate or to solve.
package meaning
