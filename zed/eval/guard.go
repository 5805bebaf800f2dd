package eval

import (
	"math/big"

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

// boundOf returns a bound for a variable from conjuncts that must hold; other
// variables that are not bound yet may not occur in it.
func boundOf(name string, conjuncts []zed.Expr, unbound map[string]bool) *guard {
	usable := func(e zed.Expr) bool { return !free(e, unbound) && !infinite(e) }
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
		case zed.In:
			if is(x) && usable(y) && !arrow(y) {
				return &guard{set: y}
			}
			if pair, ok := x.(*zed.TupleExt); ok && len(pair.Elems) == 2 && usable(y) && !arrow(y) {
				for i, p := range pair.Elems {
					if is(p) {
						return &guard{set: y, column: i + 1}
					}
				}
			}
		}
	}
	if found := limitsOf(name, conjuncts, unbound); found.lo != nil && found.hi != nil {
		return &found
	}
	return nil
}

func isLocal(e zed.Expr, name string) bool {
	r, ok := e.(*zed.Ref)
	return ok && r.Name == name && r.Kind == zed.Local
}

// limitsOf returns what the conjuncts say of a number's size.
func limitsOf(name string, conjuncts []zed.Expr, unbound map[string]bool) guard {
	var found guard
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
		if isLocal(small, name) && !free(large, unbound) {
			found.hi, found.hiOpen = large, open
		}
		if isLocal(large, name) && !free(small, unbound) {
			found.lo, found.loOpen = small, open
		}
	}
	return found
}

// clipped leaves out of a range what the limits rule out. Where a limit has no
// value, nothing is left out, and the limit's own predicate says so.
func (c *compiler) clipped(over extents, g guard) extents {
	var lo, hi term
	if g.lo != nil {
		lo = c.term(shifted(g.lo, g.loOpen, 1))
	}
	if g.hi != nil {
		hi = c.term(shifted(g.hi, g.hiOpen, -1))
	}
	return func(m *machine) (extent, bool) {
		x, ok := over(m)
		if !ok || !x.isRange {
			return x, ok
		}
		if lo != nil {
			if v, ok := lo(m); ok {
				if n, small := v.Int(); small {
					x.lo = max(x.lo, n)
				}
			}
		}
		if hi != nil {
			if v, ok := hi(m); ok {
				if n, small := v.Int(); small {
					x.hi = min(x.hi, n)
				}
			}
		}
		return x, true
	}
}

// free tells whether any of the names occurs in e.
func free(e zed.Expr, names map[string]bool) bool {
	if r, ok := e.(*zed.Ref); ok && names[r.Name] {
		return true
	}
	for _, x := range zed.Children(e) {
		if free(x, names) {
			return true
		}
	}
	return false
}

// arrow tells whether a set is a power set or one of relations: finite perhaps,
// but better not run through.
func arrow(e zed.Expr) bool {
	o, ok := e.(*zed.Op)
	if !ok {
		return false
	}
	switch o.Op {
	case zed.PowerSet, zed.PowerSet1, zed.Finset, zed.Finset1, zed.Relation, zed.PartialFun, zed.TotalFun, zed.PartialInj,
		zed.TotalInj, zed.PartialSurj, zed.TotalSurj, zed.Bijection, zed.FinitePfun, zed.FinitePinj, zed.Iseq, zed.Seq, zed.Seq1:
		return true
	}
	return false
}

func (c *compiler) guarded(g *guard) extents {
	switch {
	case g.equal != nil:
		x := c.term(g.equal)
		return func(m *machine) (extent, bool) {
			v, ok := x(m)
			if !ok {
				return extent{}, false
			}
			return extent{set: value.OfTuple(v), items: true}, true
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
	return func(m *machine) (extent, bool) { return between(m, g.lo, lo, hi) }
}

// shifted returns e, or where the bound is open e + by.
func shifted(e zed.Expr, open bool, by int64) zed.Expr {
	if !open {
		return e
	}
	info := zed.Info{Type: zed.IntType{}}
	return &zed.Op{Info: info, Op: zed.Plus, Args: []zed.Expr{e, &zed.Num{Info: info, Value: big.NewInt(by)}}}
}
