package stubs

import (
	"context"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Answered is a recorded call: the callee, and the values of its variables, of
// kind Nothing where not observed.
type Answered struct {
	Callee string
	Frame  []value.Value
}

// Leads tells whether u's schema allows some result on the given inputs and
// before-state, when its callees were called and answered so. Where no result is
// allowed, and each answer was, the specifications of u and its callees do not
// fit. Of a callee that was called more often than a disjunct holds it, nothing is
// said there.
func (d *Decider) Leads(ctx context.Context, u *spec.Unit, values spec.Values, calls []Answered) oracle.Verdict {
	verdict := oracle.Violated
	d.parts(ctx, u, values, func(p solve.Problem, disjunct int) bool {
		ways, ok := d.courses(u, p, disjunct, calls, nil)
		if !ok {
			verdict = oracle.Undecided
		}
		for _, w := range ways {
			switch d.solver.Solve(ctx, w.problem).Outcome {
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

// Prescribed tells whether u's schema has a call of q, by its inputs and
// before-state, after what its callees answered before: whatever q's own
// precondition is, and whatever would follow. It is Violated where the schema has
// another call of q there, or none; where the answers contradict what the schema
// says of them, it has nothing to say, and any call will do.
func (d *Decider) Prescribed(ctx context.Context, u *spec.Unit, values spec.Values, q *spec.Unit, frame []value.Value, before []Answered) oracle.Verdict {
	held, place, unknown := false, false, false
	asked := oracle.Violated
	d.parts(ctx, u, values, func(p solve.Problem, disjunct int) bool {
		for _, at := range d.placesIn(u, q.Name, disjunct) {
			if !oracle.Within(p.Pred, at.occur) {
				continue
			}
			opened, ok := oracle.Expose(p, at.occur)
			ways, known := d.courses(u, opened, disjunct, before, at)
			unknown = unknown || !ok || !known
			for _, w := range ways {
				place = true
				w.problem.Pred = oracle.Replace(w.problem.Pred, true, func(o *zed.Occur) bool { return !w.holds(o) })
				one, possible := at.bind(w.problem, frame, at.early)
				if possible {
					switch d.solver.Solve(ctx, one).Outcome {
					case solve.Case:
						asked = oracle.Holds
						return false
					case solve.Unsatisfiable:
					default:
						unknown = true
					}
				}
				held = held || d.solver.Solve(ctx, w.problem).Outcome != solve.Unsatisfiable
			}
		}
		return true
	})
	switch {
	case asked == oracle.Holds:
		return oracle.Holds
	case unknown:
		return oracle.Undecided
	case held || !place:
		return oracle.Violated
	}
	return oracle.Holds
}

// parts calls f with the parts of the disjuncts (from 0) that are or may be enabled
// on the given inputs and before-state, which are bound, until f returns false.
func (d *Decider) parts(ctx context.Context, u *spec.Unit, values spec.Values, f func(p solve.Problem, disjunct int) bool) {
	bound := values.Map()
	for i, standing := range d.oracle.Unit(u).Enabled(ctx, frameOf(u.Op.Vars, bound)) {
		if standing == oracle.Disabled {
			continue
		}
		for _, p := range d.oracle.Unit(u).Problems(i + 1) {
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
	taken   []*place
}

// holds tells whether a call is the one at an occurrence.
func (c course) holds(o *zed.Occur) bool {
	for _, p := range c.taken {
		if p.is(o) {
			return true
		}
	}
	return false
}

// maxCourses is how many ways are looked at in which calls may be those of a
// disjunct: callees that are called more than four times at once have more.
const maxCourses = 64

// courses returns the ways in which calls, in their order, may be those at the
// occurrences of a part of a disjunct, but for one: no call comes before one that it
// is to start from. ok is false where an occurrence stands where no model gives its
// values, or where there are too many ways.
func (d *Decider) courses(u *spec.Unit, p solve.Problem, disjunct int, calls []Answered, but *place) (ways []course, ok bool) {
	seats := map[string][]*place{}
	made := map[string]int{}
	for _, c := range calls {
		made[c.Callee]++
	}
	for _, at := range d.places(u) {
		if at == but || !at.holds[disjunct] || made[at.callee.Name] == 0 || !oracle.Within(p.Pred, at.occur) {
			continue
		}
		seats[at.callee.Name] = append(seats[at.callee.Name], at)
		if p, ok = oracle.Expose(p, at.occur); !ok {
			return nil, false
		}
	}
	ways = []course{{problem: p}}
	for _, c := range calls {
		if made[c.Callee] > len(seats[c.Callee]) {
			continue
		}
		var next []course
		for _, w := range ways {
			for _, at := range seats[c.Callee] {
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

// with gives an occurrence to a call; false where it is taken, where a call that was
// made before is to start from this one, or where another value is bound already.
func (c course) with(at *place, frame []value.Value) (course, bool) {
	for _, p := range c.taken {
		if p == at || feeds(at, p) {
			return c, false
		}
	}
	all := make([]int, len(at.names))
	for i := range all {
		all[i] = i
	}
	p, fits := at.bind(c.problem, frame, all)
	return course{p, append(c.taken[:len(c.taken):len(c.taken)], at)}, fits
}

// bind binds some of the callee's variables to a frame's values, as far as they are
// given; false where another value is bound already.
func (p *place) bind(problem solve.Problem, frame []value.Value, indices []int) (solve.Problem, bool) {
	bound := make(map[string]value.Value, len(problem.Bound)+len(indices))
	for name, v := range problem.Bound {
		bound[name] = v
	}
	for _, i := range indices {
		here := p.names[i]
		if frame[i].Kind() == value.Nothing {
			continue
		}
		if known, ok := bound[here]; ok && !known.Equal(frame[i]) {
			return problem, false
		}
		bound[here] = frame[i]
	}
	problem.Bound = bound
	return problem, true
}

// early returns a frame's inputs and before-state alone.
func early(q *spec.Unit, frame []value.Value) []value.Value {
	out := make([]value.Value, len(frame))
	for i, v := range q.Op.Vars {
		switch schema.RoleOf(q.Op.Vars, v.Name) {
		case schema.Before, schema.Input:
			out[i] = frame[i]
		}
	}
	return out
}
