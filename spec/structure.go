package spec

import "github.com/ttf-int/ttf-int/source"

// Structure is a type of Go whose structures are wanted, with their bounds.
type Structure struct {
	Type      string // a package and a type of it, as ./bintree.Tree; "": it is said elsewhere
	Predicate string // "": RepOK
	Size      int    // up to which values of bounds go that are not set; 0: as it is said elsewhere
	Bounds    []Bound
}

// Bound is a bound by its name, as it is written.
type Bound struct {
	Name, Text string
	At         source.Span
}
