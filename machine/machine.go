package machine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/machine/states"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Machine is a state machine whose transitions are units. It is safe for concurrent
// use.
type Machine struct {
	Units []*spec.Unit
	Vars  []zed.Var // the state variables, undecorated, sorted by name

	system *spec.System
	oracle *oracle.Oracle
	solver solve.Solver
	moves  []*transition // the transitions, one for each unit

	mu    sync.Mutex
	known map[string]outcome // the predicted outcomes, by unit, state and inputs
	least map[string]outcome // the smallest inputs that the solver finds, by unit and state
	begun map[string]bool    // whether an object may begin with what is known of a state
	// learned are outcomes that the program has shown, by unit, state and inputs.
	learned map[string]spec.Frame
}

// transition is a unit as a transition from one state to another.
type transition struct {
	unit   *spec.Unit
	judge  *oracle.Unit
	before []link // the state variables that it reads
	after  []link // the state variables that it sets
	inputs []int  // the indices of its inputs in its frame
	// explicit are the disjuncts whose outcomes are computed. A computed outcome is
	// checked against the whole specification where that can be evaluated.
	explicit []explicit
	// disjuncts is how many disjuncts there are to be computed.
	disjuncts int
	whole     *eval.Program
}

// link says which index a state variable has in a frame.
type link struct{ state, frame int }

// State has the values of a machine's variables, in their order; those that are not
// known are of kind Nothing.
type State []value.Value

// States is a set of states.
type States = states.Set[State]

// outcome is the predicted outcome of a unit.
type outcome struct {
	frame spec.Frame // nil: the specification allows none, or none was found
}

// maxKnown is how many predictions are remembered. All sequences begin in the same
// state, so that the predictions for their first steps are needed again and again.
const maxKnown = 1 << 16

// New returns a machine of a system. The oracle judges its units.
func New(of *spec.Machine, by *oracle.Oracle, solver solve.Solver) *Machine {
	m := &Machine{system: by.System(), oracle: by, solver: solver, known: map[string]outcome{},
		least: map[string]outcome{}, begun: map[string]bool{}, learned: map[string]spec.Frame{}}
	add := func(v zed.Var) {
		v.Name = zed.BaseName(v.Name)
		if m.place(v.Name) < 0 {
			m.Vars = append(m.Vars, v)
		}
	}
	for _, name := range of.Units {
		u := m.system.Unit(name)
		m.Units = append(m.Units, u)
		for _, v := range u.Op.State.Vars {
			add(v)
		}
	}
	slices.SortFunc(m.Vars, func(a, b zed.Var) int { return cmp.Compare(a.Name, b.Name) })
	for _, u := range m.Units {
		m.moves = append(m.moves, m.transition(u))
	}
	return m
}

func (m *Machine) transition(u *spec.Unit) *transition {
	t := &transition{unit: u, judge: m.oracle.Unit(u), inputs: u.Op.Input.At}
	slots := make([]string, len(u.Op.Vars))
	for i, v := range u.Op.Vars {
		slots[i] = v.Name
	}
	if whole, err := eval.Compile(u.Op.Pred, slots, m.system.Globals); err == nil {
		t.whole = whole
		t.explicit, t.disjuncts = m.explicits(u, slots)
	}
	for k, i := range u.Op.Before.At {
		t.before = append(t.before, link{m.place(u.Op.Before.Vars[k].Name), i})
	}
	for k, i := range u.Op.After.At {
		t.after = append(t.after, link{m.place(zed.BaseName(u.Op.After.Vars[k].Name)), i})
	}
	return t
}

// place returns the index of a variable in the state; -1 where the state does not have
// it.
func (m *Machine) place(name string) int {
	return slices.IndexFunc(m.Vars, func(v zed.Var) bool { return v.Name == name })
}

// FindInitial returns the state that a new object is expected to have: the smallest that
// Init allows. Where the project has no Init, it has the smallest values, or those of a state in which
// a unit is possible where none is possible with these, since the state may have an invariant. The state
// that the program shows takes precedence over it. The error says that Init allows no state.
func (m *Machine) FindInitial(ctx context.Context) (State, error) {
	out := make(State, len(m.Vars))
	for i, v := range m.Vars {
		out[i] = m.smallestValue(v.Type)
	}
	init := m.system.Init
	if init == nil {
		if !allowsAny(ctx, m, out) {
			out = findPossible(ctx, m, out)
		}
		return out, nil
	}
	found := m.solver.Solve(ctx, m.initialProblem(nil))
	if found.Outcome == solve.Unsatisfiable {
		return nil, fmt.Errorf("the schema %s allows no state: %s", init.Schema, found.Reason)
	}
	return out.updateFrom(m.Vars, found), nil
}

// initialProblem returns the problem of finding a state that Init allows, in which some
// variables have given values.
func (m *Machine) initialProblem(bound map[string]value.Value) solve.Problem {
	p := solve.Problem{Pred: m.system.Init.Pred, Bound: bound, Scope: m.system.Scope, Globals: m.system.Globals}
	for _, v := range m.system.Init.Vars {
		p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: true})
	}
	return p
}

// AllowsInitial tells whether an object may begin with what is known of a state: Init allows it or, where there is
// no Init, a unit is possible in it. It is true where that is not decided.
func (m *Machine) AllowsInitial(ctx context.Context, s State) bool {
	key := s.Key()
	allowed, ok := recall(m, m.begun, key)
	if ok {
		return allowed
	}
	if m.system.Init == nil {
		allowed = allowsAny(ctx, m, s)
	} else {
		bound := map[string]value.Value{}
		for i, v := range m.Vars {
			if s[i].Kind() != value.Nothing {
				bound[v.Name] = s[i]
			}
		}
		allowed = m.solver.Solve(ctx, m.initialProblem(bound)).Outcome != solve.Unsatisfiable
	}
	remember(ctx, m, m.begun, key, allowed)
	return allowed
}

