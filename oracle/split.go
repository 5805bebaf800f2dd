package oracle

import (
	"context"
	"iter"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxAlternatives is how many alternatives a disjunct is taken apart into. A
// callee has a handful of disjuncts; where several of them multiply to more
// than this, the solver gets the predicate whole.
const maxAlternatives = 64

// alternatives returns predicates whose disjunction is e: the disjunctions
// within callees' schemas and under ∃ are moved outwards. Inside one, the
// equations that determine after-states and intermediate states stand alone,
// where the solver computes with them and an exhausted search is a proof.
func alternatives(e zed.Expr) []zed.Expr {
	out := split(e)
	if len(out) > maxAlternatives {
		return []zed.Expr{e}
	}
	return out
}

// Alternatives returns predicates whose disjunction is a predicate, as Problems has them of a
// disjunct.
func Alternatives(pred zed.Expr) []zed.Expr { return alternatives(pred) }

// split does not go on past maxAlternatives; what it returns then is longer,
// and of no use.
func split(e zed.Expr) []zed.Expr {
	switch e := e.(type) {
	case *zed.Occur:
		return wrap(e, e.Body, func(body zed.Expr) zed.Expr {
			one := *e
			one.Body = body
			return &one
		})
	case *zed.Quant:
		if e.Q == zed.Exists {
			return wrap(e, e.Body, func(body zed.Expr) zed.Expr {
				one := *e
				one.Body = body
				return &one
			})
		}
	case *zed.Logic:
		switch e.Op {
		case zed.Or:
			var out []zed.Expr
			for _, a := range e.Args {
				if out = append(out, split(a)...); len(out) > maxAlternatives {
					break
				}
			}
			return out
		case zed.And:
			return product(e)
		}
	}
	return []zed.Expr{e}
}

// wrap puts each alternative of a body into what was around it.
func wrap(whole, body zed.Expr, around func(zed.Expr) zed.Expr) []zed.Expr {
	parts := split(body)
	if len(parts) == 1 {
		return []zed.Expr{whole}
	}
	out := make([]zed.Expr, len(parts))
	for i, p := range parts {
		out[i] = around(p)
	}
	return out
}

// product distributes a conjunction over the alternatives of its conjuncts.
func product(e *zed.Logic) []zed.Expr {
	rows := [][]zed.Expr{nil}
	for _, a := range e.Args {
		parts := split(a)
		var next [][]zed.Expr
		for _, row := range rows {
			for _, p := range parts {
				next = append(next, append(row[:len(row):len(row)], p))
			}
		}
		if rows = next; len(rows) > maxAlternatives {
			break
		}
	}
	if len(rows) == 1 {
		return []zed.Expr{e}
	}
	out := make([]zed.Expr, len(rows))
	for i, row := range rows {
		out[i] = schema.Conjoin(row)
	}
	return out
}

// Problems asks what Problem asks for a disjunct (from 1), in parts: a model of
// any of them is one of the disjunct's, and each of the disjunct's is one of
// some part's. Occurrences of callees keep their schema and index.
func (u *Unit) Problems(disjunct int) []solve.Problem {
	whole := u.Problem(disjunct)
	parts := u.disjuncts[disjunct-1].parts
	out := make([]solve.Problem, len(parts))
	for i, pred := range parts {
		out[i] = whole
		out[i].Pred = pred
	}
	return out
}

// models yields the models of a disjunct for bound values, then one result
// that is not a case: the weakest of those that ended the searches.
func (u *Unit) models(ctx context.Context, disjunct int, bound map[string]value.Value) iter.Seq[solve.Result] {
	return func(yield func(solve.Result) bool) {
		last := solve.Result{Outcome: solve.Unsatisfiable}
		for _, p := range u.Problems(disjunct) {
			p.Bound = bound
			for answer := range u.oracle.solver.All(ctx, p) {
				if answer.Outcome != solve.Case {
					last = weaker(last, answer)
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

// model returns a model of a disjunct for bound values, or the weakest of the
// results that say why there is none.
func (u *Unit) model(ctx context.Context, disjunct int, bound map[string]value.Value) solve.Result {
	last := solve.Result{Outcome: solve.Unsatisfiable}
	for _, p := range u.Problems(disjunct) {
		p.Bound = bound
		answer := u.oracle.solver.Solve(ctx, p)
		if answer.Outcome == solve.Case {
			return answer
		}
		last = weaker(last, answer)
	}
	return last
}

// weaker returns the result that claims less, the first where both claim the
// same and it has a reason.
func weaker(a, b solve.Result) solve.Result {
	strength := map[solve.Outcome]int{solve.Undecided: 0, solve.NoneInScope: 1, solve.Unsatisfiable: 2}
	if strength[b.Outcome] < strength[a.Outcome] || a.Reason == "" {
		return b
	}
	return a
}

// search settles what evaluation alone cannot: hidden and intermediate states,
// which are found from the equations that determine them. Everything in the
// frame is bound.
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
		if len(refuted(d.early, frame)) > 0 {
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
