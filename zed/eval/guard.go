package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// guards find what bounds a variable, by the form of conjuncts that must hold.
type guards struct{ free *zed.FreeNames }

// guard is what bounds a variable: a set that it is in, a value that it is, or
// a range.
type guard struct {
	set    zed.Expr // v ∈ set
	column int      // which component of set's pairs, from 1; 0: the element itself
	equal  zed.Expr
	path   []step // where v stands in equal's value; none: it is that itself
	limits limits
}

// limits are bounds of a number: it is at least every lo and at most every hi.
type limits struct{ lo, hi []zed.Expr }

// needed returns the conjuncts that must hold of the variables of a
// quantifier wherever its body matters: of an ∃ those of the body, of a ∀
// those without which the body is true.
func needed(q zed.Quantifier, t zed.Text, body zed.Expr) []zed.Expr {
	seen := map[zed.Expr]bool{}
	out := flat(t.Pred, seen)
	if q == zed.Forall {
		return append(out, premises(body, seen)...)
	}
	return append(out, flat(body, seen)...)
}

// flat returns the conjuncts of a predicate, each once.
func flat(e zed.Expr, seen map[zed.Expr]bool) []zed.Expr {
	if e == nil || seen[e] {
		return nil
	}
	seen[e] = true
	switch e := e.(type) {
	case *zed.Occur:
		return flat(e.Body, seen)
	case *zed.Logic:
		if e.Op == zed.And {
			var out []zed.Expr
			for _, a := range e.Args {
				out = append(out, flat(a, seen)...)
			}
			return out
		}
	}
	return []zed.Expr{e}
}

// premises returns predicates without which e is true.
func premises(e zed.Expr, seen map[zed.Expr]bool) []zed.Expr {
	switch e := e.(type) {
	case *zed.Logic:
		switch e.Op {
		case zed.Implies:
			return append(flat(e.Args[0], seen), premises(e.Args[1], seen)...)
		case zed.Not:
			return flat(e.Args[0], seen)
		case zed.Or:
			var out []zed.Expr
			for _, a := range e.Args {
				out = append(out, premises(a, seen)...)
			}
			return out
		}
	case *zed.Op:
		switch e.Op {
		case zed.NotIn:
			return []zed.Expr{&zed.Op{Info: e.Info, Op: zed.In, Args: e.Args}}
		case zed.NotEqual:
			return []zed.Expr{&zed.Op{Info: e.Info, Op: zed.Equal, Args: e.Args}}
		}
	}
	return nil
}

// boundOf returns a bound for a variable from conjuncts that must hold, or nil;
// other variables that are not bound yet may not occur in it. A value is
// preferred to a set, and a set to a range.
func (c *guards) boundOf(name string, natural zed.Expr, conjuncts []zed.Expr, unbound []string) *guard {
	var inSet *guard
	usable := func(e zed.Expr) bool { return !c.mentions(e, unbound) && !toolkit.Infinite(e) }
	is := func(e zed.Expr) bool { return isLocal(e, name) }
	for _, e := range conjuncts {
		o, ok := e.(*zed.Op)
		if !ok || len(o.Args) != 2 {
			continue
		}
		x, y := o.Args[0], o.Args[1]
		switch o.Op {
		case zed.Equal:
			if is(x) && usable(y) {
				return &guard{equal: y}
			}
			if is(y) && usable(x) {
				return &guard{equal: x}
			}
			if path, ok := pathTo(x, is); ok && usable(y) {
				return &guard{equal: y, path: path}
			}
			if path, ok := pathTo(y, is); ok && usable(x) {
				return &guard{equal: x, path: path}
			}
		case zed.In:
			if inSet == nil && usable(y) && !isSpace(y) {
				inSet = membershipGuard(x, y, is)
			}
		}
	}
	if inSet != nil {
		return inSet
	}
	found := c.limitsOf(name, conjuncts, unbound)
	if natural != nil {
		found.lo = append(found.lo, natural)
	}
	if len(found.lo) > 0 && len(found.hi) > 0 {
		return &guard{limits: found}
	}
	return nil
}

func (c *guards) mentions(e zed.Expr, names []string) bool {
	free := c.free.Of(e)
	return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(free, n) })
}

// limitsOf returns what the conjuncts say of a number's size.
func (c *guards) limitsOf(name string, conjuncts []zed.Expr, unbound []string) limits {
	var found limits
	for _, e := range conjuncts {
		o, ok := e.(*zed.Op)
		if !ok || len(o.Args) != 2 {
			continue
		}
		small, large := o.Args[0], o.Args[1]
		switch o.Op {
		case zed.Less, zed.LessEq:
		case zed.Greater, zed.GreaterEq:
			small, large = large, small
		default:
			continue
		}
		open := o.Op == zed.Less || o.Op == zed.Greater
		if isLocal(small, name) && !c.mentions(large, unbound) {
			found.hi = append(found.hi, shifted(large, open, -1))
		}
		if isLocal(large, name) && !c.mentions(small, unbound) {
			found.lo = append(found.lo, shifted(small, open, 1))
		}
	}
	return found
}

// membershipGuard reads x ∈ set, where is tells which term is the variable.
func membershipGuard(x, set zed.Expr, is func(zed.Expr) bool) *guard {
	if is(x) {
		return &guard{set: set}
	}
	if pair, ok := x.(*zed.TupleExt); ok {
		if i := slices.IndexFunc(pair.Elems, is); i >= 0 {
			return &guard{set: set, column: i + 1}
		}
	}
	return nil
}

// shifted returns e, or where the bound is open e + by.
func shifted(e zed.Expr, open bool, by int64) zed.Expr {
	if !open {
		return e
	}
	return &zed.Op{Info: zed.Info{Type: zed.IntType{}}, Op: zed.Plus, Args: []zed.Expr{e, literal(by)}}
}
