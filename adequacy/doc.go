// Package adequacy measures what the specification of a project is worth as a test: it has
// mutants made of a Go package, builds the program under test once with all of them in it,
// runs the plan against each, and asks inputs that are drawn at random whether they show
// those that survive. In goes a plan and the name of the package; out comes a Measure. It
// does not say which survivors are equivalent to the program as it was written: whoever
// reads the list decides.
package adequacy
