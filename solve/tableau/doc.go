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
//
// # The parts
//
// What is known is kept in parts, each of which goes back by itself to where a
// choice was made. Each part knows those above it in this list:
//
//   - agenda: the work that changes demand, and the contradiction that was found;
//   - terms: what is spoken of, which terms are equal, why, and which have values;
//   - splits and bounds: the choices that are open, and how integers compare;
//   - facts: what is an element of what, and which terms differ;
//   - reader: terms for expressions;
//   - values: which terms are known to have values;
//   - universals: what holds for all elements of some sets, and its instances;
//   - branch: all of these together. A rule asks what is known on a branch, and
//     says what follows.
//
// What an operator means stands in its row in operators.go: how it is read and
// asserted, what a membership says below it (down) and above it (up), what a term
// says by itself (grow), its size, and when it has a value. The rules that a row
// names are functions of a branch that keep nothing themselves. They lie by what
// they are about: sets.go, relations.go, closures.go, functions.go, bags.go, tuples.go, sequences.go,
// concatenation.go, integers.go, sizes.go, comprehensions.go, freetypes.go. What a
// rule adds comes on the agenda, from where the rules that it concerns take it up.
//
// Four parts drive the branch on, and none of them calls another: rules works off
// the agenda, splitter settles choices and tells which one to try, instantiation
// makes instances of universals, and arithmetic asks the linear procedure, with
// the regions that sets divide each other into. Tableau takes them in turn until
// there is a contradiction or nothing is left to do, and then tries a choice.
//
// The package is longer than others since its rules speak of one branch: whether a
// rule may say something rests on what every other kind of fact is known to be, so
// that packages of rules would import the whole vocabulary of the branch. What
// stands by itself, the elimination of linear constraints, is package linear.
package tableau
