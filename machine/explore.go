package machine

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/machine/fsm"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Model is the part of a machine within the scope as a finite machine: its states are those
// that lie within the scope, and its inputs are steps with inputs of the scope. A state that
// a step may lead to is the one that the program has shown (see Learn), or else one that the
// specification allows.
type Model struct {
	*fsm.Machine
	States  []State
	Steps   []Step // its inputs
	Leaving int    // how many steps lead out of the scope; they are not in the model
	Sampled bool   // some inputs within the scope are not in the model, since there are too many
}

// Explore finds all states within the scope to which steps lead from a given one. shown
// tells whether the program shows a variable after a unit has run: what is shown of states
// tells them apart. The error says that there are more states than `most`, or that more than
// `tries` steps would have to be tried, of which those count as several whose outcome has to
// be searched for.
func (m *Machine) Explore(ctx context.Context, from State, most, tries int,
	shown func(unit int, name string) bool) (*Model, error) {
	r := &reaching{machine: m, wide: true, left: tries}
	r.prepare(from)
	x := &exploring{reaching: r, shown: shown, most: most, model: &Model{Sampled: r.cut},
		numbers: map[string]int{}, outputs: map[string]int{}, views: map[string]int{}}
	x.seen = x.seenVars()
	var labels []string
	for unit := range m.Units {
		for _, inputs := range r.inputs[unit] {
			frame := m.Frame(unit, from, inputs)
			step := Step{Unit: unit, Inputs: frame.Values(m.moves[unit].unit.Op.Input)}
			x.model.Steps = append(x.model.Steps, step)
			x.rows = append(x.rows, inputs)
			labels = append(labels, m.TextStep(step))
		}
	}
	x.model.Machine = fsm.New(nil, labels, nil)
	x.number(from)
	for s := 0; s < len(x.model.States); s++ {
		if err := x.tryAllFrom(ctx, s); err != nil {
			return nil, err
		}
	}
	return x.model, ctx.Err()
}

// exploring is a machine while it is explored.
type exploring struct {
	*reaching
	shown   func(unit int, name string) bool
	seen    []bool // of each variable of the state, whether it is shown after every step
	most    int
	model   *Model
	rows    [][]value.Value // the values of each input
	numbers map[string]int  // of states
	outputs map[string]int
	views   map[string]int
}

// seenVars returns which variables of the state are shown after every step.
func (x *exploring) seenVars() []bool {
	out := make([]bool, len(x.machine.Vars))
	for k, v := range x.machine.Vars {
		out[k] = true
		for unit, u := range x.machine.Units {
			out[k] = out[k] && u.Op.Find(v.Name+"'") >= 0 && x.shown(unit, v.Name+"'")
		}
	}
	return out
}

// number returns the number of a state, which may be a new one.
func (x *exploring) number(s State) int {
	key := s.Key()
	if n, known := x.numbers[key]; known {
		return n
	}
	n := len(x.model.States)
	x.numbers[key] = n
	x.model.States = append(x.model.States, s)
	f := x.model.Machine
	f.States = append(f.States, x.machine.Text(s))
	f.Moves = append(f.Moves, make([][]fsm.Move, len(f.Inputs)))
	if slices.Contains(x.seen, true) {
		var view []byte
		for k, v := range s {
			if x.seen[k] {
				view = v.AppendKey(view)
			}
		}
		f.Shows = append(f.Shows, addLabel(x.views, &f.Views, string(view), x.machine.Text(s)))
	}
	return n
}

// addLabel returns the number of a key, which may be a new one with a label.
func addLabel(numbers map[string]int, labels *[]string, key, label string) int {
	n, known := numbers[key]
	if !known {
		n = len(*labels)
		numbers[key] = n
		*labels = append(*labels, label)
	}
	return n
}

