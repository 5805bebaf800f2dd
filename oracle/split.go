package oracle

import (
	"context"
	"iter"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Problems returns several problems that together have the models of Problem for a
// disjunct (from 1). In them, occurrences of callees keep their schema and index.
func (u *Unit) Problems(disjunct int) []solve.Problem {
	whole := u.Problem(disjunct)
	parts := u.disjuncts[disjunct-1].parts()
	out := make([]solve.Problem, len(parts))
	for i, pred := range parts {
		out[i] = whole
		out[i].Pred = pred
	}
	return out
}

// models yields the models of a disjunct for bound values. The last result that it
// yields is not a model: it is the weakest of the results with which the searches
// ended.
func (u *Unit) models(ctx context.Context, disjunct int, bound map[string]value.Value) iter.Seq[solve.Result] {
	return func(yield func(solve.Result) bool) {
		last := solve.Result{Outcome: solve.Unsatisfiable}
		for _, p := range u.Problems(disjunct) {
			p.Bound = bound
			for answer := range u.oracle.solver.All(ctx, p) {
				if answer.Outcome != solve.Case {
					last = weakerOf(last, answer)
					break
				}
				if !yield(answer) {
					return
				}
			}
		}
		yield(last)
	}
}

// model returns a model of a disjunct for bound values, or the weakest of the results
// that say why there is none.
func (u *Unit) model(ctx context.Context, disjunct int, bound map[string]value.Value) solve.Result {
	last := solve.Result{Outcome: solve.Unsatisfiable}
	for _, p := range u.Problems(disjunct) {
		p.Bound = bound
		answer := u.oracle.solver.Solve(ctx, p)
		if answer.Outcome == solve.Case {
			return answer
		}
		last = weakerOf(last, answer)
	}
	return last
}

// weakerOf returns that one of two results that claims less. Where both claim the same,
// it returns the first if that has a reason.
func weakerOf(a, b solve.Result) solve.Result {
	strength := map[solve.Outcome]int{solve.Undecided: 0, solve.NoneInScope: 1, solve.Unsatisfiable: 2}
	if strength[b.Outcome] < strength[a.Outcome] || a.Reason == "" {
		return b
	}
	return a
}

// search decides what evaluation alone does not: predicates with hidden and
// intermediate states, which are computed from the equations that determine them. Every
// value of the frame is bound.
func (u *Unit) search(ctx context.Context, frame spec.Frame) Compliance {
	bound := make(map[string]value.Value, len(frame))
	for i, v := range u.Vars {
		if frame[i].Kind() == value.Nothing {
			return Undecided
		}
		bound[v.Name] = frame[i]
	}
	verdict := Violated
	for i, d := range u.disjuncts {
		if len(findRefuted(d.early, frame)) > 0 {
			continue
		}
		switch u.model(ctx, i+1, bound).Outcome {
		case solve.Case:
			return Holds
		case solve.Unsatisfiable:
		default:
			verdict = Undecided
		}
	}
	return verdict
}
