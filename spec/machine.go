package spec

import "github.com/ttf-int/ttf-int/source"

// Machine is the state machine that the schemas of some units are: its state is what
// they share, and each of them is a transition.
type Machine struct {
	Name  string
	At    source.Span // its name in the YAML file
	Units []string    // in the order in which they were given; of one system under test
	// Sequences is how many sequences of operations a run makes, and Length how many
	// steps each has; 0: as the run says.
	Sequences, Length int
	Objects           int // on how many instances of the program at once; at least 1
}