// tryAllFrom tries all steps from a state.
func (x *exploring) tryAllFrom(ctx context.Context, state int) error {
	m, s := x.machine, x.model.States[state]
	for i, step := range x.model.Steps {
		if x.left -= x.cost(step.Unit); x.left < 0 {
			return fmt.Errorf("it takes too many steps to try: within the scope %d states were found, of which %d "+
				"have been tried with %d inputs", len(x.model.States), state, len(x.rows))
		}
		frame := m.predict(ctx, step.Unit, m.Frame(step.Unit, s, x.rows[i]))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if frame == nil {
			continue
		}
		after := s.UpdateBy(m.StateAfter(step.Unit, frame))
		if _, known := x.numbers[after.Key()]; !known && !isInScope(m.system.Scope, after) {
			x.model.Leaving++
			continue
		}
		next := x.number(after)
		if len(x.model.States) > x.most {
			return fmt.Errorf("there are more than %d states within the scope", x.most)
		}
		x.model.Add(state, i, fsm.Move{Output: x.output(step.Unit, frame), Next: next})
	}
	return nil
}

// output returns the number of the outputs of a unit, as far as they are shown.
func (x *exploring) output(unit int, frame spec.Frame) int {
	var key []byte
	label := ""
	op := x.machine.Units[unit].Op
	for k, i := range op.Output.At {
		v := op.Output.Vars[k]
		if !x.shown(unit, v.Name) {
			continue
		}
		key = frame[i].AppendKey(append(key, v.Name...))
		if label != "" {
			label += ", "
		}
		label += v.Name + " = " + frame[i].Text(v.Type)
	}
	return addLabel(x.outputs, &x.model.Outputs, string(key), label)
}

// isInScope tells whether a state lies within a scope.
func isInScope(scope value.Scope, s State) bool {
	return !slices.ContainsFunc(s, func(v value.Value) bool { return !valueInScope(scope, v) })
}

// valueInScope tells whether a value lies within a scope: its numbers, and the sizes of its sets
// and sequences.
func valueInScope(scope value.Scope, v value.Value) bool {
	switch v.Kind() {
	case value.Int:
		n, small := v.Int()
		return small && n >= scope.IntMin && n <= scope.IntMax
	case value.Set:
		if v.Len() > scope.Set {
			return false
		}
	case value.Seq:
		if v.Len() > scope.Seq {
			return false
		}
	case value.Tuple, value.Binding:
	default:
		return true
	}
	for i := range v.Len() {
		if !valueInScope(scope, v.Elem(i)) {
			return false
		}
	}
	return true
}

// Lesson is what a step of the program teaches about a machine.
type Lesson int

// The lessons.
const (
	Foretold  Lesson = iota // the outcome is the predicted one
	Learned                 // it is another one, which is predicted from now on
	Unsettled               // it is another one than the program gave before, with all else the same
	Unshown                 // it is another one, and not all of it is shown
)

// Learn compares the outcome that a frame shows of a step in a state with the predicted one.
// after is the state that the step has left. From now on what was shown is predicted.
func (m *Machine) Learn(ctx context.Context, s State, step Step, shown spec.Frame) (after State, what Lesson) {
	inputs := make([]value.Value, len(step.Inputs))
	for k, v := range step.Inputs {
		inputs[k] = v.Value
	}
	op, frame := m.Units[step.Unit].Op, m.Frame(step.Unit, s, inputs)
	predicted := m.predict(ctx, step.Unit, frame)
	alike := predicted != nil
	frame = slices.Clone(frame)
	for _, i := range op.Late.At {
		frame[i] = shown[i]
		alike = alike && (shown[i].Kind() == value.Nothing || shown[i].Equal(predicted[i]))
	}
	switch key := m.key(step.Unit, frame); {
	case alike:
		frame, what = predicted, Foretold
		learn(m, key, frame)
	case learn(m, key, nil) != nil:
		what = Unsettled
	case !frame.Has(op.Late):
		what = Unshown
	default:
		what = Learned
		learn(m, key, frame)
	}
	return s.UpdateBy(m.StateAfter(step.Unit, frame)), what
}

// learn notes what is to be predicted, and returns what was learned earlier. It only does
// the latter where the frame is nil.
func learn(m *Machine, key string, frame spec.Frame) (earlier spec.Frame) {
	m.mu.Lock()
	defer m.mu.Unlock()
	earlier = m.learned[key]
	if frame != nil {
		m.learned[key] = frame
	}
	return earlier
}
