package oracle

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits of the search for specification conflicts. They are small because a callee
// with an unusable answer shows it on small inputs.
const (
	maxCalls   = 12 // calls that are tried at an occurrence, for each alternative
	maxAnswers = 8  // answers that are tried for each call
)

// FindConflicts looks, for every callee that the unit uses, for a specification conflict: a
// call with an answer that the callee's specification allows and that leaves the unit
// no allowed result. The other callees may give any allowed answers.
func (u *Unit) FindConflicts(ctx context.Context) []Claim {
	var out []Claim
	for _, name := range u.spec.Uses {
		callee := u.oracle.system.Unit(name)
		c := Claim{Kind: Answered, Chosen: u.oracle.listChosen(u.spec.Op.Pred), Outcome: HoldsAlways, Unit: u.spec.Name,
			Schema: name, At: u.spec.At}
		s := conflictSearch{unit: u, callee: u.oracle.Unit(callee), schema: callee.Schema, claim: &c,
			exposed: map[exposure]exposed{}}
		for i, d := range u.spec.Op.Disjuncts {
			for _, o := range s.occurrences(d.Conjuncts) {
				if s.tryOccurrence(ctx, i, o); c.Outcome == IsViolated {
					break
				}
			}
		}
		out = append(out, c)
	}
	return out
}

// conflictSearch looks for an answer of a callee that leaves the caller no allowed
// result.
type conflictSearch struct {
	unit, callee *Unit
	schema       string // the callee's schema
	claim        *Claim
	exposed      map[exposure]exposed
}

// exposure is a predicate together with an occurrence in it.
type exposure struct {
	pred zed.Expr
	o    *zed.Occur
}

// exposed is a result of Expose, which is kept: a solver recognises a predicate by its
// pointer, and so prepares it once for all answers of a callee.
type exposed struct {
	problem solve.Problem
	ok      bool
}

// expose returns the problem in which the variables around an occurrence are free.
func (s *conflictSearch) expose(p solve.Problem, o *zed.Occur) (solve.Problem, bool) {
	key := exposure{p.Pred, o}
	known, asked := s.exposed[key]
	if !asked {
		known.problem, known.ok = Expose(p, o)
		s.exposed[key] = known
	}
	p.Pred, p.Vars = known.problem.Pred, known.problem.Vars
	return p, known.ok
}

// occurrences returns the callee's occurrences in some conjuncts.
func (s *conflictSearch) occurrences(conjuncts []zed.Expr) []*zed.Occur {
	var out []*zed.Occur
	for _, o := range s.unit.spec.Op.Occurrences {
		if o.Schema == s.schema && slices.ContainsFunc(conjuncts, func(c zed.Expr) bool {
			return HasOccurrence(c,
				o)
		}) {
			out = append(out, o)
		}
	}
	return out
}

// call is a call of the callee by the unit.
type call struct {
	disjunct int
	o        *zed.Occur
	given    map[string]value.Value // the unit's inputs and before-state
	frame    []value.Value          // the callee's frame
}

// tryOccurrence tries calls at an occurrence in a disjunct.
func (s *conflictSearch) tryOccurrence(ctx context.Context, disjunct int, o *zed.Occur) {
	seen := map[string]bool{}
	for _, p := range s.unit.Problems(disjunct + 1) {
		p, ok := s.expose(p, o)
		if !ok {
			s.claim.weaken(NotFound, fmt.Sprintf("%s is called under a quantifier", s.claim.Schema))
			continue
		}
		tried := 0
		for answer := range s.unit.oracle.solver.All(ctx, p) {
			if answer.Outcome != solve.Case {
				s.claim.add(answer)
				break
			}
			made := call{disjunct, o, map[string]value.Value{}, s.arguments(o, answer.Model)}
			for _, i := range s.unit.spec.Op.Early.At {
				name := s.unit.Vars[i].Name
				made.given[name] = answer.Model[name]
			}
			key := value.OfTuple(append([]value.Value{value.OfTuple(made.frame...)},
				orderValues(s.unit, made.given)...)...).Key()
			if seen[key] {
				continue
			}
			seen[key] = true
			if s.call(ctx, made); s.claim.Outcome == IsViolated {
				return
			}
			if tried++; tried == maxCalls {
				s.claim.weaken(NotFound, fmt.Sprintf("the first %d calls were tried", maxCalls))
				break
			}
		}
	}
}

