package calls

import (
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Answered is a recorded call: the callee, and the values of its variables, of
// kind Nothing where not observed.
type Answered struct {
	Callee string
	Frame  spec.Frame
}

// Leads tells whether the unit's schema allows some result on the case, when these are
// the calls that it made, with what they were answered. Where no result is allowed, and
// each answer was, the specifications of the unit and its callees do not fit. A disjunct
// without calls is one that the unit can always go by.
func (c *Case) Leads(calls []Answered) oracle.Compliance {
	a, ctx, u := c.analysis, c.ctx, c.unit
	verdict := oracle.Violated
	c.parts(func(p solve.Problem, disjunct int) bool {
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

// Prescribed tells whether the unit's schema has a call of q on the case, by its inputs
// and before-state, after what its callees answered before: whatever q's own
// precondition is, and whatever would follow. It is Violated where the schema has
// another call of q there, or none; where the answers contradict what the schema
// says of them, it has nothing to say, and any call will do.
func (c *Case) Prescribed(q *spec.Unit, frame spec.Frame, before []Answered) oracle.Compliance {
	a, ctx, u := c.analysis, c.ctx, c.unit
	held, place, unknown := false, false, false
	found := oracle.Violated
	c.parts(func(p solve.Problem, disjunct int) bool {
		for _, at := range a.placesIn(u, q.Name, disjunct) {
			if !oracle.Within(p.Pred, at.Occur) {
				continue
			}
			opened, ok := oracle.Expose(p, at.Occur)
			ways, known := a.courses(u, opened, disjunct, before, at, true)
			unknown = unknown || !ok || !known
			for _, w := range ways {
				if a.early(u, disjunct, at, w.taken) {
					continue // something else comes before it
				}
				place = true
				w.problem.Pred = oracle.Replace(w.problem.Pred, true, func(o *zed.Occur) bool { return !w.holds(o) })
				one, possible := at.bind(w.problem, frame.Only(at.Callee.Op.Early))
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

// parts calls f with the parts of the disjuncts (from 0) that are or may be enabled
// on the case, whose values are bound, until f returns false.
func (c *Case) parts(f func(p solve.Problem, disjunct int) bool) {
	a, ctx, u, bound := c.analysis, c.ctx, c.unit, c.values.Map()
	for i, standing := range a.oracle.Unit(u).Enabled(ctx, u.Frame(bound)) {
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

// course is a part of a disjunct in which calls are those at some occurrences: what
// they were called with and answered is bound.
type course struct {
	problem solve.Problem
	taken   []*Occurrence
}

// holds tells whether a call is the one at an occurrence.
func (c course) holds(o *zed.Occur) bool {
	return slices.ContainsFunc(c.taken, func(p *Occurrence) bool { return p.is(o) })
}

// maxCourses is how many ways are looked at in which calls may be those of a
// disjunct: callees that are called more than four times at once have more.
const maxCourses = 64

// courses returns the ways in which calls, in their order, may be those at the
// occurrences of a part of a disjunct, but for one: no call comes before one that it
// is to start from. They may be all calls that were made, so that each has an
// occurrence, and those that it starts from have theirs before; otherwise nothing is
// said of a callee that is called more often than the part has it. ok is false where an
// occurrence stands where no model gives its values, or where there are too many ways.
func (a *Analysis) courses(u *spec.Unit, p solve.Problem, disjunct int, calls []Answered, but *Occurrence,
	all bool) (ways []course, ok bool) {
	seats, made, held := map[string][]*Occurrence{}, map[string]int{}, map[string]bool{}
	for _, c := range calls {
		made[c.Callee]++
	}
	idle := true
	for _, at := range a.Occurrences(u) {
		held[at.Callee.Name] = true
		if !at.holds[disjunct] || !oracle.Within(p.Pred, at.Occur) {
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
				if all && a.early(u, disjunct, at, w.taken) {
					continue
				}
				if more, fits := w.with(at, c.Frame); fits {
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

// early tells whether a call at an occurrence is to start from what one leaves that is
// not among those made.
func (a *Analysis) early(u *spec.Unit, disjunct int, at *Occurrence, taken []*Occurrence) bool {
	return slices.ContainsFunc(a.Occurrences(u), func(p *Occurrence) bool {
		return p != at && p.holds[disjunct] && feeds(p, at) && !feeds(at, p) && !slices.Contains(taken, p)
	})
}

// with gives an occurrence to a call; false where it is taken, where a call that was
// made before is to start from this one, or where another value is bound already.
func (c course) with(at *Occurrence, frame spec.Frame) (course, bool) {
	for _, p := range c.taken {
		if p == at || feeds(at, p) {
			return c, false
		}
	}
	p, fits := at.bind(c.problem, frame)
	return course{p, append(c.taken[:len(c.taken):len(c.taken)], at)}, fits
}

// bind binds the callee's variables to a frame's values, as far as they are known; false
// where another value is bound already.
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
