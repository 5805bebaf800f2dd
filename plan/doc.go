// Package plan is the plan as plain data: the layers, the testing trees, the test
// cases with their expected results, and a stub decision for every callee of every
// case. It writes a plan to its file, and says what became of a unit since an earlier
// one. Nothing here asks a solver: planner makes plans, and runner executes them.
package plan
