// Package scope is what all parts of a compiler share: where the variables in scope stand in
// a frame, what other names are defined to be, which outcomes are remembered, what the form
// of a set says of it, and the interface by which a part reaches the whole.
//
// It compiles nothing.
package scope
