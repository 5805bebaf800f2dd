// Package states has sets of states: those in which a machine can be where its specification
// leaves a choice, or where not all of its state is shown. It does not know what a state is.
package states
