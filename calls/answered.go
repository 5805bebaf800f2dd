package calls

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxConflicts is the largest number of candidates for a specification conflict that
// are checked, of each kind and at each occurrence. The questions are made so that the
// first candidate mostly is a conflict.
const maxConflicts = 24

// conflictSteps is the solver's budget for finding one candidate for a conflict. It is
// small since there are many questions; a candidate that was found is checked against
// the specification with the whole budget.
const conflictSteps = 1000

// refusalSteps is the solver's budget for a question in which the states that callees
// hide are opened. Such questions are few and large.
const refusalSteps = 20_000

// FindConflicts looks for specification conflicts of u: an answer that a callee's
// specification allows and after which u has no allowed result. Of the claims, one for
// each callee, it refutes those for which it finds a conflict. It asks for what leads
// to a conflict most often: an answer after which the next call is outside its callee's
// precondition, and a second allowed answer to a call for which a first one leads to a
// result.
func (a *Analysis) FindConflicts(ctx context.Context, u *spec.Unit, claims []oracle.Claim) {
	c := conflicts{a}
	single := map[*spec.Unit]bool{}
	for _, at := range a.Occurrences(u) {
		if _, asked := single[at.Callee]; !asked {
			single[at.Callee] = c.isSingle(ctx, at.Callee)
		}
	}
	for i := range u.Op.Disjuncts {
		several := map[*Occurrence]bool{} // whose callee may have more than one answer
		c.eachPart(u, i, func(at *Occurrence, part part) {
			if single[at.Callee] {
				return
			}
			if s := c.askAnsweredElse(u, at, i, part); s == nil || s.candidates(ctx, conflictSteps, claims) {
				several[at] = true
			}
		})
		c.eachPart(u, i, func(at *Occurrence, part part) {
			s := c.askTakenOutside(u, at, i, part)
			if s == nil || !slices.ContainsFunc(s.earlier, func(q *Occurrence) bool { return several[q] }) {
				return
			}
			if s.candidates(ctx, conflictSteps, claims) && !s.areAllRefuted(claims) {
				c.findRefusals(ctx, s, part, i, claims)
			}
		})
	}
}

// conflicts looks for the specification conflicts of units.
type conflicts struct{ analysis *Analysis }

// eachPart calls f with each occurrence in a disjunct and each part of the disjunct
// that has it, where a model gives its values.
func (a conflicts) eachPart(u *spec.Unit, disjunct int, f func(*Occurrence, part)) {
	for _, at := range a.analysis.Occurrences(u) {
		if !at.holds[disjunct] {
			continue
		}
		for _, part := range a.analysis.partsWith(u, at, disjunct) {
			if part.open {
				f(at, part)
			}
		}
	}
}

// askTakenOutside returns the question for answers after which the call at an occurrence
// is outside its callee's precondition. It is nil where nothing is called before that
// call.
func (a conflicts) askTakenOutside(u *spec.Unit, at *Occurrence, disjunct int, part part) *before {
	s, _ := a.analysis.partBefore(u, at, disjunct, part, nil)
	if s == nil {
		return nil
	}
	var after []zed.Var
	for _, i := range at.Callee.Op.Late.At {
		after = append(after, at.Occur.Vars[i])
	}
	pre := a.analysis.system.Calculus.Exists(after, at.Occur)
	s.problem.Pred = schema.Conjoin([]zed.Expr{s.problem.Pred, schema.Negate(pre)})
	return s
}

