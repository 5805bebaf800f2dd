// Package tableau refutes: it tells whether predicates contradict each other,
// whatever the size of the sets and numbers in them. It never searches a
// bounded space, so what it refutes has no model at all.
//
// It is an analytic tableau over terms. What is known are memberships x ∈ S and
// x ∉ S between classes of equal terms (congruence closure); rules take them
// through the structure of sets, relations, functions and sequences, and make a
// witness where something is said to exist (Cantone, Omodeo, Policriti: Set
// Theory for Computing, chapters 8 to 11, on multi-level syllogistic and its
// extensions). Disjunctions are split only when nothing else is left to do. The
// integers and the sizes of sets go to a linear decision procedure (Pugh: The
// Omega Test). Every fact carries the predicates and the choices that it rests
// on, so a closed tableau names the predicates that contradict each other, and
// a choice that played no part is not tried the other way.
//
// Undefined terms: a predicate that is asserted is true, so that the terms in
// it have values. What holds of a partial operator only where it is defined is
// derived only of terms in asserted predicates.
package tableau
