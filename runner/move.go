package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/trace"
)

// move is a unit of a machine, with what all of its steps have in common.
type move struct {
	*unitRun
	leaf *plan.Leaf // the leaf that is the unit's valid input space
	*prepared
	// beside are the state variables that the unit's callees may change and that its
	// own signature does not have.
	beside []int
}

// move prepares a unit as a step of sequences. why says why that is not possible.
func (x *execution) move(ctx context.Context, u *spec.Unit) (one *move, why string) {
	of := x.plan.Unit(u.Name)
	ur, why := x.prepare(ctx, of)
	if why != "" {
		return nil, why
	}
	if passed := ur.binding.PassedVariable(); passed != "" {
		return nil, fmt.Sprintf("%s takes %s, of its state, as a parameter: no object holds it from one step to the "+
			"next; leave %s out of the machine's units", u.Name, passed, u.Name)
	}
	for _, v := range u.Op.Input.Vars {
		if why, bad := ur.binding.Unset[v.Name]; bad && !of.Tree.Completion[v.Name] {
			return nil, fmt.Sprintf("%s of %s cannot be set: %s", v.Name, u.Name, why)
		}
	}
	set, err := x.routing.makeRouteSet(ctx, ur.program, x.realDecisions(u), x.options.Seed)
	if err != nil {
		return nil, err.Error()
	}
	p := &prepared{set: set}
	for _, callee := range u.Uses {
		p.expects = append(p.expects, trace.Expectation{Callee: callee})
	}
	return &move{unitRun: ur, leaf: &plan.Leaf{Leaf: suite.Leaf{Condition: of.Tree.Root}}, prepared: p}, ""
}

// attempt returns a step in the form of an attempt at a case of its unit.
func (m *move) attempt(id string, frame spec.Frame) *attempt {
	values := frame.KnownValues(m.plan.Unit.Op.Early)
	c := &plan.Case{Case: suite.Case{ID: id, Steps: suite.MakeSteps(m.plan.Name, values)}, Leaf: m.leaf}
	return &attempt{unit: m.unitRun, c: numbered{Case: c}, prepared: m.prepared, selected: true}
}

// realDecisions returns the decisions under which no stub stands in for a callee, at any depth.
func (x *execution) realDecisions(u *spec.Unit) decisions {
	out := decisions{}
	var add func(u *spec.Unit)
	add = func(u *spec.Unit) {
		for _, callee := range slices.Concat(u.Uses, u.Calls) {
			e := edge{u.Name, callee}
			if q := x.plan.System.Unit(callee); q != nil && out[e] == "" {
				out[e] = result.Self
				add(q)
			}
		}
	}
	add(u)
	return out
}
