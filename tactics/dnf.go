package tactics

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// dnf returns the tactic that divides an operation by the disjuncts of its disjunctive
// normal form (Cristiá, Mesuro and Frydman, section 5). The condition of disjunct D is
// pre D, in which used callees are opaque.
func dnf() Tactic {
	return Tactic{
		Name: "dnf", Label: "DNF", Covers: true, First: true, Kind: suite.Enabled,
		Doc: "one condition per disjunct of the operation: that its precondition holds",
		Read: func(b *Basis, _ spec.Tactic) (Divider, error) {
			return func(*suite.Condition) ([]Part, error) {
				var parts []Part
				for i, d := range b.Unit.Op.Disjuncts {
					parts = append(parts, Part{
						Pred:     b.pre(d),
						Shown:    b.showPre(d),
						Span:     b.findFirstSpan(d.Conjuncts),
						Disjunct: i + 1,
					})
				}
				return parts, nil
			}, nil
		},
	}
}

// pre returns the precondition of a disjunct: ∃ after-state, outputs • D.
func (b *Basis) pre(d schema.Disjunct) zed.Expr {
	return b.System.Calculus.Exists(b.Unit.Op.Late.Vars, schema.Conjoin(d.Conjuncts))
}

// showPre returns the printed precondition of a disjunct. Conjuncts on the valid input
// space alone stand outside pre, with what follows from them where equations give the
// after-state and outputs. Callees are named and not unfolded.
func (b *Basis) showPre(d schema.Disjunct) string {
	late := map[string]bool{}
	for _, v := range b.Unit.Op.Late.Vars {
		late[v.Name] = true
	}
	var outside, inside []zed.Expr
	seen, known := map[string]bool{}, b.printPossible()
	for _, c := range d.Conjuncts {
		if t, ok := c.(*zed.Truth); ok && t.Value || b.Unit.Declares(c) {
			continue
		}
		text := b.text(c)
		if seen[text] {
			continue
		}
		seen[text] = true
		if _, callee := c.(*zed.Occur); callee || hasAny(b.System.Calculus.FreeVars(c), late) {
			inside = append(inside, c)
		} else {
			outside = append(outside, c)
			known[text] = true
		}
	}
	implied, inside := b.eliminateLate(inside, known)
	outside = append(outside, implied...)
	if len(inside) > 0 {
		outside = append(outside, &zed.Pre{Info: zed.Info{Type: zed.BoolType{}}, X: schema.Conjoin(inside)})
	}
	return zed.Print(schema.Conjoin(outside), zed.Unicode)
}

func hasAny(names []string, set map[string]bool) bool {
	for _, n := range names {
		if set[n] {
			return true
		}
	}
	return false
}

// findFirstSpan returns the place of the first conjunct that is not only a declaration.
func (b *Basis) findFirstSpan(conjuncts []zed.Expr) source.Span {
	for _, c := range conjuncts {
		if c.At().IsValid() && !b.Unit.Declares(c) {
			return c.At()
		}
	}
	return b.Unit.At
}
