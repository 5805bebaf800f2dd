package tactics

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// follows tells whether a membership follows from known predicates, as far as the form
// of the term shows. For example, s ∪ {x} ∈ ℙ ℕ follows from s ∈ ℙ ℕ and x ∈ ℕ. The
// known predicates are given in printed form.
func follows(c zed.Expr, known map[string]bool) bool {
	o, ok := c.(*zed.Op)
	return ok && o.Op == zed.In && isKnownIn(o.Args[0], o.Args[1], known)
}

// isKnownIn tells whether a term is known to lie in a set.
func isKnownIn(e, set zed.Expr, known map[string]bool) bool {
	if toolkit.Full(set) || known[zed.Print(zed.Relate(zed.In, e, set), zed.Unicode)] {
		return true
	}
	if s, ok := set.(*zed.Op); ok {
		switch s.Op {
		case zed.PowerSet, zed.Relation:
			return isSubsetKnownIn(e, set, known)
		case zed.PartialFun:
			return isFunctionKnownIn(e, s, known)
		case zed.Seq:
			return isSequenceKnownIn(e, s, known)
		}
	}
	if b, ok := set.(*zed.Ref); ok && b.Kind == zed.Builtin && b.Name == "ℕ" {
		return isNatural(e, set, known)
	}
	return false
}

// lieAll tells whether every term is known to lie in a set.
func lieAll(es []zed.Expr, set zed.Expr, known map[string]bool) bool {
	for _, e := range es {
		if !isKnownIn(e, set, known) {
			return false
		}
	}
	return true
}

// isSubsetKnownIn does what isKnownIn does for power sets and sets of relations, which contain
// all subsets of their members.
func isSubsetKnownIn(e, set zed.Expr, known map[string]bool) bool {
	switch e := e.(type) {
	case *zed.SetExt:
		args := set.(*zed.Op).Args
		for _, x := range e.Elems {
			if len(args) == 1 && !isKnownIn(x, args[0], known) || len(args) == 2 && !pairIn(x, args, known) {
				return false
			}
		}
		return true
	case *zed.Op:
		return toolkit.Joins(e.Op) && lieAll(e.Args, set, known) || partLies(e, set, known)
	}
	return false
}

// partLies tells whether a term is a part of an operand that is known to lie in a set
// which contains all parts of its members.
func partLies(e *zed.Op, set zed.Expr, known map[string]bool) bool {
	return slices.ContainsFunc(toolkit.Wholes(e), func(whole zed.Expr) bool { return isKnownIn(whole, set, known) })
}

func pairIn(e zed.Expr, sets []zed.Expr, known map[string]bool) bool {
	t, ok := e.(*zed.TupleExt)
	return ok && len(t.Elems) == 2 && isKnownIn(t.Elems[0], sets[0], known) && isKnownIn(t.Elems[1], sets[1], known)
}

// isFunctionKnownIn does what isKnownIn does for sets of partial functions.
func isFunctionKnownIn(e zed.Expr, set *zed.Op, known map[string]bool) bool {
	switch e := e.(type) {
	case *zed.SetExt:
		return len(e.Elems) == 0 || len(e.Elems) == 1 && pairIn(e.Elems[0], set.Args, known)
	case *zed.Op:
		switch e.Op {
		case zed.Union:
			one, ok := e.Args[1].(*zed.SetExt)
			if !ok || len(one.Elems) != 1 || !lieAll(e.Args, set, known) {
				return false
			}
			outside := op(zed.NotIn, zed.BoolType{}, one.Elems[0].(*zed.TupleExt).Elems[0], op(zed.Dom, nil, e.Args[0]))
			return known[zed.Print(outside, zed.Unicode)]
		case zed.Override, zed.EmptySet:
			return lieAll(e.Args, set, known)
		}
		return partLies(e, set, known)
	}
	return false
}

// isSequenceKnownIn does what isKnownIn does for sets of sequences.
func isSequenceKnownIn(e zed.Expr, set *zed.Op, known map[string]bool) bool {
	switch e := e.(type) {
	case *zed.SeqExt:
		return lieAll(e.Elems, set.Args[0], known)
	case *zed.Op:
		return (e.Op == zed.Cat || e.Op == zed.Rev) && lieAll(e.Args, set, known)
	}
	return false
}

// isNatural does what isKnownIn does for ℕ.
func isNatural(e, set zed.Expr, known map[string]bool) bool {
	switch e := e.(type) {
	case *zed.Num:
		return e.Value.Sign() >= 0
	case *zed.Op:
		return toolkit.Makes(e.Op) == zed.IsNatural || (e.Op == zed.Plus || e.Op == zed.Times) &&
			lieAll(e.Args, set, known)
	}
	return false
}
