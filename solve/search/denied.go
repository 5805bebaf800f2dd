package search

import (
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/partial"
	"github.com/ttf-int/ttf-int/zed"
)

// findDenied looks for a conjunct ¬ (∃ x : S • P) together with all conjuncts of x ∈ S
// ∧ P for a variable x of the problem, which is then a witness that contradicts the
// first. The tactic mf makes such problems, from a disjunct with a callee's schema and
// the negation of that schema's precondition.
func (p *Prepared) findDenied() (solve.Result, bool) {
	held := map[zed.Expr]bool{}
	said := map[string]bool{}
	for i := range p.conjuncts {
		if c := &p.conjuncts[i]; !c.negated && c.in.parent == nil {
			held[c.expr] = true
			if c.is(zed.In) {
				said[c.text()] = true
			}
		}
	}
	for i := range p.conjuncts {
		c := &p.conjuncts[i]
		q, ok := c.expr.(*zed.Quant)
		if !ok || !c.negated || q.Q != zed.Exists || c.in.parent != nil {
			continue
		}
		witness := true
		for _, m := range partial.Memberships(q.Text) {
			witness = witness && said[zed.Print(m, zed.Unicode)]
		}
		if witness && p.bindsAll(q) && holdsAll(q.Text.Pred, held) && holdsAll(q.Body, held) {
			return solve.Result{
				Outcome:  solve.Unsatisfiable,
				Proved:   true,
				Conflict: []zed.Expr{c.expression()},
				Reason:   c.text() + " contradicts the other conjuncts, which hold what it denies",
			}, true
		}
	}
	return solve.Result{}, false
}

// bindsAll tells whether the problem has a variable of each name that q has.
func (p *Prepared) bindsAll(q *zed.Quant) bool {
	own := map[string]bool{}
	for _, v := range p.vars {
		own[v.Name] = true
	}
	for _, d := range q.Text.Decls {
		for _, n := range d.Names {
			if !own[n.Name] {
				return false
			}
		}
	}
	return true
}

// holdsAll tells whether every conjunct of e is among the given ones.
func holdsAll(e zed.Expr, held map[zed.Expr]bool) bool {
	switch e := e.(type) {
	case nil:
		return true
	case *zed.Truth:
		return e.Value
	case *zed.Occur:
		return holdsAll(e.Body, held)
	case *zed.Logic:
		if e.Op == zed.And {
			for _, a := range e.Args {
				if !holdsAll(a, held) {
					return false
				}
			}
			return true
		}
	}
	return held[e]
}
