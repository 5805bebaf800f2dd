package tactics

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// mf returns the tactic that divides by whether the precondition of a used unit holds,
// in order to find missing functions (Cristiá, Mesuro and Frydman, section 7).
func mf() Tactic {
	return Tactic{
		Name: "mf", Label: "MF", Argument: "a used unit", Covers: true, Kind: suite.Searched,
		Doc: "the precondition of a used unit can hold, and it can fail to",
		Read: func(b *Basis, entry spec.Tactic) (Divider, error) {
			text, err := readScalar(entry, entry.Arg, "the name of a used unit")
			if err != nil {
				return nil, err
			}
			callee := b.System.Unit(text.Value)
			if callee == nil || !contains(b.Unit.Uses, text.Value) {
				return nil, source.Errorf(text.FullSpan(), "the tactic mf expects a unit that %s uses; it uses %s%s",
					b.Unit.Name, cmp.Or(strings.Join(b.Unit.Uses, ", "), "none"),
					source.DidYouMean(text.Value, b.Unit.Uses))
			}
			if o := b.occurrence(callee); o != nil {
				return divideAlways(b.meets(o, text.FullSpan())), nil
			}
			return nil, source.Errorf(text.FullSpan(), "the schema %s of %s does not occur in %s", callee.Schema,
				callee.Name, b.Unit.Schema)
		},
	}
}

// occurrence returns the first occurrence of a used unit's schema in the unit's schema,
// or nil.
func (b *Basis) occurrence(callee *spec.Unit) *zed.Occur {
	for _, o := range b.Unit.Op.Occurrences {
		if o.Schema == callee.Schema {
			return o
		}
	}
	return nil
}

// meets returns the conditions ∃ x1, …, xn • pre B and ∃ x1, …, xn • ¬ pre B, where x1,
// …, xn are the variables that B declares and A does not.
func (b *Basis) meets(o *zed.Occur, span source.Span) []Part {
	s := schema.NewSignature(o.Vars)
	only := slices.DeleteFunc(slices.Clone(s.Early.Vars), func(v zed.Var) bool { return b.Sees(v.Name) })
	pre := b.System.Calculus.Exists(s.Late.Vars, o)
	not := zed.Negation(pre)
	bound := ""
	if len(only) > 0 {
		bound = "∃ "
		for i, v := range only {
			if i > 0 {
				bound += "; "
			}
			bound += v.Name + " : " + zed.Print(v.Decl, zed.Unicode)
		}
		bound += " • "
	}
	return []Part{
		{Pred: b.System.Calculus.Exists(only, pre), Shown: bound + "pre " + zed.Print(o, zed.Unicode), Span: span},
		{Pred: b.System.Calculus.Exists(only, not), Shown: bound + "¬ pre " + zed.Print(o, zed.Unicode), Span: span},
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
