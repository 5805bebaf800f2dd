package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// maxBranches is the largest number of branches of a disjunction in which guarded
// equations are collected, since each of them tests all others.
const maxBranches = 16

// branch is a disjunct of a predicate, before it is compiled.
type branch struct {
	expr    zed.Expr
	negated bool
}

// addGuarded records the equations in the branches of a disjunction. Once all other
// branches are known to be false, the equations of the remaining branch hold. So (p ∧ v
// = e) ∨ (q ∧ v = f), and p ⇒ v = e, give v its value where nothing else bounds it.
// Variables in the scope are left to the search, which tries their smallest values
// first.
func (b *builder) addGuarded(c *conjunct) {
	all := branches(c.expr, c.negated, nil)
	if len(all) < 2 || len(all) > maxBranches {
		return
	}
	for own, br := range all {
		found := b.definitions(br, c.in, nil)
		if len(found) == 0 {
			continue
		}
		var others []conjunct
		for i, o := range all {
			if i != own {
				others = append(others, conjunct{use: b.use(o.expr, c.in), negated: o.negated, in: c.in})
			}
		}
		for _, e := range found {
			e.others = others
			b.p.equations = append(b.p.equations, e)
		}
	}
}

// branches returns the disjuncts of a predicate.
func branches(e zed.Expr, negated bool, out []branch) []branch {
	if len(out) > maxBranches {
		return out
	}
	switch e := e.(type) {
	case *zed.Occur:
		return branches(e.Body, negated, out)
	case *zed.Logic:
		switch {
		case e.Op == zed.Not:
			return branches(e.Args[0], !negated, out)
		case e.Op == zed.Or && !negated, e.Op == zed.And && negated:
			for _, a := range e.Args {
				out = branches(a, negated, out)
			}
			return out
		case e.Op == zed.Implies && !negated:
			return branches(e.Args[1], false, branches(e.Args[0], true, out))
		}
	}
	return append(out, branch{e, negated})
}

// definitions returns the equations v = e among the conjuncts of a branch.
func (b *builder) definitions(br branch, in *scope, out []equation) []equation {
	switch e := br.expr.(type) {
	case *zed.Occur:
		return b.definitions(branch{e.Body, br.negated}, in, out)
	case *zed.Logic:
		switch {
		case e.Op == zed.Not:
			return b.definitions(branch{e.Args[0], !br.negated}, in, out)
		case e.Op == zed.And && !br.negated, e.Op == zed.Or && br.negated:
			for _, a := range e.Args {
				out = b.definitions(branch{a, br.negated}, in, out)
			}
		}
	case *zed.Op:
		if len(e.Args) != 2 || e.Op != zed.Equal && e.Op != zed.NotEqual || (e.Op == zed.NotEqual) != br.negated {
			return out
		}
		for i, side := range e.Args {
			v, ok := b.variable(side, in)
			if !ok || b.p.slots[v].scoped || slices.Contains(b.p.cache.free.NamesOf(e.Args[1-i]),
				side.(*zed.Ref).Name) {
				continue
			}
			out = append(out, equation{target: v, use: b.use(e.Args[1-i], in)})
		}
	}
	return out
}

// isAlone tells whether all other branches of a guarded equation are false, and on what
// that rests; hole is the hole that the answer depends on, or -1.
func (s *search) isAlone(e *equation) (deps choices, hole int, ok bool) {
	for i := range e.others {
		o := &e.others[i]
		switch v := s.test(o); {
		case v.truth == eval.Unknown:
			return deps, v.hole, false
		case v.truth == eval.True || v.open:
			return deps, -1, false
		}
		deps.add(s.mask(o.slots))
	}
	return deps, -1, true
}
