package oracle

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// Expose returns the problem in which the variables of the existential quantifiers
// around an occurrence are free, so that a model has their values. It is false where
// the occurrence stands below anything but conjunctions and existential quantifiers.
func Expose(p solve.Problem, o *zed.Occur) (solve.Problem, bool) { return expose(p, o, false) }

// ExposeAll does what Expose does, and makes the variables of universal quantifiers
// free too. The universal quantifiers themselves stay, with what they say. So a call
// under ∀ x is the call for some x.
func ExposeAll(p solve.Problem, o *zed.Occur) (solve.Problem, bool) { return expose(p, o, true) }

func expose(p solve.Problem, o *zed.Occur, universal bool) (solve.Problem, bool) {
	out := p
	var rest []zed.Expr
	for _, c := range schema.Conjuncts(p.Pred) {
		if _, direct := c.(*zed.Occur); direct || !HasOccurrence(c, o) {
			rest = append(rest, c)
			continue
		}
		q, ok := c.(*zed.Quant)
		if !ok || q.Q != zed.Exists && !(universal && q.Q == zed.Forall) {
			return p, false
		}
		inner := out
		var declared []zed.Var
		inner.Pred, declared = schema.Open(q)
		inner.Vars = slices.Clip(out.Vars) // the caller's, which others read
		for _, v := range declared {
			if q.Q == zed.Forall && slices.ContainsFunc(inner.Vars,
				func(w solve.Var) bool { return w.Name == v.Name }) {
				return p, false
			}
			inner.Vars = append(inner.Vars, solve.Var{Var: v})
		}
		if inner, ok = expose(inner, o, universal); !ok {
			return p, false
		}
		if q.Q == zed.Forall {
			rest = append(rest, c)
		}
		out.Vars, rest = inner.Vars, append(rest, inner.Pred)
	}
	out.Pred = schema.Conjoin(rest)
	return out, true
}

// Within returns what a problem is where an occurrence is satisfied in it: of a disjunction in which
// the occurrence stands, the other branches are left out. Where it stands in none, that is the problem
// itself.
func Within(p solve.Problem, o *zed.Occur) solve.Problem {
	var out []zed.Expr
	changed := false
	for _, c := range schema.Conjuncts(p.Pred) {
		or, ok := c.(*zed.Logic)
		if !ok || or.Op != zed.Or || !HasOccurrence(c, o) {
			out = append(out, c)
			continue
		}
		has := slices.DeleteFunc(slices.Clone(or.Args), func(e zed.Expr) bool { return !HasOccurrence(e, o) })
		if len(has) != 1 {
			out = append(out, c)
			continue
		}
		changed = true
		branch := p
		branch.Pred = has[0]
		out = append(out, Within(branch, o).Pred)
	}
	if changed {
		p.Pred = schema.Conjoin(out)
	}
	return p
}

// HasOccurrence tells whether an occurrence stands in e, outside the schemas of callees.
func HasOccurrence(e zed.Expr, o *zed.Occur) bool { return hasOccurrence(e, o, map[zed.Expr]bool{}) }

func hasOccurrence(e zed.Expr, o *zed.Occur, seen map[zed.Expr]bool) bool {
	if seen[e] {
		return false
	}
	seen[e] = true
	if other, ok := e.(*zed.Occur); ok {
		return other.Schema == o.Schema && other.Index == o.Index
	}
	return slices.ContainsFunc(zed.Children(e), func(c zed.Expr) bool { return hasOccurrence(c, o, seen) })
}

// Replace returns e with a truth value in the place of the occurrences that `picked`
// selects.
func Replace(e zed.Expr, truth bool, picked func(*zed.Occur) bool) zed.Expr {
	return replace(e, &zed.Truth{Info: zed.Info{Type: zed.BoolType{}}, Value: truth}, picked, map[zed.Expr]zed.Expr{})
}

func replace(e, by zed.Expr, picked func(*zed.Occur) bool, done map[zed.Expr]zed.Expr) zed.Expr {
	out, known := done[e]
	if known {
		return out
	}
	if here, ok := e.(*zed.Occur); ok {
		if out = e; picked(here) {
			out = by
		}
	} else {
		out = zed.Rebuild(e, func(c zed.Expr) zed.Expr { return replace(c, by, picked, done) })
	}
	done[e] = out
	return out
}
