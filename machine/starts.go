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
