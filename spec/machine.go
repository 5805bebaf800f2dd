package spec

import "github.com/ttf-int/ttf-int/source"

// Machine is the state machine that some units form: their common state is its state,
// and each of them is a transition.
type Machine struct {
	Name  string
	At    source.Span // the place of its name in the YAML file
	Units []string    // in the order of the file; all of one system under test
	// Sequences is how many sequences of operations a run makes, and Length how many
	// steps each has. Where they are 0, the options of the run say it.
	Sequences, Length int
	Objects           int // the number of instances of the program that a sequence has; at least 1
}
