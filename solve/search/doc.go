// Package search looks for values that make one predicate true. A variable starts as a
// hole and is chosen piece by piece, the smallest values first, and only when the
// predicate reads it (Boyapati, Khurshid, Marinov: Korat, section 3). What conjuncts
// state about holes restricts the candidates for them. It also looks for contradictions
// without a search.
//
// Its input is a problem of package solve at given sizes of given types. Its output is
// a result that says on which bound it depends. It does not distinguish undefined terms
// from false ones.
//
// It is larger than other packages because all its parts share the state of one search:
// what conjuncts state (rules, shapes and intervals), the domains of holes, and the
// choices.
package search
