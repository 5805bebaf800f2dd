// Package search looks for values that make one predicate true. A variable starts as a
// hole, and is chosen, piece by piece and the smallest first, only when the predicate
// reads it (Boyapati, Khurshid, Marinov: Korat, section 3); what conjuncts say of holes
// narrows what is tried for them. Contradictions are looked for without a search, too.
//
// Its input is a problem of package solve at given sizes of given types; its output is a
// result that says on which bound it leans. Undefined terms are not told from false ones
// here.
//
// It is larger than other packages, for one search state is shared by all its parts: what
// conjuncts say (rules, shapes and intervals), the domains of holes, and the choices.
package search
