package calls

import (
	"context"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// asking finds out where one call of q by u lies, by asking the solver whether this
// call is possible. It does not enumerate the possible calls.
type asking struct {
	analysis *Analysis
	u        *spec.Unit
	bound    map[string]value.Value
	q        *spec.Unit
	frame    []value.Value
	enabled  []oracle.Enabling
	before   []Answered // the calls that were made before it
}

// spot is a part of a disjunct at whose occurrence the call may stand. The calls made
// before it are bound in the problem.
type spot struct {
	at      *Occurrence
	problem solve.Problem
}

// Input tells whether a call of q with the frame's inputs is allowed on the case in
// some state: Allowed or Beside.
func (c *Case) Input(q *spec.Unit, frame spec.Frame) result.Place {
	a, ctx, u := c.analysis, c.ctx, c.unit
	bound, inputs := c.values.Map(), frame.Restrict(q.Op.Input)
	asked := asking{analysis: a, u: u, bound: bound, q: q, frame: inputs,
		enabled: a.oracle.Unit(u).Enablings(ctx, u.Frame(bound))}
	spots, ok := asked.spots()
	if !ok {
		return result.Unplaced
	}
	switch asked.solveAny(ctx, spots, func(s spot) (solve.Problem, bool) { return s.bindCall(inputs) }) {
	case solve.Case:
		return result.Allowed
	case solve.Unsatisfiable:
		return result.Beside
	}
	return result.Unplaced
}

// place returns where the call lies.
func (a *asking) place(ctx context.Context) result.Place {
	spots, ok := a.spots()
	switch {
	case !ok:
		return result.Unplaced
	case len(spots) == 0:
		return result.Beside // those before it took its place
	}
	switch a.solveAny(ctx, spots, func(s spot) (solve.Problem, bool) { return s.bindCall(a.frame) }) {
	case solve.Case:
		return result.Allowed
	case solve.Unsatisfiable:
	default:
		return result.Unplaced
	}
	inside := a.analysis.confirm(ctx, a.q, a.frame)
	if len(inside) == 0 {
		return result.Beside
	}
	for _, leaf := range inside {
		met := a.solveAny(ctx, spots, func(s spot) (solve.Problem, bool) { return a.problemInLeaf(s, leaf), true })
		switch met {
		case solve.Case:
			return result.Beside
		case solve.Unsatisfiable:
		default:
			return result.Unplaced
		}
	}
	return result.Elsewhere
}

// spots returns the parts of disjuncts where the call may stand, after the calls before
// it. It is false where no disjunct that may be enabled has the callee, or where the
// callee stands where no model gives its values.
func (a *asking) spots() (out []spot, found bool) {
	for _, at := range a.analysis.Occurrences(a.u) {
		if at.Callee != a.q {
			continue
		}
		for _, i := range at.EnabledDisjuncts(a.enabled) {
			for _, p := range a.analysis.oracle.Unit(a.u).Problems(i + 1) {
				if !oracle.HasOccurrence(p.Pred, at.Occur) {
					continue
				}
				p, ok := oracle.ExposeAll(p, at.Occur)
				if !ok {
					return nil, false
				}
				p.Bound = a.bound
				ways, seen := a.analysis.courses(a.u, p, i, a.before, at, false)
				if !seen {
					ways = []course{{problem: p}} // it is judged without them
				}
				for _, w := range ways {
					out = append(out, spot{at, w.problem})
				}
				found = true
			}
		}
	}
	return out, found
}

// bindCall returns the problem with the call's inputs and before-state bound, as far as
// they are known. It is false where the problem has another value for one of them.
func (s spot) bindCall(frame spec.Frame) (solve.Problem, bool) {
	return s.at.bind(s.problem, frame.Restrict(s.at.Callee.Op.Early))
}

// problemInLeaf returns the problem of a call that lies in the given leaf of the callee.
func (a *asking) problemInLeaf(s spot, leaf string) solve.Problem {
	var conditions []zed.Expr
	for _, c := range a.analysis.trees.Leaves(a.q.Name) {
		if c.ID == leaf {
			conditions = ownConditions(c)
		}
	}
	p := s.problem
	p.Pred = schema.Conjoin(append([]zed.Expr{p.Pred}, renameConditions(conditions, s.at.names, a.q)...))
	return p
}

// solveAny returns Case where one of the problems has a model, and Unsatisfiable where it is
// proved that none has.
func (a *asking) solveAny(ctx context.Context, spots []spot, of func(spot) (solve.Problem, bool)) solve.Outcome {
	out := solve.Unsatisfiable
	for _, s := range spots {
		p, possible := of(s)
		if !possible {
			continue
		}
		switch a.analysis.solver.Solve(ctx, p).Outcome {
		case solve.Case:
			return solve.Case
		case solve.Unsatisfiable:
		default:
			out = solve.Undecided
		}
	}
	return out
}

// Changes tells whether the unit itself, as opposed to its callees, changes a state
// variable in a disjunct that calls q and may be enabled on the case. It does where a
// conjunct of its own relates a later value of the variable to an earlier one.
func (c *Case) Changes(q *spec.Unit, variable string) bool {
	a, u := c.analysis, c.unit
	free := zed.NewFreeNames(zed.Local).WithoutOccurrences()
	for i, standing := range a.oracle.Unit(u).Enablings(c.ctx, u.Frame(c.values.Map())) {
		if standing == oracle.Disabled || len(a.placesIn(u, q.Name, i)) == 0 {
			continue
		}
		later := map[string]bool{variable + "'": true}
		for _, p := range a.Occurrences(u) {
			for k, v := range p.Callee.Op.Vars {
				if p.holds[i] && (v.Name == variable || v.Name == variable+"'") && p.names[k] != variable {
					later[p.names[k]] = true
				}
			}
		}
		if slices.ContainsFunc(appendLoose(u.Op.Disjuncts[i].Conjuncts, nil, map[zed.Expr]bool{}),
			func(e zed.Expr) bool {
				return !saysUnchanged(e) && relates(free.NamesOf(e), later)
			}) {
			return true
		}
	}
	return false
}

// relates tells whether some of the names are those of later states and others are not.
func relates(names []string, later map[string]bool) bool {
	some := slices.ContainsFunc(names, func(n string) bool { return later[n] })
	return some && slices.ContainsFunc(names, func(n string) bool { return !later[n] && !strings.HasSuffix(n, "'") })
}

// saysUnchanged tells whether a predicate is an equation that says that a variable does not
// change.
func saysUnchanged(e zed.Expr) bool {
	eq, ok := e.(*zed.Op)
	if !ok || eq.Op != zed.Equal {
		return false
	}
	a, one := eq.Args[0].(*zed.Ref)
	b, other := eq.Args[1].(*zed.Ref)
	return one && other && strings.TrimSuffix(a.Name, "'") == strings.TrimSuffix(b.Name, "'")
}

// appendLoose appends those conjuncts, under existential quantifiers too, that are not part
// of a callee's schema.
func appendLoose(terms, out []zed.Expr, seen map[zed.Expr]bool) []zed.Expr {
	for _, e := range terms {
		for _, c := range schema.Conjuncts(e) {
			if seen[c] {
				continue
			}
			seen[c] = true
			switch c := c.(type) {
			case *zed.Occur:
			case *zed.Quant:
				out = appendLoose([]zed.Expr{c.Body, c.Text.Pred}, out, seen)
			default:
				out = append(out, c)
			}
		}
	}
	return out
}
