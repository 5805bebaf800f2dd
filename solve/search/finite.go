package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// deniesFinite tells whether some conjunct may be true only for infinite sets, because
// it denies that a set or a function is finite.
func (p *Prepared) deniesFinite() bool {
	w := &finiteness{seen: map[finitenessKey]bool{}, free: solve.FreeNames(), said: map[string]bool{}}
	for i := range p.conjuncts {
		if c := &p.conjuncts[i]; c.is(zed.In) && !c.negated {
			w.said[c.text()] = true
		}
	}
	for i := range p.conjuncts {
		c := &p.conjuncts[i]
		if w.isDenied(c.expr, c.negated, false, nil) {
			return true
		}
	}
	return false
}

type finiteness struct {
	seen map[finitenessKey]bool
	free *zed.FreeNames
	said map[string]bool // the memberships that are true in every model
}

type finitenessKey struct {
	expr          zed.Expr
	negated, both bool
	all           *universals
}

// universals are variables about all of whose values something is stated. For these,
// infinite values cannot make more predicates true.
type universals struct {
	names  []string
	parent *universals
}

func (u *universals) has(name string) bool {
	return u != nil && (slices.Contains(u.names, name) || u.parent.has(name))
}

// isDenied tells whether a predicate, or its negation, denies that something is finite;
// both says that either may be meant.
func (w *finiteness) isDenied(e zed.Expr, negated, both bool, all *universals) bool {
	key := finitenessKey{e, negated, both, all}
	if e == nil || w.seen[key] {
		return false
	}
	w.seen[key] = true
	switch e := e.(type) {
	case *zed.Occur:
		return w.isDenied(e.Body, negated, both, all)
	case *zed.Logic:
		for i, a := range e.Args {
			flips := e.Op == zed.Not || e.Op == zed.Implies && i == 0
			if w.isDenied(a, negated != flips, both || e.Op == zed.Iff, all) {
				return true
			}
		}
		return false
	case *zed.Quant:
		if (e.Q == zed.Forall) != negated && !both {
			all = &universals{parent: all}
			for _, d := range e.Text.Decls {
				for _, n := range d.Names {
					all.names = append(all.names, n.Name)
				}
			}
		}
		both = both || e.Q == zed.Exists1
		return w.isDenied(e.Text.Pred, negated != (e.Q == zed.Forall), both, all) ||
			w.isDenied(e.Body, negated, both, all)
	case *zed.Op:
		switch e.Op {
		case zed.In:
			if (negated || both) && w.mayDeny(e, all) {
				return true
			}
		case zed.NotIn:
			if (!negated || both) && w.mayDeny(e, all) {
				return true
			}
		}
	}
	for _, x := range zed.Children(e) {
		if w.isDenied(x, negated, true, all) {
			return true
		}
	}
	return false
}

// mayDeny tells whether x ∉ S may be true for an infinite x only.
func (w *finiteness) mayDeny(e *zed.Op, all *universals) bool {
	member := &zed.Op{Info: e.Info, Op: zed.In, Args: e.Args}
	return hasFiniteMembers(e.Args[1]) && !w.said[zed.Print(member, zed.Unicode)] &&
		slices.ContainsFunc(w.free.NamesOf(e.Args[0]), func(name string) bool { return !all.has(name) })
}

// hasFiniteMembers tells whether the form of a set shows that its members are finite, or
// consist of finite values.
func hasFiniteMembers(e zed.Expr) bool {
	o, ok := e.(*zed.Op)
	if !ok {
		return false
	}
	if toolkit.HasFiniteMembers(o.Op) {
		return true
	}
	for _, a := range o.Args {
		if hasFiniteMembers(a) {
			return true
		}
	}
	return false
}
