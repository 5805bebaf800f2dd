package machine

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// MostAmong is how many states a machine may be in at once where its state is not shown.
const MostAmong = 64

// FindPossible returns all states in which a new object may be of which some variables are known. why
// says why these are not known.
func (m *Machine) FindPossible(ctx context.Context, known State) (all States, why string) {
	if !slices.ContainsFunc(known, func(v value.Value) bool { return v.Kind() == value.Nothing }) {
		return States{known}, ""
	}
	if m.system.Init == nil {
		return nil, "the state is not shown, and the project has no init that says in which an object begins"
	}
	bound := map[string]value.Value{}
	for i, v := range known {
		if v.Kind() != value.Nothing {
			bound[m.Vars[i].Name] = v
		}
	}
	for found := range m.solver.All(ctx, m.initialProblem(bound)) {
		switch {
		case found.Outcome == solve.Unsatisfiable && !found.Given:
			return all, ""
		case found.Outcome != solve.Case:
			return nil, fmt.Sprintf("the state is not shown, and not all states that %s allows are known",
				m.system.Init.Schema)
		case len(all) == MostAmong:
			return nil, fmt.Sprintf("the state is not shown, and %s allows more than %d", m.system.Init.Schema,
				MostAmong)
		}
		s := make(State, len(m.Vars))
		for i, v := range m.Vars {
			s[i] = found.Model[v.Name]
		}
		all = all.Add(s.UpdateBy(known))
	}
	return all, ""
}

// IntersectStates returns what several states have in common.
func IntersectStates(of States) State {
	out := slices.Clone(of[0])
	for _, s := range of[1:] {
		for i, v := range s {
			if !v.Equal(out[i]) {
				out[i] = value.Value{}
			}
		}
	}
	return out
}

// FillFrame returns what was observed of a unit with, where nothing was, the state before it; nil
// where something else was observed than that state.
func (m *Machine) FillFrame(unit int, s State, observed spec.Frame) spec.Frame {
	out := slices.Clone(observed)
	for _, l := range m.moves[unit].before {
		switch {
		case out[l.frame].Kind() == value.Nothing:
			out[l.frame] = s[l.state]
		case s[l.state].Kind() != value.Nothing && !s[l.state].Equal(out[l.frame]):
			return nil
		}
	}
	return out
}

// IsPossible tells whether a step is inside its precondition in all of some states.
func (m *Machine) IsPossible(ctx context.Context, of Step, in States) bool {
	inputs := make([]value.Value, len(of.Inputs))
	for i, v := range of.Inputs {
		inputs[i] = v.Value
	}
	for _, s := range in {
		if m.moves[of.Unit].judge.Pre(ctx, m.Frame(of.Unit, s, inputs)).Compliance != oracle.Holds {
			return false
		}
	}
	return true
}

// Allowed is what a specification allows of a step, given the state before it, its inputs, and
// what was observed after it.
type Allowed struct {
	Frames []spec.Frame // the whole outcomes that agree with what was observed
	// Known says that there are no others.
	Known bool
	// Nearest is what was observed with, where nothing was, what one of the allowed outcomes
	// has; nil where the specification allows none.
	Nearest spec.Frame
}

// JudgeFrame returns what the specification of a unit allows in a frame.
func (m *Machine) JudgeFrame(ctx context.Context, unit int, frame spec.Frame) Allowed {
	t := m.moves[unit]
	if frame.Has(t.unit.Op.Late) {
		return Allowed{Frames: []spec.Frame{frame}, Known: true, Nearest: frame}
	}
	outcomes, known, _ := t.judge.Outcomes(ctx, frame, MostAmong)
	out := Allowed{Known: known}
	for _, outcome := range outcomes {
		candidate := t.judge.ReplaceOutcome(frame, outcome)
		mixed, agrees := slices.Clone(candidate), true
		for _, i := range t.unit.Op.Late.At {
			if frame[i].Kind() != value.Nothing && !frame[i].Equal(candidate[i]) {
				mixed[i], agrees = frame[i], false
			}
		}
		if agrees {
			out.Frames = append(out.Frames, candidate)
		}
		if out.Nearest == nil {
			out.Nearest = mixed
		}
	}
	return out
}
