package embedded

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// contradict refutes a problem where some conjuncts say that another one is false, as status = idle says of
// status ∈ {busy, down}. That takes no search, and no more time where there are many conjuncts: most of what is
// refuted of a large disjunctive normal form is refuted so.
func (s *embedded) contradict(p solve.Problem) (solve.Result, bool) {
	if !s.assume(p.Pred).denied {
		return solve.Result{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := solve.Result{Outcome: solve.Unsatisfiable, Proved: true, Conflict: findDenied(p.Pred, s.numberingLocked())}
	r.Reason = solve.Contradiction(r.Conflict)
	return r, true
}

// findDenied returns conjuncts of a predicate that deny each other, of which none can be left out.
func findDenied(pred zed.Expr, by *numbering) []zed.Expr {
	left := flatten(pred, nil, map[zed.Expr]bool{})
	for size := (len(left) + 1) / 2; size > 0; size /= 2 {
		for i := 0; i < len(left); {
			rest := slices.Delete(slices.Clone(left), i, min(i+size, len(left)))
			if isDenied(rest, by) {
				left = rest
			} else {
				i += size
			}
		}
	}
	return left
}

// isDenied tells whether some conjuncts say that another one is false.
func isDenied(conjuncts []zed.Expr, by *numbering) bool {
	a := newAssumption(schema.Conjoin(conjuncts), by)
	a.propagate()
	return a.denied
}

// flatten adds the conjuncts of a predicate to others, those of the schemas that occur in it too.
func flatten(e zed.Expr, out []zed.Expr, seen map[zed.Expr]bool) []zed.Expr {
	if seen[e] {
		return out
	}
	seen[e] = true
	switch x := e.(type) {
	case *zed.Occur:
		return flatten(x.Body, out, seen)
	case *zed.Logic:
		if x.Op == zed.And {
			for _, arg := range x.Args {
				out = flatten(arg, out, seen)
			}
			return out
		}
	}
	return append(out, e)
}
