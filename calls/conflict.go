package calls

import (
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Answered is a recorded call: the name of the callee and the values of its variables,
// of kind Nothing where they were not observed.
type Answered struct {
	Callee string
	Frame  spec.Frame
}

// AllowsResult tells whether the unit's schema allows some result on the case after the given
// calls and their answers. Where it allows none although each answer was allowed, the
// specifications of the unit and its callees contradict each other. A disjunct without
// calls may be chosen whatever was called.
func (c *Case) AllowsResult(calls []Answered) oracle.Compliance {
	a, ctx, u := c.analysis, c.ctx, c.unit
	verdict := oracle.Violated
	c.eachPart(func(p solve.Problem, disjunct int) bool {
		ways, ok := a.courses(u, p, disjunct, calls, nil, true)
		if !ok {
			verdict = oracle.Undecided
		}
		for _, w := range ways {
			switch a.solver.Solve(ctx, w.problem).Outcome {
			case solve.Case:
				verdict = oracle.Holds
				return false
			case solve.Unsatisfiable:
			default:
				verdict = oracle.Undecided
			}
		}
		return true
	})
	return verdict
}

// Prescribes tells whether the unit's schema has a call of q with these inputs and
// before-state on the case, after the given calls and their answers. It considers
// neither q's own precondition nor what would follow the call. It is Violated where the
// schema has only other calls of q there, or none. Where the answers contradict the
// schema, every call holds.
func (c *Case) Prescribes(q *spec.Unit, frame spec.Frame, before []Answered) oracle.Compliance {
	a, ctx, u := c.analysis, c.ctx, c.unit
	held, place, unknown := false, false, false
	found := oracle.Violated
	c.eachPart(func(p solve.Problem, disjunct int) bool {
		for _, at := range a.placesIn(u, q.Name, disjunct) {
			if !oracle.HasOccurrence(p.Pred, at.Occur) {
				continue
			}
			opened, ok := oracle.Expose(p, at.Occur)
			ways, known := a.courses(u, opened, disjunct, before, at, true)
			unknown = unknown || !ok || !known
			for _, w := range ways {
				if a.startsFromTaken(u, disjunct, at, w.taken) {
					continue // something else comes before it
				}
				place = true
				w.problem.Pred = oracle.Replace(w.problem.Pred, true,
					func(o *zed.Occur) bool { return !w.isAssigned(o) })
				one, possible := at.bind(w.problem, frame.Restrict(at.Callee.Op.Early))
				if possible {
					switch a.solver.Solve(ctx, one).Outcome {
					case solve.Case:
						found = oracle.Holds
						return false
					case solve.Unsatisfiable:
					default:
						unknown = true
					}
				}
				held = held || a.solver.Solve(ctx, w.problem).Outcome != solve.Unsatisfiable
			}
		}
		return true
	})
	switch {
	case found == oracle.Holds:
		return oracle.Holds
	case unknown:
		return oracle.Undecided
	case held || !place:
		return oracle.Violated
	}
	return oracle.Holds
}

// eachPart calls f with the parts of the disjuncts (from 0) that are or may be enabled on
// the case, until f returns false. The values of the case are bound in them.
func (c *Case) eachPart(f func(p solve.Problem, disjunct int) bool) {
	a, ctx, u, bound := c.analysis, c.ctx, c.unit, c.values.Map()
	for i, standing := range a.oracle.Unit(u).Enablings(ctx, u.Frame(bound)) {
		if standing == oracle.Disabled {
			continue
		}
		for _, p := range a.oracle.Unit(u).Problems(i + 1) {
			p.Bound = bound
			if !f(p, i) {
				return
			}
		}
	}
}

// course is an assignment of calls to occurrences in a part of a disjunct. The values
// of the calls are bound in its problem.
type course struct {
	problem solve.Problem
	taken   []*Occurrence
}

// isAssigned tells whether some call is assigned to an occurrence.
func (c course) isAssigned(o *zed.Occur) bool {
	return slices.ContainsFunc(c.taken, func(p *Occurrence) bool { return p.is(o) })
}

// maxCourses is the largest number of assignments of calls to occurrences that are
// tried. There are more only where a callee is called more than four times in one
// disjunct.
const maxCourses = 64

// courses returns the ways to assign calls, in their order, to the occurrences in a
// part of a disjunct except `but`. No call may come before one from whose result it
// starts. Where all calls that were made are given (all), each must have an occurrence,
// and the calls from which it starts must come before it; otherwise a callee that is
// called more often than the part has it is ignored. ok is false where an occurrence
// stands where no model gives its values, or where there are too many ways.
func (a *Analysis) courses(u *spec.Unit, p solve.Problem, disjunct int, calls []Answered, but *Occurrence,
	all bool) (ways []course, ok bool) {
	seats, made, held := map[string][]*Occurrence{}, map[string]int{}, map[string]bool{}
	for _, c := range calls {
		made[c.Callee]++
	}
	idle := true
	for _, at := range a.Occurrences(u) {
		held[at.Callee.Name] = true
		if !at.holds[disjunct] || !oracle.HasOccurrence(p.Pred, at.Occur) {
			continue
		}
		idle = false
		if at == but || made[at.Callee.Name] == 0 {
			continue
		}
		seats[at.Callee.Name] = append(seats[at.Callee.Name], at)
		if p, ok = oracle.Expose(p, at.Occur); !ok {
			return nil, false
		}
	}
	ways = []course{{problem: p}}
	for _, c := range calls {
		switch {
		case idle || !held[c.Callee]:
			continue
		case made[c.Callee] > len(seats[c.Callee]) && all:
			return nil, true
		case made[c.Callee] > len(seats[c.Callee]):
			continue
		}
		var next []course
		for _, w := range ways {
			for _, at := range seats[c.Callee] {
				if all && a.startsFromTaken(u, disjunct, at, w.taken) {
					continue
				}
				if more, fits := w.assignCall(at, c.Frame); fits {
					next = append(next, more)
				}
			}
		}
		if ways = next; len(ways) > maxCourses {
			return nil, false
		}
	}
	return ways, true
}

// startsFromTaken tells whether the call at an occurrence starts from the result of an occurrence
// to which no call is assigned yet.
func (a *Analysis) startsFromTaken(u *spec.Unit, disjunct int, at *Occurrence, taken []*Occurrence) bool {
	return slices.ContainsFunc(a.Occurrences(u), func(p *Occurrence) bool {
		return p != at && p.holds[disjunct] && feeds(p, at) && !feeds(at, p) && !slices.Contains(taken, p)
	})
}

// assignCall returns the course with a call assigned to an occurrence. It is false where the
// occurrence has a call already, where an earlier call starts from the result of this
// one, or where the problem has another value bound.
func (c course) assignCall(at *Occurrence, frame spec.Frame) (course, bool) {
	for _, p := range c.taken {
		if p == at || feeds(at, p) {
			return c, false
		}
	}
	p, fits := at.bind(c.problem, frame)
	return course{p, append(c.taken[:len(c.taken):len(c.taken)], at)}, fits
}

// bind returns the problem with the callee's variables bound to those values of a frame
// that are known. It is false where the problem has another value bound.
func (p *Occurrence) bind(problem solve.Problem, frame spec.Frame) (solve.Problem, bool) {
	bound := make(map[string]value.Value, len(problem.Bound)+len(frame))
	for name, v := range problem.Bound {
		bound[name] = v
	}
	for i, x := range frame {
		here := p.names[i]
		if x.Kind() == value.Nothing {
			continue
		}
		if known, ok := bound[here]; ok && !known.Equal(x) {
			return problem, false
		}
		bound[here] = x
	}
	problem.Bound = bound
	return problem, true
}
