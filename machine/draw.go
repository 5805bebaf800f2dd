package machine

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Step is a step of a sequence: a unit is run on an object with inputs.
type Step struct {
	Unit   int // its index in Machine.Units
	Object int // the number of the object, from 0
	Inputs spec.Values
}

const (
	// maxDraws is how many inputs of a unit are drawn before the solver is asked for
	// some. Evaluation tells quickly whether drawn inputs are inside the precondition.
	maxDraws = 12
	// drawSteps is the solver's budget for inputs.
	drawSteps = 2_000
)

// DrawFavoured draws the units that a sequence is made of where they are possible: all of them
// in one sequence of four, and a half or fewer in the others. Where each step may be any
// unit, what one operation adds another soon takes away, and no state is ever large; a
// fault that needs many additions in a row is found by sequences that lack some units
// (A. Groce et al.: Swarm Testing, ISSTA 2012).
func (m *Machine) DrawFavoured(r *rand.Rand) []bool {
	out := make([]bool, len(m.Units))
	quarters := []int{1, 1, 2, 4}[r.IntN(4)]
	for i := range out {
		out[i] = r.IntN(4) < quarters
	}
	return out
}

// Draw returns up to n steps that objects in the given states can make, one after the
// other, each inside its precondition, as far as the specification determines the state
// that the previous step leaves. It takes units that are not favoured only where no other
// is possible, and returns fewer steps where it finds none that is. The same random source
// gives the same steps. Without a list all units are alike.
func (m *Machine) Draw(ctx context.Context, r *rand.Rand, favoured []bool, at []State, n int) []Step {
	if favoured == nil {
		favoured = make([]bool, len(m.Units))
	}
	at = slices.Clone(at)
	var out []Step
	for len(out) < n && ctx.Err() == nil {
		object := 0
		if len(at) > 1 {
			object = r.IntN(len(at))
		}
		step, after, ok := m.drawStep(ctx, r, favoured, at[object])
		if !ok {
			break
		}
		step.Object, at[object] = object, after
		out = append(out, step)
	}
	return out
}

// DrawGeneric returns up to n steps with inputs that are drawn from their types, whatever the
// states are: it ends where a step is outside its precondition, or what it leaves was not
// found, since nothing is specified of what follows.
func (m *Machine) DrawGeneric(ctx context.Context, r *rand.Rand, at []State, n int) []Step {
	at = slices.Clone(at)
	d := &values{of: m, r: r}
	var out []Step
	for len(out) < n && ctx.Err() == nil {
		object, unit := r.IntN(len(at)), r.IntN(len(m.Units))
		op := m.Units[unit].Op
		inputs := make([]value.Value, len(op.Input.Vars))
		for k, v := range op.Input.Vars {
			inputs[k] = d.draw(v.Type, 0)
		}
		frame := m.predict(ctx, unit, m.Frame(unit, at[object], inputs))
		if frame == nil {
			break
		}
		at[object] = at[object].UpdateBy(m.StateAfter(unit, frame))
		out = append(out, Step{Unit: unit, Object: object, Inputs: frame.Values(op.Input)})
	}
	return out
}

// DrawOfEach draws a step of each unit that is possible in a state.
func DrawOfEach(ctx context.Context, m *Machine, r *rand.Rand, s State) []Step {
	var out []Step
	for unit := range m.Units {
		if _, step, ok := m.drawPossible(ctx, newValues(m, r, s), unit, s); ok {
			out = append(out, step)
		}
	}
	return out
}

// newValues returns what draws values, near those of a state too.
func newValues(m *Machine, r *rand.Rand, s State) *values {
	d := &values{of: m, r: r}
	for _, v := range s {
		v.Scalars(func(x value.Value) {
			if n, small := x.Int(); small && -maxNear <= n && n <= maxNear {
				d.near = append(d.near, n)
			}
		})
	}
	return d
}

// drawStep draws a step that is possible in a state, and the state that it may leave.
func (m *Machine) drawStep(ctx context.Context, r *rand.Rand, favoured []bool, s State) (step Step, after State,
	ok bool) {
	d := newValues(m, r, s)
	units := r.Perm(len(m.Units))
	slices.SortStableFunc(units, func(a, b int) int {
		switch {
		case favoured[a] == favoured[b]:
			return 0
		case favoured[a]:
			return -1
		}
		return 1
	})
	for _, unit := range units {
		if after, step, ok = m.drawPossible(ctx, d, unit, s); ok {
			return step, after, true
		}
	}
	return Step{}, nil, false
}

// drawPossible draws inputs of a unit that are inside its precondition in a state.
func (m *Machine) drawPossible(ctx context.Context, d *values, unit int, s State) (after State, step Step, ok bool) {
	t := m.moves[unit]
	inputs := make([]value.Value, len(t.inputs))
	tries := maxDraws
	if len(inputs) == 0 {
		tries = 1
	}
	for range tries {
		for k, v := range t.unit.Op.Input.Vars {
			inputs[k] = d.draw(v.Type, 0)
		}
		if frame := m.predict(ctx, unit, m.Frame(unit, s, inputs)); frame != nil {
			return s.UpdateBy(m.StateAfter(unit, frame)), Step{Unit: unit, Inputs: frame.Values(t.unit.Op.Input)}, true
		}
	}
	frame := m.solveFrame(ctx, d, unit, s)
	if frame == nil {
		return nil, Step{}, false
	}
	return s.UpdateBy(m.StateAfter(unit, frame)), Step{Unit: unit, Inputs: frame.Values(t.unit.Op.Input)}, true
}

// solveFrame returns a frame of a unit in a state with inputs that the solver draws, or
// else the smallest that it finds; nil where it finds none. The result does not depend
// on earlier questions, so that the same random source gives the same steps.
func (m *Machine) solveFrame(ctx context.Context, d *values, unit int, s State) spec.Frame {
	t := m.moves[unit]
	if len(t.inputs) == 0 {
		return nil
	}
	p := t.judge.Problem(0)
	p.Bound = t.bound(s)
	p.Unproved, p.Steps = true, drawSteps
	seed := max(1, d.r.Uint64())
	key := t.unit.Name + " " + s.Key()
	least, ok := recall(m, m.least, key)
	if !ok {
		if found := m.solver.Solve(ctx, p); found.Outcome == solve.Case {
			least.frame = t.unit.Frame(found.Model)
		}
		remember(ctx, m, m.least, key, least)
	}
	if least.frame == nil {
		return nil
	}
	p.Seed = seed
	if found := m.solver.Solve(ctx, p); found.Outcome == solve.Case {
		return t.unit.Frame(found.Model)
	}
	return least.frame
}

// TextStep writes a step, without its object.
func (m *Machine) TextStep(s Step) string {
	inputs := make([]string, len(s.Inputs))
	for i, v := range s.Inputs {
		inputs[i] = v.Text()
	}
	return m.Units[s.Unit].Name + "(" + strings.Join(inputs, ", ") + ")"
}

// Steps returns a sequence as the steps of a case.
func (m *Machine) Steps(sequence []Step) []suite.Step {
	out := make([]suite.Step, len(sequence))
	for i, s := range sequence {
		out[i] = suite.Step{Unit: m.Units[s.Unit].Name, Object: s.Object, Values: s.Inputs}
	}
	return out
}
