package tactics

import (
	"math/big"
	"strconv"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// ft divides by the constructors of a free type.
func ft() Tactic {
	return Tactic{
		Name: "ft", Label: "FT", Argument: "a variable of a free type", Covers: true, Disjoint: true,
		Doc: "one condition per constructor of a variable's free type",
		read: func(b *builder, entry spec.Tactic) (divider, error) {
			text, err := scalar(entry, entry.Arg, "a variable of a free type")
			if err != nil {
				return nil, err
			}
			_, variable, err := b.term(text)
			if err != nil {
				return nil, err
			}
			named, ok := variable.Typ().(zed.NamedType)
			if !ok || !named.Free {
				return nil, source.Errorf(text.All(), "the tactic ft expects a variable of a free type; %s has type %s", text.Value, variable.Typ())
			}
			var parts []part
			for _, f := range b.system.Spec.Free {
				if f.Name != named.Name {
					continue
				}
				for _, c := range f.Constants {
					parts = append(parts, b.made(text.All(), zed.Equal, variable, ref(c, zed.Constant, named)))
				}
				for _, c := range f.Ctors {
					fn := zed.PowerType{Elem: zed.ProductType{Elems: []zed.Type{c.Arg, named}}}
					ran := op(zed.Ran, zed.PowerType{Elem: named}, ref(c.Name, zed.Constant, fn))
					parts = append(parts, b.made(text.All(), zed.In, variable, ran))
				}
			}
			return func(*Condition) ([]part, error) { return parts, nil }, nil
		},
	}
}

// nr divides the range of a number at given places.
func nr() Tactic {
	return Tactic{
		Name: "nr", Label: "NR", Argument: "[variable, [n1, n2, …]], the numbers increasing", Covers: true, Disjoint: true,
		Doc:  "below, at, between and above the given numbers",
		read: readNR,
	}
}

func readNR(b *builder, entry spec.Tactic) (divider, error) {
	args, err := fields(entry, "var", "values")
	if err != nil {
		return nil, err
	}
	text, err := scalar(entry, args["var"], "a variable of type ℤ")
	if err != nil {
		return nil, err
	}
	_, variable, err := b.term(text)
	if err != nil {
		return nil, err
	}
	if !zed.Same(variable.Typ(), zed.IntType{}) {
		return nil, source.Errorf(text.All(), "the tactic nr expects a number; %s has type %s", text.Value, variable.Typ())
	}
	values := args["values"]
	if values == nil || len(values.List) == 0 {
		return nil, source.Errorf(entry.Span, "the tactic nr expects a list of increasing numbers")
	}
	var numbers []*zed.Num
	for _, v := range values.List {
		written, err := scalar(entry, v, "a number")
		if err != nil {
			return nil, err
		}
		n, ok := new(big.Int).SetString(written.Value, 10)
		if !ok {
			return nil, source.Errorf(v.Span, "expected a number, found %q", written.Value)
		}
		if last := len(numbers) - 1; last >= 0 && numbers[last].Value.Cmp(n) >= 0 {
			return nil, source.Errorf(v.Span, "the numbers of the tactic nr must increase: %s comes after %s", n, numbers[last].Value)
		}
		numbers = append(numbers, &zed.Num{Info: zed.Info{Span: v.Span, Type: zed.IntType{}}, Value: n})
	}
	parts := []part{b.made(text.All(), zed.Less, variable, numbers[0])}
	for i, n := range numbers {
		parts = append(parts, b.made(n.Span, zed.Equal, variable, n))
		if i+1 < len(numbers) {
			above := op(zed.Less, zed.BoolType{}, n, variable)
			below := op(zed.Less, zed.BoolType{}, variable, numbers[i+1])
			parts = append(parts, part{pred: schema.Conjoin([]zed.Expr{above, below}), span: n.Span})
		}
	}
	parts = append(parts, b.made(text.All(), zed.Greater, variable, numbers[len(numbers)-1]))
	return func(*Condition) ([]part, error) { return parts, nil }, nil
}

// maxCardinality bounds k of the tactic sc: cases with larger collections than
// this are beyond every sensible scope.
const maxCardinality = 64

// sc divides by the size of a set or sequence.
func sc() Tactic {
	return Tactic{
		Name: "sc", Label: "SC", Argument: "a set or sequence, or [set or sequence, k]", Covers: true, Disjoint: true,
		Doc:  "one condition per size 0, 1, …, k − 1, and one for k and more (k = 2)",
		read: readSC,
	}
}

func readSC(b *builder, entry spec.Tactic) (divider, error) {
	args, err := fields(entry, "of", "k")
	if err != nil {
		return nil, err
	}
	text, err := scalar(entry, args["of"], "a set or a sequence")
	if err != nil {
		return nil, err
	}
	_, set, err := b.term(text)
	if err != nil {
		return nil, err
	}
	if _, ok := set.Typ().(zed.PowerType); !ok {
		return nil, source.Errorf(text.All(), "the tactic sc expects a set or a sequence; %s has type %s", text.Value, set.Typ())
	}
	k := 2
	if arg := args["k"]; arg != nil {
		written, err := scalar(entry, arg, "a number")
		if err != nil {
			return nil, err
		}
		if k, err = strconv.Atoi(written.Value); err != nil || k < 1 || k > maxCardinality {
			return nil, source.Errorf(arg.Span, "expected a number from 1 to %d, found %q", maxCardinality, written.Value)
		}
	}
	size := op(zed.Card, zed.IntType{}, set)
	var parts []part
	for i := range k {
		parts = append(parts, b.made(text.All(), zed.Equal, size, num(i)))
	}
	parts = append(parts, b.made(text.All(), zed.GreaterEq, size, num(k)))
	return func(*Condition) ([]part, error) { return parts, nil }, nil
}

// made returns the condition x ∘ y.
func (b *builder) made(span source.Span, o zed.Operator, x, y zed.Expr) part {
	return part{pred: op(o, zed.BoolType{}, x, y), span: span}
}

func op(o zed.Operator, t zed.Type, args ...zed.Expr) zed.Expr {
	return &zed.Op{Info: zed.Info{Type: t}, Op: o, Args: args}
}

func ref(name string, kind zed.Kind, t zed.Type) zed.Expr {
	return &zed.Ref{Info: zed.Info{Type: t}, Name: name, Kind: kind}
}

func num(n int) zed.Expr {
	return &zed.Num{Info: zed.Info{Type: zed.IntType{}}, Value: big.NewInt(int64(n))}
}
