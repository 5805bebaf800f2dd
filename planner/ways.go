package planner

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Ways returns, for some cases of a unit, how operations of its system can lead from the
// initial state to that in which the case begins. What a program does is not asked: where a
// schema allows several outcomes, the program may take another one. Cases of units without
// state, and those of several steps, have none. For what is left when ctx ends, it says so.
func (p *Planned) Ways(ctx context.Context, u *plan.Unit, cases []*plan.Case) []plan.Way {
	if len(u.Op.Before.Vars) == 0 {
		return nil
	}
	if u.Before != nil {
		var out []plan.Way
		for _, c := range cases {
			out = append(out, plan.Way{Case: c.ID, Found: true, Shortest: true, Steps: []result.WayStep{},
				Why: "it begins with a structure of " + u.Before.Type})
		}
		return out
	}
	of := &spec.Machine{Objects: 1}
	for _, other := range p.System.Units {
		if other.SUT == u.SUT && len(other.Op.State.Vars) > 0 {
			of.Units = append(of.Units, other.Name)
		}
	}
	m := machine.New(of, p.engine.Oracle, p.engine.Solver)
	from, err := m.FindInitial(ctx)
	var out []plan.Way
	for _, c := range cases {
		if len(c.Steps) != 1 {
			continue
		}
		switch {
		case err != nil:
			out = append(out, plan.Way{Case: c.ID, Why: err.Error()})
		case ctx.Err() != nil:
			out = append(out, plan.Way{Case: c.ID, Why: notLookedFor})
		default:
			out = append(out, wayTo(ctx, m, from, c))
		}
	}
	return out
}

// notLookedFor is why there is no way where the time was over before one was found.
const notLookedFor = "it was not looked for to the end: the time for that was over"

// wayTo returns the way to the state of a case.
func wayTo(ctx context.Context, m *machine.Machine, from machine.State, c *plan.Case) plan.Way {
	goal := make(machine.State, len(m.Vars))
	for i, v := range m.Vars {
		goal[i], _ = c.Values().Lookup(v.Name)
	}
	found := m.Reach(ctx, from, goal)
	out := plan.Way{Case: c.ID, Found: found.Found, Shortest: found.Shortest, Steps: []result.WayStep{}}
	for _, s := range found.Steps {
		out.Steps = append(out.Steps, result.WayStep{Unit: m.Units[s.Unit].Name, Inputs: s.Inputs})
	}
	switch {
	case found.Found && len(found.Steps) == 0:
		out.Why = "it is the initial state"
	case found.Found:
	case ctx.Err() != nil:
		out.Why = notLookedFor
	case found.All:
		out.Why = "no sequence of operations leads there, with inputs of the scope; the nearest state is "
	default:
		out.Why = "no sequence of operations was found that leads there; the nearest state found is "
	}
	if !found.Found && ctx.Err() == nil {
		near := slices.Clone(found.Nearest)
		for i := range near {
			if goal[i].Kind() == value.Nothing {
				near[i] = value.Value{}
			}
		}
		out.Why += m.Text(near)
	}
	return out
}
