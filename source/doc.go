// Package source knows where text came from: files, spans of text inside
// them, and errors that show the line they are about.
//
// A Text is a value read from a file, together with the map from its offsets
// to places in that file: a schema inside a YAML block scalar reports its
// errors at the line and column of the YAML file. The package reads no files.
package source
