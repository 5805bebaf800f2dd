package planner

import (
	"context"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
)

// Outcomes returns the outcomes that the unit's specification allows for one
// of its cases.
func (p *Planned) Outcomes(ctx context.Context, u *plan.Unit, c *plan.Case) plan.Outcomes {
	if c.Open {
		return plan.Outcomes{Others: plan.UnknownOthers}
	}
	if c.Expected != nil {
		return plan.Outcomes{Known: []spec.Values{c.Expected}, Others: plan.NoOthers}
	}
	judge := p.engine.WithSizes(c.Sizes).Oracle.Unit(u.UnitFor(c.Leaf))
	all, complete, _ := judge.Outcomes(ctx, u.Frame(c.Values().Map()), plan.MaxOutcomes+1)
	switch {
	case len(all) > plan.MaxOutcomes:
		return plan.Outcomes{Known: all[:plan.MaxOutcomes], Others: plan.MoreOthers}
	case complete && len(all) > 0:
		return plan.Outcomes{Known: all, Others: plan.NoOthers}
	case len(all) == 0:
		all = []spec.Values{c.Witness}
	}
	return plan.Outcomes{Known: all, Others: plan.UnknownOthers}
}

// FindOutcomes returns the outcomes of each case of a unit, in order.
func FindOutcomes(ctx context.Context, p *Planned, u *plan.Unit) []plan.Outcomes {
	var out []plan.Outcomes
	for _, c := range u.Cases {
		out = append(out, p.Outcomes(ctx, u, c))
	}
	return out
}
