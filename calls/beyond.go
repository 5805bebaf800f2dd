package calls

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// ExtendReach looks for calls of a callee that are outside reach(a) and nevertheless come
// about: another callee gives an allowed answer that leaves u no allowed result, and
// the call follows. It adds such calls to the points of reach(a), each with the answer
// that leads to it.
func (a *Analysis) ExtendReach(ctx context.Context, u *spec.Unit, p *Occurrence, values spec.Values, disjuncts []int,
	points Reach) Reach {
	bound := values.Map()
	for _, i := range disjuncts {
		for _, part := range a.partsWith(u, p, i) {
			s, why := a.partBefore(u, p, i, part, bound)
			if s == nil && why == "" {
				continue // nothing is called before
			}
			if why == "" {
				why = s.search(ctx, values, &points)
			}
			if why != "" {
				points.Complete, points.Reason = false, why
				return points
			}
		}
	}
	return points
}

// before is a part of a disjunct up to the call at an occurrence. Its problem says what
// the callees called earlier may answer and what the call's inputs and before-state
// are, and nothing about what follows the call.
type before struct {
	analysis *Analysis
	u        *spec.Unit
	at       *Occurrence
	// the occurrences of calls that may come before it, each after those from whose
	// results it starts
	earlier []*Occurrence
	problem solve.Problem
}

// partBefore returns a part of a disjunct up to an occurrence. It is nil where nothing is
// called before that, with the reason if there is one.
func (a *Analysis) partBefore(u *spec.Unit, p *Occurrence, disjunct int, part part,
	bound map[string]value.Value) (s *before, reason string) {
	earlier, dropped := a.occurrencesAround(u, p, disjunct, bound)
	if len(earlier) == 0 {
		return nil, ""
	}
	problem := solve.Problem{Vars: part.vars, Pred: part.pred, Bound: bound, Scope: u.Scope, Globals: a.system.Globals}
	for _, q := range earlier {
		var open bool
		if problem, open = oracle.Expose(problem, q.Occur); !open {
			return nil, fmt.Sprintf("%s is called under a quantifier: what it answers is not known", q.Occur.Schema)
		}
	}
	problem.Pred = oracle.Replace(problem.Pred, true, func(o *zed.Occur) bool {
		return slices.ContainsFunc(dropped, func(q *Occurrence) bool { return q.is(o) })
	})
	return &before{a, u, p, earlier, problem}, ""
}

// search adds calls to the points of a reach: those that are not among them and that
// are not the caller's own mistake. It returns "" where all such calls were found, and
// otherwise the reason why not every call can be foreseen.
func (s *before) search(ctx context.Context, values spec.Values, points *Reach) string {
	conditions := []zed.Expr{s.problem.Pred}
	for _, p := range points.Points {
		conditions = append(conditions, s.at.differsFrom(p, s.problem.Bound))
	}
	for range maxPoints {
		p := s.problem
		p.Pred = schema.Conjoin(conditions)
		answer := s.analysis.solver.Solve(ctx, p)
		if answer.Outcome == solve.Unsatisfiable {
			return ""
		}
		if answer.Outcome != solve.Case {
			return "not every call can be foreseen: " + answer.Reason
		}
		for name, x := range p.Bound {
			answer.Model[name] = x
		}
		frame, _ := s.at.frame(answer.Model)
		found := s.judge(ctx, values, s.calls(answer.Model))
		switch {
		case found.unknown:
			return fmt.Sprintf("not every call can be foreseen: it was not found out whether %s allows a result whatever %s answers", s.u.Schema, found.at.Callee.Name)
		case found.conflict:
			q := found.at.Callee
			points.add(frame, fmt.Sprintf(
				"%s, called on %s, may answer %s, which leaves %s no allowed result: a specification conflict, after which %s may be called on %s",
				q.Name, q.CallValues(found.frame), q.Answer(found.frame), s.u.Name, s.at.Callee.Name,
				s.at.Callee.CallValues(frame)))
			conditions = append(conditions, s.at.differsFrom(frame, p.Bound))
		case found.at != nil: // the caller is not to make that call
			conditions = append(conditions, found.at.differsFrom(found.frame, p.Bound))
		default:
			conditions = append(conditions, s.at.differsFrom(frame, p.Bound))
		}
	}
	return fmt.Sprintf("more than %d different calls of %s may be possible here", maxPoints, s.at.Occur.Schema)
}

// calls returns the earlier calls with their answers, as a model gives them.
func (s *before) calls(model map[string]value.Value) []Answered {
	var out []Answered
	for _, q := range s.earlier {
		call := Answered{q.Callee.Name, make([]value.Value, len(q.names))}
		for i, name := range q.names {
			call.Frame[i] = model[name]
		}
		out = append(out, call)
	}
	return out
}

