package stubs

import (
	"context"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Answered is a recorded call: the callee, and the values of its variables, of
// kind Nothing where not observed.
type Answered struct {
	Callee string
	Frame  []value.Value
}

// Satisfiable tells whether u's schema allows some result on the given inputs and
// before-state, when its callees answered as they did. A call is held against
// an occurrence where it is the only one of its callee, and the occurrence the
// only one of that in a disjunct. Where no result is allowed, and each answer
// was, the specifications of u and its callees do not fit.
func (d *Decider) Satisfiable(ctx context.Context, u *spec.Unit, values spec.Values, calls []Answered) oracle.Verdict {
	bound := values.Map()
	verdict := oracle.Violated
	for i, standing := range d.oracle.Unit(u).Enabled(ctx, frameOf(u.Op.Vars, bound)) {
		if standing == oracle.Disabled {
			continue
		}
		for _, p := range d.oracle.Unit(u).Problems(i + 1) {
			switch d.satisfiable(ctx, u, p, bound, calls, i) {
			case oracle.Holds:
				return oracle.Holds
			case oracle.Undecided:
				verdict = oracle.Undecided
			}
		}
	}
	return verdict
}

// satisfiable tells whether one part of a disjunct allows a result.
func (d *Decider) satisfiable(ctx context.Context, u *spec.Unit, p solve.Problem, values map[string]value.Value, calls []Answered, disjunct int) oracle.Verdict {
	bound := map[string]value.Value{}
	for name, v := range values {
		bound[name] = v
	}
	for _, name := range u.Uses {
		places, made := d.placesIn(u, name, disjunct), only(calls, name)
		if len(places) != 1 || made == nil {
			continue
		}
		var ok bool
		if p, ok = oracle.Expose(p, places[0].occur); !ok {
			return oracle.Undecided
		}
		for i, here := range places[0].names {
			x := made.Frame[i]
			if known, twice := bound[here]; twice && x.Kind() != value.Nothing && !known.Equal(x) {
				return oracle.Violated
			}
			if x.Kind() != value.Nothing {
				bound[here] = x
			}
		}
	}
	p.Bound = bound
	switch d.solver.Solve(ctx, p).Outcome {
	case solve.Case:
		return oracle.Holds
	case solve.Unsatisfiable:
		return oracle.Violated
	}
	return oracle.Undecided
}

// only returns the call of a callee, where there is exactly one.
func only(calls []Answered, callee string) *Answered {
	var found *Answered
	for i, c := range calls {
		if c.Callee == callee {
			if found != nil {
				return nil
			}
			found = &calls[i]
		}
	}
	return found
}
