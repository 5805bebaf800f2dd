package tactics

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// iv returns the tactic that looks at states on the boundary of an invariant.
func iv() Tactic {
	return Tactic{
		Name: "iv", Label: "IV", Covers: true, Beside: true,
		Doc: "each state invariant that has a boundary, met just so, beside what the other tactics make",
		Read: func(b *Basis, entry spec.Tactic) (Divider, error) {
			var parts []Part
			for _, c := range b.invariants() {
				for _, p := range boundary(c) {
					parts = append(parts, Part{Pred: p, Span: c.At()})
				}
			}
			if len(parts) == 0 {
				return nil, source.Errorf(entry.Span,
					"the state of %s has no invariant with a boundary: one that is <, ≤, >, ≥, ⊂, ⊆ or in a range, and that holds before and after", b.Unit.Schema)
			}
			return divideAlways(parts), nil
		},
	}
}

// invariants returns the conjuncts on the before-state that the operation also demands
// of the after-state, except those that are declarations.
func (b *Basis) invariants() []zed.Expr {
	after := map[string]string{}
	for _, v := range b.Unit.Op.Before.Vars {
		after[v.Name] = v.Name + "'"
	}
	var out []zed.Expr
	seen, later := map[string]bool{}, map[zed.Expr]string{}
	for _, d := range b.Unit.Op.Disjuncts {
		said := map[string]bool{}
		for _, c := range d.Conjuncts {
			said[b.text(c)] = true
		}
		for _, c := range d.Conjuncts {
			text := b.text(c)
			if seen[text] || b.Unit.Declares(c) || !b.isAboutState(c, after) {
				continue
			}
			if later[c] == "" {
				later[c] = zed.Print(schema.Rename(c, after), zed.Unicode)
			}
			if !said[later[c]] {
				continue
			}
			seen[text] = true
			out = append(out, c)
		}
	}
	return out
}

// isAboutState tells whether a conjunct mentions only the before-state.
func (b *Basis) isAboutState(c zed.Expr, before map[string]string) bool {
	names := b.System.Calculus.FreeVars(c)
	for _, n := range names {
		if before[n] == "" || !b.Sees(n) {
			return false
		}
	}
	return len(names) > 0
}

// boundary returns the ways in which values can lie exactly on the boundary of an atom.
func boundary(c zed.Expr) []zed.Expr {
	x, ok := c.(*zed.Op)
	if !ok || len(x.Args) != 2 {
		return nil
	}
	equal := func(a, b zed.Expr) []zed.Expr { return []zed.Expr{op(zed.Equal, zed.BoolType{}, a, b)} }
	more := func(e zed.Expr) zed.Expr { return op(zed.Plus, zed.IntType{}, e, num(1)) }
	size := func(e zed.Expr) zed.Expr { return op(zed.Card, zed.IntType{}, e) }
	left, right := x.Args[0], x.Args[1]
	switch x.Op {
	case zed.LessEq, zed.GreaterEq, zed.SubsetEq:
		return equal(left, right)
	case zed.Less:
		return equal(more(left), right)
	case zed.Greater:
		return equal(left, more(right))
	case zed.Subset:
		return equal(more(size(left)), size(right))
	case zed.In:
		if r, ok := right.(*zed.Op); ok && r.Op == zed.Range {
			return append(equal(left, r.Args[0]), equal(left, r.Args[1])...)
		}
	}
	return nil
}
