package calls

import (
	"context"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Case answers which calls a unit may make where it runs on one test case. It may be
// used as long as its context has not ended.
type Case struct {
	analysis *Analysis
	ctx      context.Context
	unit     *spec.Unit
	values   spec.Values
}

// CaseOn returns the Case in which u runs on the given inputs and before-state.
func (a *Analysis) CaseOn(ctx context.Context, u *spec.Unit, values spec.Values) *Case {
	return &Case{a, ctx, u, values}
}

// ForCallee returns the Case of a callee that runs on the given inputs and before-state,
// as part of c.
func (c *Case) ForCallee(callee *spec.Unit, asked spec.Values) *Case {
	return c.analysis.CaseOn(c.ctx, callee, asked)
}

// Orders returns the pairs of used callees of which the specification fixes the order.
func (c *Case) Orders() []result.Order { return c.analysis.orders(c.unit) }
