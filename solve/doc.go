// Package solve finds values that make a predicate true, or says why there are
// none. Its input is a checked predicate, the variables to find, the values
// that are fixed already, and a scope; its output is one of four outcomes,
// which are never confused: a case, unsatisfiable, none in scope, undecided.
//
// The embedded solver simplifies, refutes by rules and intervals, and then
// searches: a variable starts as a hole, and is chosen, piece by piece and the
// smallest first, only when the predicate reads it (Boyapati, Khurshid,
// Marinov: Korat, section 3). It needs nothing installed, and does the same
// steps on every machine.
//
// It knows nothing of units, tests or schemas: whoever has one of those brings
// its predicate.
package solve
