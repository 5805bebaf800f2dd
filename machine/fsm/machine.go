package fsm

import "fmt"

// Machine is a finite machine. States, inputs and outputs are numbers, the indices of
// their labels. It is partial where some input has no move in some state: nothing is
// specified of the input there, and an implementation may do anything.
type Machine struct {
	States, Inputs, Outputs []string
	// Views are what states show of themselves without a step, and Shows the index of the
	// view that each state shows. Shows is nil where states show nothing.
	Views []string
	Shows []int
	// Moves are, for each state and input, the moves that are allowed, sorted by output and
	// then by the next state, each once.
	Moves   [][][]Move
	Initial int
}

// Move is one of the outcomes of an input in a state.
type Move struct{ Output, Next int }

// String says how large the machine is.
func (m *Machine) String() string {
	return fmt.Sprintf("a machine with %d states, %d inputs and %d outputs", len(m.States), len(m.Inputs),
		len(m.Outputs))
}
