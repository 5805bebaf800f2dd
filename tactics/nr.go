package tactics

import (
	"math/big"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// nr returns the tactic that divides the range of a number at given places.
func nr() Tactic {
	return Tactic{
		Name: "nr", Label: "NR", Argument: "[variable, [n1, n2, …]], the numbers increasing", Covers: true,
		Disjoint: true,
		Doc:      "below, at, between and above the given numbers",
		Read:     func(b *Basis, entry spec.Tactic) (Divider, error) { return b.readNR(entry, false) },
	}
}

// readNR reads an entry for nr. With `possible` it leaves out conditions between
// numbers that have no number between them.
func (b *Basis) readNR(entry spec.Tactic, possible bool) (Divider, error) {
	args, err := fields(entry, "var", "values")
	if err != nil {
		return nil, err
	}
	text, err := readScalar(entry, args["var"], "a variable of type ℤ")
	if err != nil {
		return nil, err
	}
	_, variable, err := b.Term(text)
	if err != nil {
		return nil, err
	}
	if !zed.SameType(variable.Typ(), zed.IntType{}) {
		return nil, source.Errorf(text.FullSpan(), "the tactic nr expects a number; %s has type %s", text.Value,
			variable.Typ())
	}
	numbers, err := readIncreasing(entry, args["values"])
	if err != nil {
		return nil, err
	}
	parts := []Part{b.makePart(text.FullSpan(), zed.Less, variable, numbers[0])}
	for i, n := range numbers {
		parts = append(parts, b.makePart(n.Span, zed.Equal, variable, n))
		if i+1 < len(numbers) && !(possible && isNext(n, numbers[i+1])) {
			above := op(zed.Less, zed.BoolType{}, n, variable)
			below := op(zed.Less, zed.BoolType{}, variable, numbers[i+1])
			parts = append(parts, Part{Pred: schema.Conjoin([]zed.Expr{above, below}), Span: n.Span})
		}
	}
	parts = append(parts, b.makePart(text.FullSpan(), zed.Greater, variable, numbers[len(numbers)-1]))
	return divideAlways(parts), nil
}

// isNext tells whether m is the number after n.
func isNext(n, m *zed.Num) bool {
	return new(big.Int).Add(n.Value, big.NewInt(1)).Cmp(m.Value) == 0
}

// readIncreasing reads a list of increasing numbers.
func readIncreasing(entry spec.Tactic, values *spec.Argument) ([]*zed.Num, error) {
	if values == nil || len(values.List) == 0 {
		return nil, source.Errorf(entry.Span, "the tactic nr expects a list of increasing numbers")
	}
	var numbers []*zed.Num
	for _, v := range values.List {
		written, err := readScalar(entry, v, "a number")
		if err != nil {
			return nil, err
		}
		n, ok := new(big.Int).SetString(written.Value, 10)
		if !ok {
			return nil, source.Errorf(v.Span, "expected a number, found %q", written.Value)
		}
		if last := len(numbers) - 1; last >= 0 && numbers[last].Value.Cmp(n) >= 0 {
			return nil, source.Errorf(v.Span, "the numbers of the tactic nr must increase: %s comes after %s", n,
				numbers[last].Value)
		}
		numbers = append(numbers, &zed.Num{Info: zed.Info{Span: v.Span, Type: zed.IntType{}}, Value: n})
	}
	return numbers, nil
}
