package search

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed/value"
)

// strategy is a way to answer a problem.
type strategy struct {
	name string
	// worth tells whether to try it, after those before it gave no model.
	worth func(*attempt) bool
	// try tells whether the problem is answered: by a result, or by how the search ended.
	try func(*attempt) bool
}

// strategies are the ways to answer a problem, in the order in which they are tried:
// what is cheap and answers most problems comes first.
var strategies = [...]strategy{
	{"a few choices", func(*attempt) bool { return true }, (*attempt).tryFewChoices},
	{"a quick refutation", (*attempt).isDoubtful, func(a *attempt) bool { return a.refute(quickRefuting) }},
	{"a refutation before a search", (*attempt).isUnlikely, func(a *attempt) bool { return a.refute(a.s.p.refuting) }},
	{"what failed first", (*attempt).cutShort, (*attempt).tryWeighted},
	{"few integers", (*attempt).cutShort, (*attempt).exhaustFew},
	{"what has few values first", (*attempt).isInScope, (*attempt).tryOtherOrder},
	{"what the text names", (*attempt).namesBeyond, (*attempt).tryMentioned},
	{"all choices", (*attempt).cutShort, (*attempt).tryAllChoices},
	{"a refutation", (*attempt).isUnrefuted, func(a *attempt) bool { return a.refute(a.refutationWork()) }},
	{"values beyond the scope", (*attempt).hasNoneInScope, (*attempt).tryOutside},
}

// attempt is what became of a problem so far.
type attempt struct {
	s     *search
	bound map[string]value.Value
	model map[string]value.Value // nil where none was found
	end   failure                // how the last search ended that says something of the problem
	// proof is a refutation; nil where there is none.
	proof *solve.Result
	// ordered is how a search in another order ended; exhausted says that no model is left in
	// the scope, but for values that are determined outside of it.
	ordered   failure
	exhausted bool
	hard      bool // a search with what failed first was tried
}

// Solve looks for a model with some variables bound, and for why there is none.
func (p *Prepared) Solve(ctx context.Context, bound map[string]value.Value, sc value.Scope) solve.Result {
	r, _ := p.answer(ctx, bound, sc)
	return r
}

// answer does what Solve does, and returns the strategy that answered too.
func (p *Prepared) answer(ctx context.Context, bound map[string]value.Value,
	sc value.Scope) (r solve.Result, by string) {
	s, missing := p.newSearch(ctx, bound, sc)
	if s == nil {
		return solve.Result{Reason: fmt.Sprintf("%s has no value", missing)}, ""
	}
	defer s.work.Close()
	defer func() { r.Built = *s.built }()
	a := &attempt{s: s, bound: bound}
	s.found = func(s *search) bool {
		a.model = s.model()
		return a.model == nil
	}
	for _, way := range &strategies {
		if !way.worth(a) {
			continue
		}
		by = way.name
		if way.try(a) || a.model != nil {
			break
		}
	}
	switch {
	case a.model != nil:
		return solve.Result{Outcome: solve.Case, Model: a.model, Steps: *s.spent}, by
	case a.proof != nil:
		a.proof.Steps = *s.spent
		return *a.proof, by
	}
	return s.conclude(a.end), by
}

// quick is the number of choices after which a search that found nothing is
// worth trying to refute: rules cost more than that many choices.
const quick = 64

// fewChoices returns the number of choices of a quick search: enough to choose every variable twice
// where there are many.
func (a *attempt) fewChoices() int64 { return max(quick, 2*int64(len(a.s.p.slots))) }

// tryFewChoices searches as it is usual, and is soon given up.
func (a *attempt) tryFewChoices() bool {
	a.s.limit = min(a.fewChoices(), a.s.p.options.Steps)
	a.end = a.s.run()
	return false
}

// isDoubtful tells whether the end of a search may be bettered: it is not, where a conjunct
// is false by the values that are bound alone.
func (a *attempt) isDoubtful() bool {
	rests := a.end.vars != (choices{})
	return (a.end.stopped || a.end.conjunct < 0 || rests || len(a.bound) == 0) && a.s.ctx.Err() == nil
}

// cutShort tells whether a few choices were too few.
func (a *attempt) cutShort() bool {
	return a.end.stopped && a.fewChoices() < a.s.p.options.Steps && a.isDoubtful()
}

// isInScope tells whether a few choices were too few, and the scope may have a model.
func (a *attempt) isInScope() bool { return a.cutShort() && !a.exhausted }

