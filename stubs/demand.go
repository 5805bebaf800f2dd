package stubs

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Demands returns, for each callee that u uses, whether u must call it, or must
// not, on the given inputs and before-state. A disjunct is enabled where its
// precondition holds there.
func (d *Decider) Demands(ctx context.Context, u *spec.Unit, values spec.Values) map[string]result.Demand {
	out := map[string]result.Demand{}
	standings := d.oracle.Unit(u).Enabled(ctx, frameOf(u.Op.Vars, values.Map()))
	for _, name := range u.Uses {
		out[name] = d.demand(u, name, standings)
	}
	return out
}

func (d *Decider) demand(u *spec.Unit, name string, standings []oracle.Standing) result.Demand {
	var with, without, unknown bool
	for i := range u.Op.Disjuncts {
		switch standings[i] {
		case oracle.Disabled:
			continue
		case oracle.Unsettled:
			unknown = true
		}
		if slices.ContainsFunc(d.places(u), func(p *place) bool { return p.callee.Name == name && p.holds[i] }) {
			with = true
		} else {
			without = true
		}
	}
	switch {
	case with && without && !unknown:
		return result.Optional
	case with && !without:
		// That one more disjunct may be enabled takes nothing away here,
		// because it has the call too; but one has to be.
		return result.Demanded
	case without && !with:
		return result.Forbidden
	}
	return result.Unsettled
}
