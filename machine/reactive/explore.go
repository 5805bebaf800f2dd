package reactive

import (
	"context"

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
