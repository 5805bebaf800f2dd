package search

import "github.com/ttf-int/ttf-int/solve"

// weights counts, by conjunct, how often a search found it false. Holes that a conjunct of many
// failures waits for are chosen first in a search that is weighted: what is hard to make true is
// decided before what is not, and a choice that was wrong is followed by what shows that, and not
// by choices of variables that have nothing to do with it (Boussemart et al., Boosting systematic
// search by weighting constraints).
type weights struct {
	failures []int // by conjunct
	holes    []int // of choose, by hole
}

// blame notes why a part of the search space has no model.
func (w *weights) blame(f *failure, p *Prepared) {
	if f.conjunct < 0 {
		return
	}
	if w.failures == nil {
		w.failures = make([]int, len(p.conjuncts))
	}
	w.failures[f.conjunct]++
}

// weigh returns the weight of each hole that something waits for: how often the conjuncts were false
// that wait for it.
func (w *weights) weigh(s *search, pending []waiting) []int {
	for len(w.holes) < len(s.holes) {
		w.holes = append(w.holes, 0)
	}
	clear(w.holes)
	if w.failures == nil {
		return w.holes
	}
	for _, p := range pending {
		index := p.index
		if p.equation {
			if index = s.p.equations[p.index].states - 1; index < 0 {
				continue
			}
		}
		w.holes[p.hole] = max(w.holes[p.hole], w.failures[index])
	}
	return w.holes
}

// The weighted searches of a problem: how many, and how many times as many choices as the search
// before it each may make.
const (
	weightedStarts = 3
	weightedGrowth = 4
	weightedShare  = 4 // the part of the work of evaluations that they may do together
)

// tryWeighted searches with what failed most often first, and begins anew where that takes many
// choices, since what fails is known better then.
func (a *attempt) tryWeighted() bool {
	s := a.s
	a.hard = true
	spent, left := *s.spent, s.work.Left
	s.weighted, s.work.Left = true, left/weightedShare
	defer func() { s.weighted, s.work.Left = false, left }()
	limit := a.fewChoices()
	for range weightedStarts {
		limit *= weightedGrowth
		s.limit, *s.spent = min(limit, s.p.options.Steps), 0
		end := s.run()
		spent += *s.spent
		switch outcome := end.outcome(); {
		case end.stopped:
		case outcome == solve.NoneInScope: // but for values that are determined outside of the scope
			a.ordered, a.exhausted = end, true
		case outcome == solve.Unsatisfiable:
			a.end = end
		}
		if a.model != nil || !end.stopped || s.ctx.Err() != nil || s.work.Left <= 0 || limit >= s.p.options.Steps {
			break
		}
	}
	*s.spent = spent
	return false
}
