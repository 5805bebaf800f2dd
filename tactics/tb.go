package tactics

import (
	"math/big"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// tb returns the tactic that looks at the boundaries of the set in which a variable is
// declared.
func tb() Tactic {
	return Tactic{
		Name: "tb", Label: "TB", Argument: "a variable: a number, a set or a sequence", Disjoint: true,
		Doc:  "the ends of a variable's range, the numbers next to them and its middle; none, one and two elements of a collection",
		Read: readTB,
	}
}

func readTB(b *Basis, entry spec.Tactic) (Divider, error) {
	text, err := readScalar(entry, entry.Arg, "a variable")
	if err != nil {
		return nil, err
	}
	_, term, err := b.Term(text)
	if err != nil {
		return nil, err
	}
	name, ok := term.(*zed.Ref)
	if !ok || !b.Sees(name.Name) {
		return nil, source.Errorf(text.FullSpan(), "the tactic tb expects a variable, found %s", text.Value)
	}
	var parts []Part
	if _, collection := term.Typ().(zed.PowerType); collection {
		for n := range 3 {
			parts = append(parts, b.makePart(text.FullSpan(), zed.Equal, op(zed.Card, zed.IntType{}, term), num(n)))
		}
		return divideAlways(parts), nil
	}
	if !zed.SameType(term.Typ(), zed.IntType{}) {
		return nil, source.Errorf(text.FullSpan(), "the tactic tb expects a number, a set or a sequence; %s has type %s",
			text.Value, term.Typ())
	}
	places, err := b.boundaries(name.Name, text)
	if err != nil {
		return nil, err
	}
	for _, n := range places {
		parts = append(parts, b.makePart(text.FullSpan(), zed.Equal, term, &zed.Num{Info: zed.Info{Type: zed.IntType{}},
			Value: n}))
	}
	return divideAlways(parts), nil
}

// boundaries returns the numbers at the boundaries of the set in which a variable is
// declared, in increasing order.
func (b *Basis) boundaries(name string, text *source.Text) ([]*big.Int, error) {
	var declared zed.Expr
	for _, v := range b.Visible {
		if v.Name == name {
			declared = v.Decl
		}
	}
	switch d := declared.(type) {
	case *zed.Ref:
		if first, ok := map[string]int64{"ℤ": -1, "ℕ": 0, "ℕ₁": 1}[d.Name]; ok && d.Name != "ℤ" {
			return []*big.Int{big.NewInt(first), big.NewInt(first + 1)}, nil
		} else if ok {
			return []*big.Int{big.NewInt(-1), big.NewInt(0), big.NewInt(1)}, nil
		}
	case *zed.Op:
		if d.Op == zed.Range {
			return b.findEnds(d, text)
		}
	}
	return nil, source.Errorf(text.FullSpan(),
		"the tactic tb expects a number that is declared in ℤ, ℕ, ℕ₁ or a range; %s is declared in %s",
		name, zed.Print(declared, zed.Unicode))
}

// findEnds returns the ends of a range, the numbers next to them, and its middle.
func (b *Basis) findEnds(r *zed.Op, text *source.Text) ([]*big.Int, error) {
	var end [2]*big.Int
	for i, arg := range r.Args {
		program, err := eval.Compile(arg, nil, b.System.Globals)
		if err != nil {
			return nil, source.Errorf(text.FullSpan(), "the tactic tb expects a range between constants; %s is not one: %v",
				zed.Print(arg, zed.Unicode), err)
		}
		v, reason := program.Value(nil)
		if reason != nil || v.Kind() != value.Int {
			return nil, source.Errorf(text.FullSpan(),
				"the tactic tb expects a range between constants that have a value; %s has none",
				zed.Print(arg, zed.Unicode))
		}
		end[i] = v.Big()
	}
	lo, hi := end[0], end[1]
	one := big.NewInt(1)
	middle := new(big.Int).Rsh(new(big.Int).Add(lo, hi), 1)
	var out []*big.Int
	for _, n := range []*big.Int{lo, new(big.Int).Add(lo, one), middle, new(big.Int).Sub(hi, one), hi} {
		if n.Cmp(lo) >= 0 && n.Cmp(hi) <= 0 && (len(out) == 0 || out[len(out)-1].Cmp(n) < 0) {
			out = append(out, n)
		}
	}
	if len(out) == 0 {
		return nil, source.Errorf(text.FullSpan(), "the range %s is empty: it has no boundary",
			zed.Print(r, zed.Unicode))
	}
	return out, nil
}
