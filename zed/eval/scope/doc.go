// Package scope has what all parts of a compiler share: the places of variables in a
// frame, the definitions of other names, which outcomes are remembered, what the form
// of a set shows, and the interface by which a part reaches the others.
//
// It compiles nothing.
package scope