// orderValues returns the values of the unit's inputs and before-state, in the order of its
// signature.
func orderValues(u *Unit, values map[string]value.Value) []value.Value {
	var out []value.Value
	for _, i := range u.spec.Op.Early.At {
		out = append(out, values[u.Vars[i].Name])
	}
	return out
}

// arguments returns the callee's frame with the inputs and before-state that a model
// gives to an occurrence.
func (s *conflictSearch) arguments(o *zed.Occur, model map[string]value.Value) []value.Value {
	frame := make([]value.Value, len(s.callee.Vars))
	for _, i := range s.callee.spec.Op.Early.At {
		frame[i] = model[o.Vars[i].Name]
	}
	return frame
}

// call tries answers to a call.
func (s *conflictSearch) call(ctx context.Context, made call) {
	answers, complete, reason := s.callee.Outcomes(ctx, made.frame, maxAnswers)
	if !complete {
		if reason == "" {
			reason = fmt.Sprintf("the first %d answers of %s were tried", maxAnswers, s.claim.Schema)
		}
		s.claim.weaken(NotFound, reason)
	}
	for _, answer := range answers {
		switch s.judgeAnswer(ctx, made, answer.Map()) {
		case Undecided:
			s.claim.weaken(IsUndecided, "it was not found out whether "+s.unit.spec.Schema+
				" allows a result for an answer of "+s.claim.Schema)
		case Violated:
			s.claim.Outcome, s.claim.Reason = IsViolated, ""
			s.claim.At = made.o.Span
			s.claim.Values = spec.FromModel(s.unit.spec.Op.Early.Vars, made.given)
			s.claim.Call = spec.FromModel(s.callee.spec.Op.Early.Vars, bindAll(s.callee, made.frame))
			s.claim.Answer = answer
			return
		}
	}
}

// bindAll returns the known values of a frame by the names of the unit's variables.
func bindAll(u *Unit, frame spec.Frame) map[string]value.Value {
	out := map[string]value.Value{}
	for i, v := range u.Vars {
		out[v.Name] = frame[i]
	}
	return out
}

// judgeAnswer tells whether the unit has an allowed result where the callee gives this
// answer to a call.
func (s *conflictSearch) judgeAnswer(ctx context.Context, made call, answer map[string]value.Value) Compliance {
	verdict := Violated
	for j, d := range s.unit.spec.Op.Disjuncts {
		ends := []*zed.Occur{made.o}
		if j != made.disjunct {
			if ends = s.occurrences(d.Conjuncts); len(ends) == 0 {
				ends = []*zed.Occur{nil}
			}
		}
		for _, o := range ends {
			for _, p := range s.unit.Problems(j + 1) {
				switch s.result(ctx, p, o, made, answer) {
				case Holds:
					return Holds
				case Undecided:
					verdict = Undecided
				}
			}
		}
	}
	return verdict
}

// result tells whether an alternative of a disjunct allows a result where the call is
// the one at an occurrence; where the occurrence is nil, where the call is at none.
func (s *conflictSearch) result(ctx context.Context, p solve.Problem, o *zed.Occur, made call,
	answer map[string]value.Value) Compliance {
	p.Bound = map[string]value.Value{}
	for name, v := range made.given {
		p.Bound[name] = v
	}
	if o != nil {
		var ok bool
		if p, ok = s.expose(p, o); !ok {
			return Undecided
		}
		for i, v := range s.callee.Vars {
			x, late := answer[v.Name]
			if !late {
				x = made.frame[i]
			}
			name := o.Vars[i].Name
			if known, has := p.Bound[name]; has && !known.Equal(x) {
				return Violated
			}
			p.Bound[name] = x
		}
	}
	switch s.unit.oracle.outcomes.Solve(ctx, p).Outcome {
	case solve.Case:
		return Holds
	case solve.Unsatisfiable:
		return Violated
	}
	return Undecided
}
