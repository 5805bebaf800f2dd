package machine

import (
	"context"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Goal is a predicate on a state and on the outputs of the step that led to it.
type Goal struct {
	machine *Machine
	program *eval.Program
	state   []int   // for each variable of the predicate, its place in the state; -1 for outputs
	outputs [][]int // for each unit, the place of each variable in its frame; -1 where it has none
}

// Goal returns a goal of the machine. The error says why it cannot be evaluated.
func (m *Machine) Goal(of spec.Goal) (*Goal, error) {
	names := make([]string, len(of.Vars))
	g := &Goal{machine: m}
	for k, v := range of.Vars {
		names[k] = v.Name
		g.state = append(g.state, m.place(v.Name))
	}
	for _, u := range m.Units {
		var at []int
		for _, name := range names {
			at = append(at, u.Op.Find(name))
		}
		g.outputs = append(g.outputs, at)
	}
	var err error
	g.program, err = eval.Compile(of.Pred, names, m.system.Globals)
	return g, err
}

// IsReached tells whether the goal is reached in a state to which a unit has led with a frame;
// before the first step the unit is -1. It is not where the goal speaks of an output that
// the unit does not have.
func (g *Goal) IsReached(s State, unit int, frame spec.Frame) bool {
	values := make([]value.Value, len(g.state))
	for k, at := range g.state {
		switch {
		case at >= 0:
			values[k] = s[at]
		case unit >= 0 && g.outputs[unit][k] >= 0:
			values[k] = frame[g.outputs[unit][k]]
		}
	}
	truth, _ := g.program.Truth(values)
	return truth == eval.True
}

// Seek looks for the fewest steps that lead from a state to one in which a goal is reached,
// with inputs of the scope, and by way of states outside the scope too. Where that takes too
// many steps to try, it finds whether there is such a state within the scope.
func (m *Machine) Seek(ctx context.Context, from State, goal *Goal) *Way {
	if goal.IsReached(from, -1, nil) {
		return &Way{Found: true, Shortest: true}
	}
	every := func(State) bool { return true }
	far := newSearch(m, from).seek(ctx, from, goal, every)
	if far.All {
		// No way leads there by the predicted outcomes; one may by others that are allowed.
		r := newSearch(m, from)
		r.any = true
		far = r.seek(ctx, from, goal, every)
		far.Shortest = false
		return far
	}
	if far.Found || ctx.Err() != nil {
		return far
	}
	near := newSearch(m, from).seek(ctx, from, goal,
		func(s State) bool { return isInScope(m.system.Scope, s) })
	if near.Found {
		near.Shortest = false
		return near
	}
	if near.All {
		r := newSearch(m, from)
		r.any = true
		if near = r.seek(ctx, from, goal, func(s State) bool { return isInScope(m.system.Scope, s) }); near.Found {
			near.Shortest = false
			return near
		}
		if near.All {
			far.Within = near.Met
		}
	}
	return far
}

// newSearch returns a search from a state, with all inputs of the scope.
func newSearch(m *Machine, from State) *reaching {
	r := &reaching{machine: m, wide: true, left: maxSought}
	r.prepare(from)
	return r
}

// seek tries all steps from the states that are met, as far as these are wanted.
func (r *reaching) seek(ctx context.Context, from State, goal *Goal, wanted func(State) bool) *Way {
	m := r.machine
	seen := map[string]bool{from.Key(): true}
	out := &Way{Met: 1}
	for queue := []*reached{{state: from}}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		for unit := range m.Units {
			for _, inputs := range r.inputs[unit] {
				if r.left -= r.cost(unit); r.left < 0 || ctx.Err() != nil {
					return out
				}
				for _, frame := range r.findOutcomes(ctx, n.state, unit, inputs) {
					next := r.extend(n, unit, frame)
					if goal.IsReached(next.state, unit, frame) {
						return &Way{Found: true, Steps: next.steps(), Shortest: !r.cut}
					}
					if key := next.state.Key(); !seen[key] && wanted(next.state) {
						seen[key] = true
						out.Met++
						queue = append(queue, next)
					}
				}
			}
		}
	}
	out.All, out.Shown = !r.cut, r.shown
	return out
}

// maxSought is how many steps are tried to reach a goal.
const maxSought = 100_000
