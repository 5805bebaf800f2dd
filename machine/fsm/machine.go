package fsm

import (
	"cmp"
	"fmt"
	"slices"
)

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

// New returns a machine without moves that begins in its first state.
func New(states, inputs, outputs []string) *Machine {
	m := &Machine{States: states, Inputs: inputs, Outputs: outputs, Moves: make([][][]Move, len(states))}
	for s := range m.Moves {
		m.Moves[s] = make([][]Move, len(inputs))
	}
	return m
}

// Add allows a move of a state on an input.
func (m *Machine) Add(state, input int, move Move) {
	list := m.Moves[state][input]
	at, known := slices.BinarySearchFunc(list, move, func(a, b Move) int {
		return cmp.Or(cmp.Compare(a.Output, b.Output), cmp.Compare(a.Next, b.Next))
	})
	if !known {
		m.Moves[state][input] = slices.Insert(list, at, move)
	}
}

// checkDeterministic returns nil where at most one move is allowed of each input in each state,
// and otherwise an error that names the first input and state with several.
func (m *Machine) checkDeterministic() error {
	for s, moves := range m.Moves {
		for i, list := range moves {
			if len(list) > 1 {
				return fmt.Errorf("%s may have %d outcomes in the state %s", m.Inputs[i], len(list), m.States[s])
			}
		}
	}
	return nil
}

// CutUnreachable returns the machine with those states alone to which moves lead from the
// initial one, in the order in which a search finds them that goes from near to far. old
// has, for each of its states, the state of m that it is.
func (m *Machine) CutUnreachable() (reached *Machine, old []int) {
	name := make([]int, len(m.States))
	for s := range name {
		name[s] = -1
	}
	name[m.Initial], old = 0, []int{m.Initial}
	for k := 0; k < len(old); k++ {
		for _, list := range m.Moves[old[k]] {
			for _, move := range list {
				if name[move.Next] < 0 {
					name[move.Next] = len(old)
					old = append(old, move.Next)
				}
			}
		}
	}
	return m.renumber(old, name), old
}

// renumber returns the machine of some states, where name gives each state of m its new
// number. The moves are those of the states in old.
func (m *Machine) renumber(old, name []int) *Machine {
	out := New(make([]string, len(old)), m.Inputs, m.Outputs)
	out.Views, out.Initial = m.Views, name[m.Initial]
	for k, s := range old {
		out.States[k] = m.States[s]
		if m.Shows != nil {
			out.Shows = append(out.Shows, m.Shows[s])
		}
		for i, list := range m.Moves[s] {
			for _, move := range list {
				out.Add(k, i, Move{move.Output, name[move.Next]})
			}
		}
	}
	return out
}
