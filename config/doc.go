// Package config reads a project: ttf-int.yaml, the unit specifications that
// it names and their Z, and returns a spec.System in which everything is
// checked and resolved. What units declare about each other is held against
// what their schemas say. All errors are found at once and located in the
// files that they are about.
//
// The package is the only one that knows YAML, and the only one that reads
// what people wrote. It does not know tactics: their names and arguments stay
// located text, which package tactics reads.
//
// It is large because every key of the files that people write is read and checked here, each
// with a message at its place.
package config