// finding is the first of several consecutive calls after which the caller has no
// allowed result.
type finding struct {
	at    *Occurrence // nil where there is no such call
	frame spec.Frame
	// conflict says that the answer to the call leaves no allowed result. Where it is
	// false, the caller itself must not make the call.
	conflict bool
	unknown  bool
}

// judge returns the first of the calls, in order, after which the caller has no allowed
// result.
func (s *before) judge(ctx context.Context, values spec.Values, calls []Answered) finding {
	on := s.analysis.CaseOn(ctx, s.u, values)
	for i, call := range calls {
		q := s.earlier[i]
		made := append(slices.Clone(calls[:i]), Answered{call.Callee, call.Frame.Restrict(q.Callee.Op.Early)})
		for _, conflict := range []bool{false, true} {
			switch on.AllowsResult(made) {
			case oracle.Violated:
				return finding{at: q, frame: call.Frame, conflict: conflict}
			case oracle.Undecided:
				return finding{at: q, unknown: true}
			}
			made = calls[:i+1]
		}
	}
	return finding{}
}

// occurrencesAround returns the occurrences in a disjunct whose calls may come before that of p,
// in a possible order. It also returns the occurrences that are dropped from the
// question which inputs and before-state the call of p has: p itself, those that start
// from the results of p, and those that start from the results of an earlier one.
func (a *Analysis) occurrencesAround(u *spec.Unit, p *Occurrence, disjunct int,
	bound map[string]value.Value) (earlier, dropped []*Occurrence) {
	var others []*Occurrence
	for _, q := range a.Occurrences(u) {
		if q != p && q.holds[disjunct] {
			others = append(others, q)
		}
	}
	after := closure(others, []*Occurrence{p}, func(a, b *Occurrence) bool { return feeds(b, a) })
	linked := a.findLinkedVars(u, p, disjunct, bound)
	before := closure(others, []*Occurrence{p}, func(a, b *Occurrence) bool {
		return !slices.Contains(after, a) && (feeds(a, b) || b == p && a.leaves(linked))
	})
	dropped = append([]*Occurrence{p}, after...)
	for _, q := range closure(others, before, func(a, b *Occurrence) bool { return feeds(b, a) }) {
		if !slices.Contains(before, q) && !slices.Contains(after, q) {
			dropped = append(dropped, q)
		}
	}
	return sortByResults(before), dropped
}

// closure returns those of all occurrences that are related to one of the first,
// directly or through others.
func closure(all, first []*Occurrence, related func(a, b *Occurrence) bool) []*Occurrence {
	var out []*Occurrence
	for grown := true; grown; {
		grown = false
		for _, a := range all {
			if !slices.Contains(out, a) && slices.ContainsFunc(slices.Concat(first, out),
				func(b *Occurrence) bool { return related(a, b) }) {
				out, grown = append(out, a), true
			}
		}
	}
	return out
}

// sortByResults sorts occurrences so that each comes after those from whose results it
// starts.
func sortByResults(list []*Occurrence) []*Occurrence {
	var out []*Occurrence
	for len(out) < len(list) {
		n := len(out)
		for _, a := range list {
			waits := func(b *Occurrence) bool { return b != a && !slices.Contains(out, b) && feeds(b, a) }
			if !slices.Contains(out, a) && !slices.ContainsFunc(list, waits) {
				out = append(out, a)
			}
		}
		if len(out) == n { // they start from each other
			return list
		}
	}
	return out
}

// leaves tells whether one of the names is that of an after-state variable or output of
// the occurrence.
func (p *Occurrence) leaves(names map[string]bool) bool {
	return slices.ContainsFunc(p.Callee.Op.Late.At, func(i int) bool { return names[p.names[i]] })
}

// findLinkedVars returns the variables on which the inputs and the before-state of a call
// depend through conjuncts of the caller itself, and for which the case has no value.
func (a *Analysis) findLinkedVars(u *spec.Unit, p *Occurrence, disjunct int,
	bound map[string]value.Value) map[string]bool {
	out := map[string]bool{}
	add := func(name string) (grown bool) {
		if _, given := bound[name]; given || out[name] {
			return false
		}
		out[name] = true
		return true
	}
	for _, i := range p.Callee.Op.Early.At {
		add(p.names[i])
	}
	free := zed.NewFreeNames(zed.Local).WithoutOccurrences()
	own := appendLoose(u.Op.Disjuncts[disjunct].Conjuncts, nil, map[zed.Expr]bool{})
	for grown := true; grown; {
		grown = false
		for _, e := range own {
			names := free.NamesOf(e)
			if slices.ContainsFunc(names, func(n string) bool { return out[n] }) {
				for _, n := range names {
					grown = add(n) || grown
				}
			}
		}
	}
	return out
}