// Frame returns the frame of a unit with the known part of the state before it and with
// its inputs.
func (m *Machine) Frame(unit int, s State, inputs []value.Value) spec.Frame {
	t := m.moves[unit]
	frame := make(spec.Frame, len(t.unit.Op.Vars))
	for _, l := range t.before {
		frame[l.frame] = s[l.state]
	}
	for k, i := range t.inputs {
		frame[i] = inputs[k]
	}
	return frame
}

// StateBefore returns the state before the unit that a frame contains.
func (m *Machine) StateBefore(unit int, frame spec.Frame) State {
	return m.stateOf(m.moves[unit].before, frame)
}

// StateAfter returns the state after the unit that a frame contains.
func (m *Machine) StateAfter(unit int, frame spec.Frame) State {
	return m.stateOf(m.moves[unit].after, frame)
}

// Names tells whether the signature of a unit has a variable of the state, before or
// after.
func (m *Machine) Names(unit, variable int) bool {
	has := func(l link) bool { return l.state == variable }
	return slices.ContainsFunc(m.moves[unit].before, has) || slices.ContainsFunc(m.moves[unit].after, has)
}

func (m *Machine) stateOf(links []link, frame spec.Frame) State {
	out := make(State, len(m.Vars))
	for _, l := range links {
		out[l.state] = frame[l.frame]
	}
	return out
}

// UpdateBy returns the state in which the known values of another state replace its own.
func (s State) UpdateBy(by State) State {
	out := slices.Clone(s)
	for i, v := range by {
		if v.Kind() != value.Nothing {
			out[i] = v
		}
	}
	return out
}

// Texts writes the values of a state's variables; "?" for those that are not known.
func (m *Machine) Texts(s State) []string {
	out := make([]string, len(s))
	for i, v := range s {
		out[i] = "?"
		if v.Kind() != value.Nothing {
			out[i] = v.Text(m.Vars[i].Type)
		}
	}
	return out
}

// Text writes what is known of a state.
func (m *Machine) Text(s State) string {
	var out []string
	for i, v := range s {
		if v.Kind() != value.Nothing {
			out = append(out, m.Vars[i].Name+" = "+v.Text(m.Vars[i].Type))
		}
	}
	return strings.Join(out, ", ")
}

// Key returns a text that identifies a state.
func (s State) Key() string {
	return string(s.AppendKey(nil))
}

// AppendKey appends the key of the state.
func (s State) AppendKey(b []byte) []byte {
	for _, v := range s {
		b = v.AppendKey(b)
	}
	return b
}

// Compare is negative, zero or positive where the state is before, the same as, or after another
// state of the same machine.
func (s State) Compare(other State) int { return slices.CompareFunc(s, other, value.Value.Compare) }

// predict returns the frame of a unit with an outcome that its specification allows;
// nil where it allows none, or none was found.
func (m *Machine) predict(ctx context.Context, unit int, frame spec.Frame) spec.Frame {
	t, key := m.moves[unit], m.key(unit, frame)
	if learned, ok := recall(m, m.learned, key); ok {
		return learned
	}
	known, ok := recall(m, m.known, key)
	if ok {
		return known.frame
	}
	out := t.computeOutcome(frame)
	if out == nil && t.judge.Refuses(frame) == nil {
		if after, _ := t.judge.Outcome(ctx, frame, 0); after != nil {
			out = t.judge.ReplaceOutcome(frame, after)
		}
	}
	remember(ctx, m, m.known, key, outcome{out})
	return out
}

// findOutcomes returns the frames of a unit with the outcomes that its specification allows, the
// predicted one first; only what the program has shown, where it has. whole says that there are no
// others, and shown that others may be allowed than the program has shown.
func (m *Machine) findOutcomes(ctx context.Context, unit int, frame spec.Frame) (all []spec.Frame, whole, shown bool) {
	t := m.moves[unit]
	sole := len(t.explicit) == 1 && t.disjuncts == 1 && t.explicit[0].isSole()
	if learned, ok := recall(m, m.learned, m.key(unit, frame)); ok {
		return []spec.Frame{learned}, true, !sole
	}
	first := m.predict(ctx, unit, frame)
	switch {
	case first != nil:
		all = append(all, first)
	case t.judge.Refuses(frame) != nil:
		return nil, true, false
	}
	if sole && first != nil {
		return all, true, false
	}
	values, whole, _ := t.judge.Outcomes(ctx, frame, MostAmong)
	late := t.unit.Op.Late
	for _, outcome := range values {
		next := spec.Frame(t.judge.ReplaceOutcome(frame, outcome))
		if first == nil || !next.Values(late).Equal(first.Values(late)) {
			all = append(all, next)
		}
	}
	return all, whole, false
}

// key returns a text that identifies a unit with the state before it and its inputs.
func (m *Machine) key(unit int, frame spec.Frame) string {
	key := []byte{byte(unit), byte(unit >> 8)}
	for _, i := range m.Units[unit].Op.Early.At {
		key = frame[i].AppendKey(key)
	}
	return string(key)
}

// recall returns a remembered result, and whether there is one.
func recall[V any](m *Machine, in map[string]V, key string) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := in[key]
	return v, ok
}

// remember stores a result, as long as there is room and the context has not ended.
func remember[V any](ctx context.Context, m *Machine, in map[string]V, key string, v V) {
	if ctx.Err() != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(in) < maxKnown {
		in[key] = v
	}
}
