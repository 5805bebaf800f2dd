package reactive

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Goal is a predicate on the state of a machine and on the output of the step that led to it.
type Goal struct {
	program *eval.Program
	parts   []part
}

// part says what a variable of a goal is: the whole state, a component of it, or the output.
type part int

const (
	wholeState part = -1
	output     part = -2
)

// Goal returns a goal of the machine. The error says why it cannot be evaluated.
func (m *Machine) Goal(of spec.Goal, system *spec.System) (*Goal, error) {
	g := &Goal{}
	names := make([]string, len(of.Vars))
	state, _ := m.Of.State.(zed.SchemaType)
	for k, v := range of.Vars {
		names[k] = v.Name
		at := slices.IndexFunc(state.Fields, func(f zed.Field) bool { return f.Name == v.Name })
		switch {
		case v.Name == spec.GoalState:
			g.parts = append(g.parts, wholeState)
		case at >= 0 && v.Name != spec.GoalOutput:
			g.parts = append(g.parts, part(at))
		default:
			g.parts = append(g.parts, output)
		}
	}
	var err error
	g.program, err = eval.Compile(of.Pred, names, system.Globals)
	return g, err
}

// IsReached tells whether the goal is reached where a machine is in one of some states after an
// output: it holds in all of them. The output is of kind Nothing before the first step.
func (g *Goal) IsReached(at States, after value.Value) bool {
	values := make([]value.Value, len(g.parts))
	for _, s := range at {
		for k, p := range g.parts {
			switch p {
			case wholeState:
				values[k] = s
			case output:
				values[k] = after
			default:
				values[k] = s.Elem(int(p))
			}
		}
		if truth, _ := g.program.Truth(values); truth != eval.True {
			return false
		}
	}
	return len(at) > 0
}

// Answers are the outputs that a program was seen to give, by the states in which the machine
// could be and the input.
type Answers map[string]value.Value

// Note notes an output of a program.
func (a Answers) Note(at States, input, output value.Value) { a[answerKey(at, input)] = output }

// answerKey returns a text that identifies a set of states with an input.
func answerKey(at States, input value.Value) string {
	return string(input.AppendKey([]byte(at.Key())))
}

// Sought is what became of the search for a goal.
type Sought struct {
	Found  bool
	Inputs []value.Value // the fewest that lead to it, by the answers of the program and else by any
	// Met is how many sets of states were found, and All says that there are no others.
	Met int
	All bool
}

// Seek looks for the fewest inputs after which a goal is reached. Where the program was seen to
// answer, it is taken to answer so again. It tries up to so many steps.
func (m *Machine) Seek(ctx context.Context, goal *Goal, seen Answers, tries int) (*Sought, error) {
	type met struct {
		at   States
		from int
		by   value.Value
	}
	if goal.IsReached(m.Init, value.Value{}) {
		return &Sought{Found: true}, nil
	}
	all, known := []met{{at: m.Init, from: -1}}, map[string]bool{m.Init.Key(): true}
	for i := 0; i < len(all); i++ {
		for _, input := range m.Inputs {
			if tries--; tries < 0 || ctx.Err() != nil {
				return &Sought{Met: len(all)}, ctx.Err()
			}
			allowed, err := m.FindAllowed(all[i].at, input)
			if err != nil {
				return nil, err
			}
			answer, answered := seen[answerKey(all[i].at, input)]
			for _, o := range allowed {
				if answered && !o.Output.Equal(answer) {
					continue
				}
				if goal.IsReached(o.To, o.Output) {
					inputs := []value.Value{input}
					for k := i; all[k].from >= 0; k = all[k].from {
						inputs = append(inputs, all[k].by)
					}
					slices.Reverse(inputs)
					return &Sought{Found: true, Inputs: inputs}, nil
				}
				if key := o.To.Key(); !known[key] {
					known[key] = true
					all = append(all, met{o.To, i, input})
				}
			}
		}
	}
	return &Sought{Met: len(all), All: true}, nil
}
