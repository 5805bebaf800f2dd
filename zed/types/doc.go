// Package types checks Z: it takes the paragraphs of a specification and gives
// typed ones, with every name resolved, abbreviations put in place and generic
// operators instantiated, or all type errors at once.
//
// It does not unfold schemas: that is package schema's job.
//
// It is large because the type rules of the whole language are here, and generic instantiation.
package types
