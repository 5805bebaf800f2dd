package reactive

import (
	"context"
	"math/rand/v2"

	"github.com/ttf-int/ttf-int/zed/value"
)

// drawTries is how many inputs are drawn before all of them are tried in turn.
const drawTries = 16

// Draw returns up to n inputs, one after the other, for each of which something is
// specified in the states that an allowed output leads to. It returns fewer where nothing
// is specified of any input. The same random source gives the same inputs.
func (m *Machine) Draw(ctx context.Context, r *rand.Rand, at States, n int) ([]value.Value, error) {
	var out []value.Value
	for len(out) < n && ctx.Err() == nil {
		input, allowed, err := m.drawSpecified(r, at)
		if err != nil || len(allowed) == 0 {
			return out, err
		}
		out, at = append(out, input), allowed[r.IntN(len(allowed))].To
	}
	return out, nil
}

// drawSpecified draws an input of which something is specified in some states, with the
// outcomes that are allowed; there are none where there is no such input.
func (m *Machine) drawSpecified(r *rand.Rand, at States) (value.Value, []Outcome, error) {
	for range drawTries {
		input := m.Inputs[r.IntN(len(m.Inputs))]
		allowed, err := m.FindAllowed(at, input)
		if err != nil || len(allowed) > 0 {
			return input, allowed, err
		}
	}
	for _, i := range r.Perm(len(m.Inputs)) {
		allowed, err := m.FindAllowed(at, m.Inputs[i])
		if err != nil || len(allowed) > 0 {
			return m.Inputs[i], allowed, err
		}
	}
	return value.Value{}, nil, nil
}
