// Package planner makes plans: the testing trees, their cases, the stub decisions,
// strengthening, coverage and the matrices of Theorem 2 (Cristiá, Mesuro and
// Frydman), in stages, each on several workers. What earlier plans found is taken
// from a Cache. What it makes is a plan.Plan, which is plain data.
//
// It is large because a plan has eight stages, each in files of its own, which all work on the
// units of one unfinished plan.
package planner
