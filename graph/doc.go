// Package graph orders the units of a program by what they use. It takes the
// uses relation, as names and edges or from a spec.System, and returns the
// layers in which the units are tested, the families of each unit, and the cycles
// that make an order impossible, with the cheapest cut.
//
// Only uses-and-calls gives an order: relations of calls alone, or of shared
// state, never enter the graph. The package is the only one that knows gonum.
package graph