// findRefusals looks for answers after which exactly one condition that the callee at an
// occurrence puts on its inputs and before-state is false. It opens the states that the
// callee hides, so that it finds such answers also where the solver cannot treat pre B
// as a whole.
func (a conflicts) findRefusals(ctx context.Context, s *before, part part, disjunct int, claims []oracle.Claim) {
	plain, _ := a.analysis.partBefore(s.u, s.at, disjunct, part, nil)
	names := fresh{}
	for _, v := range plain.problem.Vars {
		names[v.Name] = true
	}
	vars, before := names.openQuantifiers(plain.problem.Pred, nil)
	plain.problem.Vars = append(slices.Clip(plain.problem.Vars), vars...)
	to, later := map[string]string{}, map[string]bool{}
	for i, v := range s.at.Callee.Op.Vars {
		to[v.Name] = s.at.names[i]
		later[s.at.names[i]] = s.at.Callee.Op.Late.Has(v.Name)
	}
	free := zed.NewFreeNames(zed.Local)
	for k := range s.at.Callee.Op.Disjuncts {
		for _, p := range a.analysis.oracle.Unit(s.at.Callee).Problems(k + 1) {
			vars, all := names.openQuantifiers(schema.Rename(p.Pred, to), later)
			conditions := slices.DeleteFunc(all, func(e zed.Expr) bool {
				return slices.ContainsFunc(free.NamesOf(e), func(n string) bool { return later[n] })
			})
			for i, e := range conditions {
				if eq, ok := e.(*zed.Op); ok && eq.Op == zed.Equal {
					continue
				}
				one := *plain
				one.problem.Vars = append(slices.Clip(plain.problem.Vars), vars...)
				one.problem.Pred = schema.Conjoin(slices.Concat(before, conditions[:i], conditions[i+1:],
					[]zed.Expr{schema.Negate(e)}))
				one.candidates(ctx, refusalSteps, claims)
			}
		}
	}
}

// fresh is the set of names that variables have already.
type fresh map[string]bool

// openQuantifiers returns the conjuncts of a predicate in which existential quantifiers and the
// schemas of callees are opened, and the variables of the quantifiers, renamed so that
// no two variables share a name. The names of after-state variables among them are
// added to later.
func (f fresh) openQuantifiers(pred zed.Expr, later map[string]bool) (vars []solve.Var, conjuncts []zed.Expr) {
	for todo := []zed.Expr{pred}; len(todo) > 0; {
		e := todo[0]
		todo = todo[1:]
		switch e := e.(type) {
		case *zed.Logic:
			if parts := schema.Conjuncts(e); len(parts) > 1 {
				todo = append(todo, parts...)
				continue
			}
		case *zed.Occur:
			todo = append(todo, e.Body)
			continue
		case *zed.Quant:
			if e.Q != zed.Exists {
				break
			}
			body, declared := schema.Open(e)
			to := map[string]string{}
			for _, v := range declared {
				to[v.Name] = schema.FreshName(v.Name, f)
				if later != nil && schema.RoleOf(v.Name) == schema.After {
					later[to[v.Name]] = true
				}
				v.Name = to[v.Name]
				f[v.Name] = true
				vars = append(vars, solve.Var{Var: v})
			}
			todo = append(todo, schema.Rename(body, to))
			continue
		}
		conjuncts = append(conjuncts, e)
	}
	return vars, conjuncts
}

// askAnsweredElse returns the question for allowed calls, of which the one at the
// occurrence has two different answers. It is nil where a call before it stands where
// no model gives its values.
func (a conflicts) askAnsweredElse(u *spec.Unit, at *Occurrence, disjunct int, part part) *before {
	earlier, _ := a.analysis.occurrencesAround(u, at, disjunct, nil)
	s := &before{a.analysis, u, at, append(earlier, at), solve.Problem{Vars: slices.Clip(part.vars), Pred: part.pred,
		Scope: u.Scope, Globals: a.analysis.system.Globals}}
	for _, q := range earlier {
		var open bool
		if s.problem, open = oracle.Expose(s.problem, q.Occur); !open {
			return nil
		}
	}
	other := *at
	other.names = addSecondAnswer(&s.problem, at.Callee, at.names)
	s.earlier[len(s.earlier)-1] = &other
	return s
}

// isSingle tells whether it is proved that a unit's specification allows only one answer
// to every call.
func (a conflicts) isSingle(ctx context.Context, q *spec.Unit) bool {
	p := a.analysis.oracle.Unit(q).Problem(0)
	p.Vars = slices.Clip(p.Vars)
	var names []string
	for _, v := range q.Op.Vars {
		names = append(names, v.Name)
	}
	addSecondAnswer(&p, q, names)
	p.Steps = conflictSteps
	return a.analysis.solver.Solve(ctx, p).Outcome == solve.Unsatisfiable
}

