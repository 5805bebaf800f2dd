package schema

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// Consequences tells by their form which predicates follow from others. It only compares
// terms, and knows that sets of sets, relations, functions and sequences grow with the sets
// that they are made of: s ∈ seq (0 .. n) follows from s ∈ iseq (1 .. n).
type Consequences struct {
	// Text returns the printed form of a term.
	Text func(zed.Expr) string
}

// weaker are the relations that hold between two values where another relation does.
var weaker = map[zed.Operator][]zed.Operator{
	zed.Less:    {zed.LessEq, zed.NotEqual},
	zed.Greater: {zed.GreaterEq, zed.NotEqual},
	zed.Equal:   {zed.LessEq, zed.GreaterEq, zed.SubsetEq},
	zed.Subset:  {zed.SubsetEq, zed.NotEqual},
}

// Follow tells whether the form of two predicates shows that the second is true, or has no
// value, wherever the first is true. Where it does not show that, either may be.
func (c Consequences) Follow(from, pred zed.Expr) bool {
	if from == pred {
		return true
	}
	switch p := pred.(type) {
	case *zed.Op:
		f, ok := from.(*zed.Op)
		if !ok || len(f.Args) != 2 || len(p.Args) != 2 || !c.same(f.Args[0], p.Args[0]) {
			return false
		}
		if f.Op == zed.In && p.Op == zed.In {
			return c.includes(p.Args[1], f.Args[1])
		}
		return (f.Op == p.Op || slices.Contains(weaker[f.Op], p.Op)) && c.same(f.Args[1], p.Args[1])
	case *zed.Quant:
		f, ok := from.(*zed.Quant)
		return ok && f.Q == zed.Exists && p.Q == zed.Exists && c.followTexts(f.Text, p.Text) &&
			c.followAll(said(f.Text, f.Body), said(p.Text, p.Body))
	}
	return c.same(from, pred)
}

// said returns the conjuncts of what a text and the predicate after it say, without what the
// declarations say.
func said(t zed.Text, body zed.Expr) []zed.Expr {
	if t.Pred == nil {
		return Conjuncts(body)
	}
	return slices.Concat(Conjuncts(t.Pred), Conjuncts(body))
}

// followAll tells whether each of some predicates follows from one of others.
func (c Consequences) followAll(from, preds []zed.Expr) bool {
	return !slices.ContainsFunc(preds, func(p zed.Expr) bool {
		return !slices.ContainsFunc(from, func(f zed.Expr) bool { return c.Follow(f, p) })
	})
}

// followTexts tells whether two texts declare the same names in the same order, those of the first in
// parts of the sets of the second.
func (c Consequences) followTexts(from, text zed.Text) bool {
	return slices.EqualFunc(from.Decls, text.Decls, func(f, d zed.Decl) bool {
		sameName := func(x, y zed.Ident) bool { return x.Name == y.Name }
		return len(d.Names) > 0 && slices.EqualFunc(f.Names, d.Names, sameName) && c.includes(d.Type, f.Type)
	})
}

func (c Consequences) same(x, y zed.Expr) bool { return x == y || c.Text(x) == c.Text(y) }

// includes tells whether the form of two sets shows that the second is a part of the first.
func (c Consequences) includes(whole, part zed.Expr) bool {
	if whole == part || toolkit.Full(whole) || isNaturals(whole) && isPartOfNaturals(whole.(*zed.Ref), part) {
		return true
	}
	switch w := whole.(type) {
	case *zed.Op:
		if p, ok := part.(*zed.Op); ok && len(p.Args) == len(w.Args) {
			return c.includesOp(w, p)
		}
	case *zed.Comp:
		p, ok := part.(*zed.Comp)
		return ok && p.Op == zed.SetComp && w.Op == zed.SetComp && p.Body != nil && w.Body != nil &&
			c.same(p.Body, w.Body) && c.followTexts(p.Text, w.Text) &&
			c.followAll(said(p.Text, nil), said(w.Text, nil))
	}
	return c.same(whole, part)
}

func (c Consequences) includesOp(whole, part *zed.Op) bool {
	all := func() bool {
		for i := range whole.Args {
			if !c.includes(whole.Args[i], part.Args[i]) {
				return false
			}
		}
		return true
	}
	w, space := toolkit.MembersOf(whole.Op)
	p, alike := toolkit.MembersOf(part.Op)
	switch {
	case space && alike:
		return hasAllOf(p, w) && all() && (!w.Total || c.same(whole.Args[0], part.Args[0])) &&
			(!w.Surjective || c.same(whole.Args[1], part.Args[1]))
	case whole.Op != part.Op:
		return false
	case whole.Op == zed.Cross:
		return all()
	case whole.Op == zed.Range:
		return c.isAtMost(whole.Args[0], part.Args[0]) && c.isAtMost(part.Args[1], whole.Args[1])
	}
	return c.same(whole, part)
}

// hasAllOf tells whether members of one kind have all properties of those of another.
func hasAllOf(some, other zed.Members) bool {
	implies := func(p, q bool) bool { return q || !p }
	return implies(other.Function, some.Function) && implies(other.Total, some.Total) &&
		implies(other.Injective, some.Injective) && implies(other.Surjective, some.Surjective) &&
		implies(other.Finite, some.Finite) && implies(other.Filled, some.Filled) &&
		implies(other.Sequence, some.Sequence) && implies(other.Counted, some.Counted)
}

// isAtMost tells whether the form of two numbers shows that the first is not larger.
func (c Consequences) isAtMost(x, y zed.Expr) bool {
	i, j := integerOf(x), integerOf(y)
	return i != nil && j != nil && i.Cmp(j) <= 0 || c.same(x, y)
}

// integerOf returns the number that an integer literal stands for, negated or not; nil for other terms.
func integerOf(e zed.Expr) *big.Int {
	switch e := e.(type) {
	case *zed.Num:
		return e.Value
	case *zed.Op:
		if n := e.Args; e.Op == zed.Negate {
			if x := integerOf(n[0]); x != nil {
				return new(big.Int).Neg(x)
			}
		}
	}
	return nil
}

// isNaturals tells whether a set is ℕ or ℕ₁.
func isNaturals(e zed.Expr) bool {
	r, ok := e.(*zed.Ref)
	return ok && r.Kind == zed.Builtin && (r.Name == "ℕ" || r.Name == "ℕ₁")
}

// isPartOfNaturals tells whether a set is ℕ₁, or a range that begins with a literal, in ℕ or ℕ₁.
func isPartOfNaturals(naturals *zed.Ref, part zed.Expr) bool {
	switch p := part.(type) {
	case *zed.Ref:
		return p.Kind == zed.Builtin && (p.Name == naturals.Name || p.Name == "ℕ₁")
	case *zed.Op:
		if p.Op == zed.Range {
			least := integerOf(p.Args[0])
			return least != nil && (least.Sign() > 0 || least.Sign() == 0 && naturals.Name == "ℕ")
		}
	}
	return false
}
