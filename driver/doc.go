// Package driver writes what serves the types of a Go package to ttf-int: the table of
// units with what their variables are bound to, adapters for the interfaces through
// which parts call each other, a skeleton of their specification in Z, and a YAML
// document for each unit. It reads the package as the compiler does, and runs nothing
// of it. It is longer than others because each form of a type is read, written in Go, and
// written in Z.
package driver