// addSecondAnswer extends a problem in which q is called under the given names by a second answer
// of q to the same call that differs from the first. It returns the names of the
// variables of the second answer.
func addSecondAnswer(p *solve.Problem, q *spec.Unit, names []string) []string {
	taken := map[string]bool{}
	for _, v := range p.Vars {
		taken[v.Name] = true
	}
	out, to := slices.Clone(names), map[string]string{}
	var equals []zed.Expr
	for _, i := range q.Op.Late.At {
		v := q.Op.Vars[i]
		out[i] = schema.FreshName(names[i], taken)
		taken[out[i]] = true
		equals = append(equals, makeEqual(names[i], out[i], v.Type))
		p.Vars = append(p.Vars, solve.Var{Var: zed.Var{Name: out[i], Type: v.Type, Decl: v.Decl}})
	}
	for i, v := range q.Op.Vars {
		to[v.Name] = out[i]
	}
	p.Pred = schema.Conjoin([]zed.Expr{p.Pred, schema.Rename(q.Op.Pred, to), schema.Negate(schema.Conjoin(equals))})
	return out
}

// makeEqual returns the predicate that two variables have the same value.
func makeEqual(a, b string, t zed.Type) zed.Expr {
	return zed.Relate(zed.Equal, zed.LocalRef(a, t), zed.LocalRef(b, t))
}

// candidates searches the models of the problem, each of which consists of calls with
// their answers, for a conflict. Each search takes at most the given steps. It returns
// false only where it is proved that there is no conflict.
func (s *before) candidates(ctx context.Context, steps int64, claims []oracle.Claim) bool {
	vis := s.u.Op.Early.Vars
	conditions := []zed.Expr{s.problem.Pred}
	for n := range maxConflicts {
		p := s.problem
		p.Pred, p.Steps = schema.Conjoin(conditions), steps
		p.Unproved = n > 0 // that there are no more candidates need not be proved
		answer := s.analysis.solver.Solve(ctx, p)
		if answer.Outcome != solve.Case {
			return n > 0 || answer.Outcome != solve.Unsatisfiable
		}
		values, calls := spec.FromModel(vis, answer.Model), s.calls(answer.Model)
		found := s.judge(ctx, values, calls)
		if found.conflict && s.refute(claims, values, calls, found) {
			return true
		}
		var equal []zed.Expr
		for k, q := range s.earlier {
			for i, v := range q.Callee.Op.Vars {
				equal = append(equal, value.Equation(q.names[i], v.Type, calls[k].Frame[i]))
			}
		}
		conditions = append(conditions, schema.Negate(schema.Conjoin(equal)))
	}
	return true
}

// areAllRefuted tells whether the claims about all callees that are called before the
// occurrence are refuted.
func (s *before) areAllRefuted(claims []oracle.Claim) bool {
	return !slices.ContainsFunc(claims, func(c oracle.Claim) bool {
		return c.Outcome != oracle.IsViolated && slices.ContainsFunc(s.earlier,
			func(q *Occurrence) bool { return q.Callee.Name == c.Schema })
	})
}

// refute notes a conflict in the claim that it contradicts. It returns false where that
// claim was refuted before.
func (s *before) refute(claims []oracle.Claim, values spec.Values, calls []Answered, found finding) bool {
	q := found.at.Callee
	i := slices.IndexFunc(claims, func(c oracle.Claim) bool { return c.Kind == oracle.Answered && c.Schema == q.Name })
	if i < 0 || claims[i].Outcome == oracle.IsViolated {
		return false
	}
	c := &claims[i]
	c.Outcome, c.Reason, c.At = oracle.IsViolated, "", found.at.Occur.Span
	c.Values, c.Call, c.Answer = values, q.CallValues(found.frame), q.Answer(found.frame)
	for k, p := range s.earlier {
		if p.is(found.at.Occur) {
			break
		}
		c.Earlier = append(c.Earlier, oracle.Exchange{Unit: p.Callee.Name, Call: p.Callee.CallValues(calls[k].Frame),
			Answer: p.Callee.Answer(calls[k].Frame)})
	}
	return true
}
