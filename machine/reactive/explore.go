package reactive

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/machine/fsm"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Explored are the states of a machine that its moves lead to from those in which it
// begins.
type Explored struct {
	States []value.Value // breadth first
	// Whole says that there are no others for the inputs that are tried.
	Whole bool
	// Moves are the moves from each state for each input, in the order of the machine's
	// inputs. Those of the last states are missing where it is not whole.
	Moves [][][]Move
}

// Explore finds the states of a machine, up to a number of them.
func (m *Machine) Explore(ctx context.Context, limit int) (*Explored, error) {
	out := &Explored{Whole: true}
	known := map[string]bool{}
	add := func(s value.Value) {
		key := s.Key()
		switch {
		case known[key]:
		case len(out.States) >= limit:
			out.Whole = false
		default:
			known[key] = true
			out.States = append(out.States, s)
		}
	}
	for _, s := range m.Init {
		add(s)
	}
	for i := 0; i < len(out.States); i++ {
		if ctx.Err() != nil || !out.Whole {
			out.Whole = false
			break
		}
		row := make([][]Move, len(m.Inputs))
		for k, input := range m.Inputs {
			list, err := m.movesFor(out.States[i], input)
			if err != nil {
				return nil, err
			}
			row[k] = list
			for _, move := range list {
				add(move.To)
			}
		}
		out.Moves = append(out.Moves, row)
	}
	return out, nil
}

// MakeFinite returns a machine as plain data. The error says that it has more states than
// `most`, or several to begin in.
func (m *Machine) MakeFinite(ctx context.Context, most int) (*fsm.Machine, error) {
	if len(m.Init) > 1 {
		return nil, fmt.Errorf("%s may begin in %d states", m.Name, len(m.Init))
	}
	e, err := m.Explore(ctx, most)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !e.Whole:
		return nil, fmt.Errorf("%s has more than %d states", m.Name, most)
	}
	var states, inputs, outputs []string
	numbers, places := map[string]int{}, map[string]int{}
	for i, s := range e.States {
		places[s.Key()] = i
		states = append(states, s.Text(m.Of.State))
	}
	for _, input := range m.Inputs {
		inputs = append(inputs, input.Text(m.Of.Input))
	}
	out := fsm.New(states, inputs, nil)
	for s, row := range e.Moves {
		for i, list := range row {
			for _, move := range list {
				key := move.Output.Key()
				if _, known := numbers[key]; !known {
					numbers[key] = len(outputs)
					outputs = append(outputs, move.Output.Text(m.Of.Output))
				}
				out.Add(s, i, fsm.Move{Output: numbers[key], Next: places[move.To.Key()]})
			}
		}
	}
	out.Outputs = outputs
	return out, nil
}
