// Package planner makes plans: the testing trees, their cases, the stub decisions,
// strengthening, coverage and the matrices of Theorem 2 (Cristiá, Mesuro and
// Frydman), in stages, each on several workers. What earlier plans found is taken
// from a Cache. What it makes is a plan.Plan, which is plain data.
package planner
