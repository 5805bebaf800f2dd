// Package relations compiles relations. One that cannot be built, since it has no end, is
// asked for the images of a value, or for what it relates to one; what operators make of
// such relations is made of their images. It has the closures and compositions of others too.
//
// Whether a pair is in a relation is a question to package sets.
package relations
