// Package types checks Z: it takes the paragraphs of a specification and gives
// typed ones, with every name resolved, abbreviations put in place and generic
// operators instantiated, or all type errors at once.
//
// It does not unfold schemas: that is package schema's job.
package types
