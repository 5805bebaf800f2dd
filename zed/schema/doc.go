// Package schema is the schema calculus. Its input is checked schema
// expressions, looked up by name; its output is what a schema means: its
// signature and its predicate (Unfold), and for a unit its operation, in which
// the schemas of the units that it uses are opaque occurrences (Operation, form
// (†) of Cristiá, Mesuro and Frydman, section 4).
//
// Results share: unfolding a schema that is included from ten places gives the
// same predicate ten times, never a copy, so predicates are graphs and
// whoever walks them has to remember where it was.
//
// It solves and simplifies nothing: a predicate is false only for whoever
// evaluates it.
package schema
