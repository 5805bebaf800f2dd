package machine

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Coverage collects the states, steps and outputs that occur in sequences. Its zero value is
// empty.
type Coverage struct {
	states, inputs, outputs map[string]bool
	transitions             map[[2]string]bool // by the state before, and the step
}

// maxCovered is how many of each kind are kept.
const maxCovered = 1 << 18

// Add adds a step that led from one state to another, with what was shown of its outputs.
func (c *Coverage) Add(m *Machine, from State, step Step, shown spec.Frame, to State) {
	if c.states == nil {
		c.states, c.inputs, c.outputs = map[string]bool{}, map[string]bool{}, map[string]bool{}
		c.transitions = map[[2]string]bool{}
	}
	state, input := from.Key(), m.TextStep(step)
	note(c.states, state)
	note(c.states, to.Key())
	note(c.inputs, input)
	note(c.outputs, outputText(m, step.Unit, shown))
	note(c.transitions, [2]string{state, input})
}

func note[K comparable](in map[K]bool, key K) {
	if len(in) < maxCovered {
		in[key] = true
	}
}

// outputText writes the outputs of a unit, as far as they are known, with its name.
func outputText(m *Machine, unit int, frame spec.Frame) string {
	var out []string
	op := m.Units[unit].Op
	for k, i := range op.Output.At {
		if frame[i].Kind() != value.Nothing {
			out = append(out, op.Output.Vars[k].Name+" = "+frame[i].Text(op.Output.Vars[k].Type))
		}
	}
	return m.Units[unit].Name + " → " + strings.Join(out, ", ")
}

// Counts are how many states, transitions, inputs and outputs there are.
type Counts struct{ States, Transitions, Inputs, Outputs int }

// CountAll counts what has occurred.
func (c *Coverage) CountAll() Counts {
	return Counts{len(c.states), len(c.transitions), len(c.inputs), len(c.outputs)}
}

// Missed is what has not occurred of a model, each as text.
type Missed struct{ States, Transitions, Inputs, Outputs []string }

// CompareWith counts what has occurred of a model, and all that there is of it, and lists the rest.
func (c *Coverage) CompareWith(x *Model, m *Machine) (met, all Counts, missed Missed) {
	look := func(hit bool, met, all *int, missed *[]string, text func() string) {
		*all++
		if hit {
			*met++
		} else {
			*missed = append(*missed, text())
		}
	}
	inputs, outputs := make([]bool, len(x.Steps)), map[string]bool{}
	for s, state := range x.States {
		key := state.Key()
		look(c.states[key], &met.States, &all.States, &missed.States, func() string { return m.Text(state) })
		for i, moves := range x.Moves[s] {
			for _, move := range moves {
				inputs[i] = true
				outputs[m.Units[x.Steps[i].Unit].Name+" → "+x.Outputs[move.Output]] = true
				look(c.transitions[[2]string{key, x.Inputs[i]}], &met.Transitions, &all.Transitions,
					&missed.Transitions, func() string { return x.Inputs[i] + " in " + m.Text(state) })
			}
		}
	}
	for i, label := range x.Inputs {
		if inputs[i] {
			look(c.inputs[label], &met.Inputs, &all.Inputs, &missed.Inputs, func() string { return label })
		}
	}
	var list []string
	for text := range outputs {
		list = append(list, text)
	}
	slices.Sort(list)
	for _, text := range list {
		look(c.outputs[text], &met.Outputs, &all.Outputs, &missed.Outputs, func() string { return text })
	}
	return met, all, missed
}
