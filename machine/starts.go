package machine

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

const (
	// maxStarts is how many states objects are made with in sequences beside the one that they have
	// where nothing is said: a fault that depends on an argument shows with few of its values.
	maxStarts = 16
	// maxStartsTried is how many initial states are looked at for these. What objects are not made with
	// may differ between many that are made alike.
	maxStartsTried = 64
)

// FindStarts returns what objects may be made with, as states in which the variables that are made are
// known alone: smallest values first, which Init allows or, where there is none, with which a unit
// may begin, and then others that are drawn.
func FindStarts(ctx context.Context, m *Machine, made []string) []State {
	p, ok := startProblem(m, made)
	if !ok {
		return nil
	}
	var out []State
	known := map[string]bool{}
	add := func(found solve.Result) {
		if found.Outcome != solve.Case || len(out) == maxStarts {
			return
		}
		s := make(State, len(m.Vars))
		for i, v := range m.Vars {
			if slices.Contains(made, v.Name) {
				s[i] = found.Model[v.Name]
			}
		}
		if key := s.Key(); !known[key] {
			known[key] = true
			out = append(out, s)
		}
	}
	tried := 0
	for found := range m.solver.All(ctx, p) {
		if add(found); found.Outcome != solve.Case || len(out) == maxStarts/2 || tried == maxStartsTried {
			break
		}
		tried++
	}
	for p.Seed = 1; p.Seed <= maxStarts && ctx.Err() == nil; p.Seed++ {
		add(m.solver.Solve(ctx, p))
	}
	return slices.DeleteFunc(out, func(s State) bool {
		return slices.ContainsFunc(m.Vars, func(v zed.Var) bool {
			return slices.Contains(made, v.Name) && s[m.place(v.Name)].Kind() == value.Nothing
		})
	})
}

// startProblem returns the problem whose models are states in which a new object may be.
func startProblem(m *Machine, made []string) (p solve.Problem, ok bool) {
	if m.system.Init != nil {
		p = m.initialProblem(nil)
		p.Unproved = true
		return p, true
	}
	for _, t := range m.moves {
		if !slices.ContainsFunc(made, func(name string) bool { return t.unit.Op.Find(name) < 0 }) {
			p = t.judge.Problem(0)
			p.Unproved, p.Steps = true, drawSteps
			return p, true
		}
	}
	return p, false
}

// updateFrom returns a state of variables with the values that a model has.
func (s State) updateFrom(vars []zed.Var, found solve.Result) State {
	out := slices.Clone(s)
	for i, v := range vars {
		if x, ok := found.Model[v.Name]; ok && found.Outcome == solve.Case {
			out[i] = x
		}
	}
	return out
}

// findPossible returns the smallest state in which the first unit is possible that is possible in any, with the
// values of s for what the unit does not read; s where none is found.
func findPossible(ctx context.Context, m *Machine, s State) State {
	for _, t := range m.moves {
		p := t.judge.Problem(0)
		p.Unproved, p.Steps = true, drawSteps
		if found := m.solver.Solve(ctx, p); found.Outcome == solve.Case {
			return s.updateFrom(m.Vars, found)
		}
	}
	return s
}

// allowsAny tells whether a unit is possible in what is known of a state. It is true where that is not
// decided.
func allowsAny(ctx context.Context, m *Machine, s State) bool {
	return slices.ContainsFunc(m.moves, func(t *transition) bool {
		p := t.judge.Problem(0)
		p.Bound = t.bound(s)
		return m.solver.Solve(ctx, p).Outcome != solve.Unsatisfiable
	})
}

// bound returns what is known of a state by the names that it has before a unit.
func (t *transition) bound(s State) map[string]value.Value {
	out := map[string]value.Value{}
	for _, l := range t.before {
		if s[l.state].Kind() != value.Nothing {
			out[t.unit.Op.Vars[l.frame].Name] = s[l.state]
		}
	}
	return out
}