// isUnproved tells whether no search showed that there is no model.
func (a *attempt) isUnproved() bool {
	return a.s.ctx.Err() == nil && (a.end.stopped || a.end.outcome() != solve.Unsatisfiable)
}

// refutationWork returns how much work a refutation may take, as much as it does for 0: in a search
// of a few steps not much more than those.
func (a *attempt) refutationWork() int {
	if steps := a.s.p.options.Steps; steps < fewSteps {
		return int(steps) * refutingPerStep
	}
	return 0
}

// isUnrefuted tells whether a refutation may find what the quick one did not.
func (a *attempt) isUnrefuted() bool {
	work := a.refutationWork()
	return a.isUnproved() && (work == 0 || work > max(quickRefuting, a.s.p.refuting))
}

// isUnlikely tells whether a model is not expected and a few choices gave none: then what refutes comes before
// a long search.
func (a *attempt) isUnlikely() bool { return a.s.p.refuting > quickRefuting && a.cutShort() }

// hasNoneInScope tells whether the scope has no model.
func (a *attempt) hasNoneInScope() bool {
	a.s.markFinite(&a.end)
	return a.end.outcome() == solve.NoneInScope
}

// refute looks for a contradiction, with so much work, or as much as it takes for 0.
func (a *attempt) refute(work int) bool {
	r, ok := a.s.p.Refute(a.bound, a.s.work.Stop, work)
	if ok {
		a.proof = &r
	}
	return ok
}

// tryOtherOrder searches with what has few values first.
func (a *attempt) tryOtherOrder() bool {
	a.ordered, a.exhausted = a.s.runPatiently(func() bool { return a.model != nil })
	return false
}

// tryAllChoices searches with the whole budget, or with a part of it where the patient
// search left nothing in the scope.
func (a *attempt) tryAllChoices() bool {
	a.s.limit, *a.s.spent = a.s.p.options.Steps, 0
	if a.exhausted { // but for values that are determined outside of the scope
		a.s.limit /= patientShare
	}
	a.end = a.s.run()
	if a.model == nil && a.end.stopped && a.exhausted && a.s.ctx.Err() == nil {
		a.end = a.ordered
	}
	return false
}

// tryOutside looks outside of the scope.
func (a *attempt) tryOutside() bool {
	a.end = a.searchBeyond(a.end)
	return false
}

// quickRefuting is the work of a refutation that is tried before a long search:
// most contradictions take less.
const quickRefuting = 1500

// The work of a refutation for each step of a search that may take only few.
const (
	fewSteps        = 2_000
	refutingPerStep = 8
)

// beyondSteps is the number of choices for which values outside of the scope
// are looked for, at each reach.
const beyondSteps = 4_000

// searchBeyond looks outside of a scope that has no model, which f says. Where the wider
// search is exhausted without leaning on a bound, its end is returned in place of f.
func (a *attempt) searchBeyond(f failure) failure {
	s := a.s
	last := determined
	if s.p.options.Beyond {
		last = anywhere
	}
	spent := *s.spent
	s.bounds = s.p.combineComparisons()
	defer func() { s.reach, s.bounds, s.weighted = inScope, nil, false }()
	for s.reach = determined; s.reach <= last; s.reach++ {
		s.limit, *s.spent = min(beyondSteps, s.p.options.Steps), 0
		wide := s.run()
		if a.model == nil && wide.stopped && a.hard && s.ctx.Err() == nil {
			spent += *s.spent
			*s.spent, s.weighted = 0, true
			wide = s.run()
			s.weighted = false
		}
		spent += *s.spent
		*s.spent = spent
		if s.markFinite(&wide); a.model != nil || wide.outcome() == solve.Unsatisfiable {
			return wide
		}
	}
	return f
}

// exhaustFew searches with few integers for the variables that allow it. Where nothing was
// found, by the argument of generic nothing is in the whole scope. It tells whether nothing
// is outside of it either.
func (a *attempt) exhaustFew() bool {
	s := a.s
	for _, v := range s.p.vars {
		if _, ok := a.bound[v.Name]; ok {
			return false
		}
	}
	if s.few = s.p.countFew(max(s.scope.Set, s.scope.Seq)); s.few == nil {
		return false
	}
	s.limit, *s.spent, s.beyond = s.p.options.Steps, 0, false
	few := s.run()
	s.few = nil
	if few.stopped || s.beyond || few.unknown || few.open != "" {
		s.limit = a.fewChoices()
		return false
	}
	a.end = few
	return few.outcome() == solve.Unsatisfiable
}
