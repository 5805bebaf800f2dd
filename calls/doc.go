// Package calls tells which calls of its callees a unit may make on a test case,
// as its schema has them (Cristiá, Mesuro and Frydman, sections 4 and 6):
// reach(a), how many calls are due, in which order, in which leaves of the
// callee they lie, and whether what callees answered leaves the caller an allowed
// result. The stub decisions ask it before a run, and the judgement of a trace
// after it. It decides and blames nothing.
package calls
