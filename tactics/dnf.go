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
				show := b.showPre
				if common := findCommon(b); common != nil {
					show = func(d schema.Disjunct) string { return showOwn(b, d, common) }
				}
				for i, d := range b.Unit.Op.Disjuncts {
					parts = append(parts, Part{
						Pred:     b.pre(d),
						Shown:    show(d),
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

// maxShownTerms is the number of terms up to which a disjunct is shown whole: about as many as a page has.
const maxShownTerms = 1_500

// findCommon returns the conjuncts that all disjuncts have in common, where some disjunct is too long to be read; nil
// elsewhere.
func findCommon(b *Basis) map[zed.Expr]bool {
	disjuncts := b.Unit.Op.Disjuncts
	in, terms := map[zed.Expr]int{}, map[zed.Expr]int{}
	longest := 0
	for _, d := range disjuncts {
		length := 0
		for _, c := range d.Conjuncts {
			if in[c]++; in[c] == 1 {
				terms[c] = zed.Length(c, maxShownTerms)
			}
			length += terms[c]
		}
		longest = max(longest, length)
	}
	if longest <= maxShownTerms {
		return nil
	}
	common := map[zed.Expr]bool{}
	for c, n := range in {
		common[c] = n == len(disjuncts)
	}
	return common
}

// showOwn returns pre (A ∧ P) for a disjunct of the operation A, in which P are the conjuncts that not all disjuncts
// have: it is what they have that tells them apart, and A ∧ P is the disjunct.
func showOwn(b *Basis, d schema.Disjunct, common map[zed.Expr]bool) string {
	own := []zed.Expr{&zed.Ref{Info: zed.Info{Type: zed.BoolType{}}, Name: b.Unit.Schema, Kind: zed.Unresolved}}
	for _, c := range d.Conjuncts {
		if !common[c] && !b.Unit.Declares(c) {
			own = append(own, c)
		}
	}
	return zed.Print(&zed.Pre{Info: zed.Info{Type: zed.BoolType{}}, X: schema.Conjoin(own)}, zed.Unicode)
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
