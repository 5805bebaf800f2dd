package tactics

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
)

// ft returns the tactic that divides by the constructors of a free type.
func ft() Tactic {
	return Tactic{
		Name: "ft", Label: "FT", Argument: "a variable of a free type", Covers: true, Disjoint: true,
		Doc: "one condition per constructor of a variable's free type",
		Read: func(b *Basis, entry spec.Tactic) (Divider, error) {
			text, err := readScalar(entry, entry.Arg, "a variable of a free type")
			if err != nil {
				return nil, err
			}
			_, variable, err := b.Term(text)
			if err != nil {
				return nil, err
			}
			named, ok := variable.Typ().(zed.NamedType)
			if !ok || !named.Free {
				return nil, source.Errorf(text.FullSpan(), "the tactic ft expects a variable of a free type; %s has type %s",
					text.Value, variable.Typ())
			}
			var parts []Part
			for _, f := range b.System.Spec.Free {
				if f.Name != named.Name {
					continue
				}
				for _, c := range f.Constants {
					parts = append(parts, b.makePart(text.FullSpan(), zed.Equal, variable, ref(c, zed.Constant, named)))
				}
				for _, c := range f.Ctors {
					parts = append(parts, madeByCondition(c, variable, named, text.FullSpan()))
				}
			}
			return divideAlways(parts), nil
		},
	}
}

// madeByCondition returns the condition that a variable was made by a constructor c, which
// is shown as v ∈ ran c.
func madeByCondition(c types.Ctor, variable zed.Expr, free zed.NamedType, span source.Span) Part {
	name := schema.FreshName("x", map[string]bool{zed.Print(variable, zed.Unicode): true})
	fn := ref(c.Name, zed.Constant, zed.PowerType{Elem: zed.ProductType{Elems: []zed.Type{c.Arg, free}}})
	value := &zed.Apply{Info: zed.Info{Type: free}, Fn: fn, Arg: ref(name, zed.Local, c.Arg)}
	return Part{
		Pred: &zed.Quant{Info: zed.Info{Type: zed.BoolType{}}, Q: zed.Exists,
			Text: zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{{Name: name}}, Type: c.Set}}},
			Body: op(zed.Equal, zed.BoolType{}, variable, value)},
		Shown: zed.Print(variable, zed.Unicode) + " ∈ ran " + c.Name,
		Span:  span,
	}
}
