package schema

import "github.com/ttf-int/ttf-int/zed"

// maxAlternatives is the largest number of alternatives of a disjunct. A callee has a
// handful of disjuncts. Where several callees multiply to more than this, the solver
// gets the whole predicate.
const maxAlternatives = 64

// Alternatives returns predicates whose disjunction is e: disjunctions within callees'
// schemas and under ∃ are moved outwards. In an alternative, the equations that
// determine after-states and intermediate states are conjuncts, so that the solver can
// compute with them, and an exhausted search is a proof.
func Alternatives(e zed.Expr) []zed.Expr {
	out := listAlternatives(e)
	if len(out) > maxAlternatives {
		return []zed.Expr{e}
	}
	return out
}

// listAlternatives returns the alternatives of e. It stops after maxAlternatives, and then
// returns a longer list that must not be used.
func listAlternatives(e zed.Expr) []zed.Expr {
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
				if out = append(out, listAlternatives(a)...); len(out) > maxAlternatives {
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

// wrap puts each alternative of a body into the term around it.
func wrap(whole, body zed.Expr, around func(zed.Expr) zed.Expr) []zed.Expr {
	parts := listAlternatives(body)
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
		parts := listAlternatives(a)
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
		out[i] = Conjoin(row)
	}
	return out
}
