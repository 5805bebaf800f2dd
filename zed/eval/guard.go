package eval

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// guard is what bounds a variable: a set that it is in, a value that it is, or
// a range.
type guard struct {
	set    zed.Expr // v ∈ set
	column int      // which component of set's pairs, from 1; 0: the element itself
	equal  zed.Expr
	lo, hi zed.Expr
	loOpen bool // lo < v
	hiOpen bool // v < hi
}

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
func (c *compiler) boundOf(name string, natural zed.Expr, conjuncts []zed.Expr, unbound []string) *guard {
	var inSet *guard
	found := guard{lo: natural}
	usable := func(e zed.Expr) bool {
		names := c.free.of(e)
		return !infinite(e) && !slices.ContainsFunc(unbound, func(n string) bool { return slices.Contains(names, n) })
	}
	is := func(e zed.Expr) bool {
		r, ok := e.(*zed.Ref)
		return ok && r.Name == name && r.Kind == zed.Local
	}
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
		case zed.In:
			if inSet == nil && usable(y) && !arrow(y) {
				inSet = membershipGuard(x, y, is)
			}
		case zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq:
			small, large := x, y
			if o.Op == zed.Greater || o.Op == zed.GreaterEq {
				small, large = y, x
			}
			open := o.Op == zed.Less || o.Op == zed.Greater
			if is(small) && usable(large) {
				found.hi, found.hiOpen = large, open
			}
			if is(large) && usable(small) {
				found.lo, found.loOpen = small, open
			}
		}
	}
	if inSet == nil && found.lo != nil && found.hi != nil {
		return &found
	}
	return inSet
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

// leastOf returns the least element of ℕ or ℕ₁, and nil of other sets.
func leastOf(set zed.Expr) zed.Expr {
	r, ok := set.(*zed.Ref)
	if !ok || r.Kind != zed.Builtin {
		return nil
	}
	switch r.Name {
	case "ℕ":
		return literal(0)
	case "ℕ₁":
		return literal(1)
	}
	return nil
}

func literal(n int64) zed.Expr {
	return &zed.Num{Info: zed.Info{Type: zed.IntType{}}, Value: big.NewInt(n)}
}

// guarded compiles what a guarded variable runs through.
func (c *compiler) guarded(g *guard) extents {
	switch {
	case g.equal != nil:
		x := c.term(g.equal)
		return func(m *machine) (extent, bool) {
			v, ok := x(m)
			return extent{form: single, one: v}, ok
		}
	case g.set != nil && g.column == 0:
		return c.extent(g.set)
	case g.set != nil:
		x := c.term(g.set)
		return func(m *machine) (extent, bool) {
			r, ok := m.whole(x(m))
			if !ok {
				return extent{}, false
			}
			return extent{set: column(r, g.column-1)}, true
		}
	}
	lo, hi := c.term(shifted(g.lo, g.loOpen, 1)), c.term(shifted(g.hi, g.hiOpen, -1))
	return func(m *machine) (extent, bool) { return between(m, g.hi, lo, hi) }
}

// shifted returns e, or where the bound is open e + by.
func shifted(e zed.Expr, open bool, by int64) zed.Expr {
	if !open {
		return e
	}
	return &zed.Op{Info: zed.Info{Type: zed.IntType{}}, Op: zed.Plus, Args: []zed.Expr{e, literal(by)}}
}

// kept leaves out of a set what is not a member of another.
func kept(over extents, member membership) extents {
	return func(m *machine) (extent, bool) {
		x, ok := over(m)
		if !ok {
			return x, false
		}
		first := x.keep
		x.keep = func(m *machine, v value.Value) Truth {
			if first != nil {
				if t := first(m, v); t != True {
					return t
				}
			}
			return member(m, v)
		}
		return x, true
	}
}
