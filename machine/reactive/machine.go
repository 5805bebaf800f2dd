package reactive

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/machine/states"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Machine is the specification of a reactive system. It is safe for concurrent use.
type Machine struct {
	Name   string
	Init   States        // the states in which the machine may begin, one at least
	Inputs []value.Value // the inputs that are tried, each once
	// Bounded says why Inputs need not be all that there are; "" where they are all.
	Bounded string
	Of      *spec.Reactive

	outcomes, specified *eval.Program

	mu    sync.Mutex
	known map[string]moves // the moves from states, by state and input
}

// States is a set of states.
type States = states.Set[value.Value]

// Move is one of the outcomes that a function gives for a state and an input.
type Move struct {
	To     value.Value
	Output value.Value // the sequence of outputs
}

// moves are the outcomes for a state and an input, or the reason why there is no telling.
type moves struct {
	list []Move
	err  error
}

// Outcome is an output that is allowed in a set of states, with the states in which the
// machine can be after it.
type Outcome struct {
	Output value.Value
	To     States
}

// maxMoves is how many outcomes are remembered.
const maxMoves = 1 << 18

// New returns the machine of a specification. The error says that it has no state to
// begin in, that its inputs cannot be enumerated, or what cannot be evaluated.
func New(name string, of *spec.Reactive, system *spec.System) (*Machine, error) {
	m := &Machine{Name: name, Of: of, known: map[string]moves{}}
	slots := []string{spec.StateName, spec.InputName}
	var err error
	if m.outcomes, err = eval.Compile(of.Outcomes, slots, system.Globals); err != nil {
		return nil, fmt.Errorf("%s cannot be evaluated: %w", of.Text.Value, err)
	}
	if m.specified, err = eval.Compile(of.Specified, slots, system.Globals); err != nil {
		return nil, fmt.Errorf("%s cannot be evaluated: %w", of.Text.Value, err)
	}
	init, err := evaluate(of.Init, system.Globals)
	if err != nil {
		return nil, fmt.Errorf("the machine %s has no state to begin in: %s has no value: %w", name, of.InitAt.Value, err)
	}
	m.Init = States{init}
	if of.InitSet {
		m.Init = init.Members()
	}
	if len(m.Init) == 0 {
		return nil, fmt.Errorf("the machine %s has no state to begin in: %s is empty", name, of.InitAt.Value)
	}
	if err := m.enumerate(system); err != nil {
		return nil, err
	}
	return m, nil
}

// evaluate returns the value of a term without variables.
func evaluate(e zed.Expr, g *eval.Globals) (value.Value, error) {
	p, err := eval.Compile(e, nil, g)
	if err != nil {
		return value.Value{}, err
	}
	v, reason := p.Value(nil)
	if reason != nil {
		return value.Value{}, fmt.Errorf("%s", reason)
	}
	return v, nil
}

// enumerate sets the inputs that are tried.
func (m *Machine) enumerate(system *spec.System) error {
	if m.Of.Inputs == nil {
		var err error
		m.Inputs, m.Bounded, err = inputsOf(m.Of.Input, system)
		if err != nil {
			return fmt.Errorf("the machine %s: %w: expected inputs with a finite set of them, such as inputs: 0 .. 9",
				m.Name, err)
		}
		return nil
	}
	set, err := evaluate(m.Of.Inputs, system.Globals)
	switch {
	case err != nil:
		return fmt.Errorf("the inputs %s of the machine %s cannot be enumerated: %w", m.Of.InputAt.Value, m.Name, err)
	case set.Len() == 0:
		return fmt.Errorf("the machine %s has no inputs: %s is empty", m.Name, m.Of.InputAt.Value)
	case set.Len() > maxInputs:
		return fmt.Errorf("the machine %s has %d inputs: expected %d at most", m.Name, set.Len(), maxInputs)
	}
	m.Inputs, m.Bounded = set.Members(), m.Of.InputAt.Value
	return nil
}

// movesFor returns the outcomes that the function gives for a state and an input, sorted by
// output and then by state, each once; none where nothing is specified. The error says
// that the function cannot be evaluated there.
func (m *Machine) movesFor(state, input value.Value) ([]Move, error) {
	key := string(input.AppendKey(append(state.AppendKey(nil), 0)))
	m.mu.Lock()
	found, ok := m.known[key]
	m.mu.Unlock()
	if ok {
		return found.list, found.err
	}
	found.list, found.err = m.evaluateMoves(state, input)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) < maxMoves {
		m.known[key] = found
	}
	return found.list, found.err
}

// evaluateMoves is movesFor without remembering anything.
func (m *Machine) evaluateMoves(state, input value.Value) ([]Move, error) {
	frame := []value.Value{state, input}
	set, reason := m.outcomes.Value(frame)
	if reason != nil {
		if in, _ := m.specified.Truth(frame); in == eval.False {
			return nil, nil
		}
		return nil, fmt.Errorf("%s (%s, %s) has no value: %s", m.Of.Text.Value, state.Text(m.Of.State),
			input.Text(m.Of.Input), reason)
	}
	var out []Move
	for _, one := range set.Members() {
		out = append(out, Move{To: one.Elem(0), Output: one.Elem(1)})
	}
	slices.SortFunc(out, func(a, b Move) int {
		if c := a.Output.Compare(b.Output); c != 0 {
			return c
		}
		return a.To.Compare(b.To)
	})
	return out, nil
}

// FindAllowed returns the outputs that are allowed for an input where the machine is in one
// of some states, sorted, each once: those that are specified in any of these states.
// There are none where nothing is specified in all of them.
func (m *Machine) FindAllowed(at States, input value.Value) ([]Outcome, error) {
	var all []Move
	for _, s := range at {
		list, err := m.movesFor(s, input)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	slices.SortStableFunc(all, func(a, b Move) int { return a.Output.Compare(b.Output) })
	var out []Outcome
	for i, one := range all {
		if i == 0 || !one.Output.Equal(all[i-1].Output) {
			out = append(out, Outcome{Output: one.Output})
		}
		last := &out[len(out)-1]
		last.To = last.To.Add(one.To)
	}
	return out, nil
}

// StatesAfter returns the states in which the machine can be after an output that is among
// those that are allowed; nil where it is not.
func StatesAfter(allowed []Outcome, output value.Value) States {
	for _, o := range allowed {
		if o.Output.Equal(output) {
			return o.To
		}
	}
	return nil
}

// Text writes a set of states: the state alone where there is one.
func (m *Machine) Text(s States) string {
	var out []string
	for _, v := range s {
		out = append(out, v.Text(m.Of.State))
	}
	return strings.Join(out, " or ")
}

// Outputs writes the outputs that are allowed.
func (m *Machine) Outputs(allowed []Outcome) string {
	var out []string
	for _, o := range allowed {
		out = append(out, o.Output.Text(m.Of.Output))
	}
	return strings.Join(out, " or ")
}
