package calls

import (
	"context"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
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

// Orders returns the used callees of which one comes before the other.
func (c *Case) Orders() []result.Order { return c.analysis.orders(c.unit) }
