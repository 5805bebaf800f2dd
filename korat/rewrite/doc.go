// Package rewrite puts hooks into Go source: each read of a place that may be of a candidate calls a
// function that notes it, each write one that refuses it. It takes packages with their types and the
// functions that a predicate begins with, finds all functions that these may call, and gives new texts
// of their files, line by line as they were, and the lines at which a read could not be noted. It reads
// and writes no files.
package rewrite
