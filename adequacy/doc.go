// Package adequacy measures how well the cases of a plan test a program. It makes
// mutants of a Go package, builds the program under test once with all of them in it,
// and runs the plan against each. For the mutants that survive it looks for inputs,
// drawn at random, that reveal them. It takes a plan and the name of the package, and
// returns a Measure. It does not decide which survivors are equivalent to the original
// program; the reader of the list does.
package adequacy
