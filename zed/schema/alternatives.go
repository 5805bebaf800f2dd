package schema

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// maxAlternatives is the largest number of alternatives of a disjunct. A callee has a
// handful of disjuncts. Where several callees multiply to more than this, the solver
// gets the whole predicate.
const maxAlternatives = 64

// Alternatives returns predicates whose disjunction is e: disjunctions within callees'
// schemas and under ∃ are moved outwards. In an alternative, the equations that
// determine after-states and intermediate states are conjuncts, so that the solver can
// compute with them, and an exhausted search is a proof. Alternatives that say of a variable that
// it is two constants of a free type are left out, unless all do.
func Alternatives(e zed.Expr) []zed.Expr {
	if countAlternatives(e, map[zed.Expr]int{}) > maxAlternatives {
		return []zed.Expr{e}
	}
	all := listAlternatives(e)
	if len(all) == 1 {
		return all
	}
	if out := slices.DeleteFunc(slices.Clone(all), contradictsItself); len(out) > 0 {
		return out
	}
	return all
}

// countAlternatives returns the number of alternatives of e, or more than maxAlternatives where
// there are so many. It is asked first: what would be too long is not made, nor are the
// alternatives of each part again wherever parts are shared.
func countAlternatives(e zed.Expr, known map[zed.Expr]int) int {
	switch x := e.(type) {
	case *zed.Occur:
		return countAlternatives(x.Body, known)
	case *zed.Quant:
		if x.Q == zed.Exists {
			return countAlternatives(x.Body, known)
		}
	case *zed.Logic:
		if x.Op != zed.And && x.Op != zed.Or {
			return 1
		}
		n, ok := known[e]
		if ok {
			return n
		}
		if x.Op == zed.And {
			n = 1
		}
		for _, a := range x.Args {
			of := countAlternatives(a, known)
			if x.Op == zed.And {
				n *= of
			} else {
				n += of
			}
			if n > maxAlternatives || of > maxAlternatives {
				n = maxAlternatives + 1
				break
			}
		}
		known[e] = n
		return n
	}
	return 1
}

// listAlternatives returns the alternatives of e, of which there are not too many.
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
				out = append(out, listAlternatives(a)...)
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
		rows = next
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
