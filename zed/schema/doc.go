// Package schema is the schema calculus. Its input is type-checked schema expressions,
// looked up by name. Its output is the meaning of a schema: its signature and its
// predicate (Unfold) and, for a unit, its operation, in which the schemas of the units
// that it uses are opaque occurrences (Operation; form (†) of Cristiá, Mesuro and
// Frydman, section 4).
//
// Results share parts: unfolding a schema that is included in ten places returns the
// same predicate ten times and not a copy. So predicates are graphs, and whoever walks
// over one must remember which parts were visited.
//
// It neither solves nor simplifies.
package schema
