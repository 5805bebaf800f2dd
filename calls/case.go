package calls

import (
	"context"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Case answers what a unit may call where it runs on one test case. It lasts as long
// as its context.
type Case struct {
	analysis *Analysis
	ctx      context.Context
	unit     *spec.Unit
	values   spec.Values
}

// On returns what u may call where it runs on the given inputs and before-state.
func (a *Analysis) On(ctx context.Context, u *spec.Unit, values spec.Values) *Case {
	return &Case{a, ctx, u, values}
}

// Inside returns what a callee may call in a call that asks it for the given inputs
// and before-state.
func (c *Case) Inside(callee *spec.Unit, asked spec.Values) *Case {
	return c.analysis.On(c.ctx, callee, asked)
}

// Demands is Analysis.Demands.
func (c *Case) Demands() map[string]result.Demand {
	return c.analysis.Demands(c.ctx, c.unit, c.values)
}

// Place is Analysis.Place.
func (c *Case) Place(callee *spec.Unit, frame []value.Value, before []Answered) result.Place {
	return c.analysis.Place(c.ctx, c.unit, c.values, callee, frame, before)
}

// Input is Analysis.Input.
func (c *Case) Input(callee *spec.Unit, frame []value.Value) result.Place {
	return c.analysis.Input(c.ctx, c.unit, c.values, callee, frame)
}

// Changes is Analysis.Changes.
func (c *Case) Changes(callee *spec.Unit, variable string) bool {
	return c.analysis.Changes(c.ctx, c.unit, c.values, callee, variable)
}

// Leads is Analysis.Leads.
func (c *Case) Leads(calls []Answered) oracle.Compliance {
	return c.analysis.Leads(c.ctx, c.unit, c.values, calls)
}

// Prescribed is Analysis.Prescribed.
func (c *Case) Prescribed(callee *spec.Unit, frame []value.Value, before []Answered) oracle.Compliance {
	return c.analysis.Prescribed(c.ctx, c.unit, c.values, callee, frame, before)
}

// Orders is Analysis.Orders.
func (c *Case) Orders() []result.Order { return c.analysis.Orders(c.unit) }
