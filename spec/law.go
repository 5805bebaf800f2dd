package spec

import "github.com/ttf-int/ttf-int/source"

// Law is a property of a program under test that the program tests with values of its own.
type Law struct {
	Name string
	At   source.Span // its name in the YAML file
	SUT  string
	// Tests is how many tests are made, and Discards how many values may be discarded, at most;
	// 0: as the program says.
	Tests, Discards int
}
