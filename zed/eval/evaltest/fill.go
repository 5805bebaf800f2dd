package evaltest

import (
	"fmt"
	"testing"

	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Fill returns a value with others in the place of its holes, by their numbers.
func Fill(v value.Value, holes map[int]value.Value) value.Value {
	if v.Kind() == value.Hole {
		return holes[v.Hole()]
	}
	if !v.HasHole() {
		return v
	}
	items := make([]value.Value, v.Len())
	for i := range items {
		items[i] = Fill(v.Elem(i), holes)
	}
	switch v.Kind() {
	case value.Tuple:
		return value.OfTuple(items...)
	case value.Seq:
		return value.OfSeq(items)
	case value.Binding:
		return value.OfBinding(v.Names(), items)
	case value.Ctor:
		return value.OfCtor(v.Name(), items[0])
	}
	return value.OfSet(items)
}

// Fillings calls f with every way to put one of some values into each of the holes 1 to n.
func Fillings(n int, among []value.Value, f func(map[int]value.Value)) {
	filled := map[int]value.Value{}
	var put func(int)
	put = func(hole int) {
		if hole > n {
			f(filled)
			return
		}
		for _, v := range among {
			filled[hole] = v
			put(hole + 1)
		}
	}
	put(1)
}

// Foresees fails the test where an outcome on values with holes does not foresee the outcomes
// on what these may become: what is decided stays so, whatever is put into the holes, and
// what is not for want of a hole names one of them.
func Foresees(t testing.TB, what string, holed machine.Truth, reason *machine.Reason, holes int,
	filled map[machine.Truth]bool) {
	t.Helper()
	switch {
	case holed == machine.Unknown:
		if !reason.Unset || reason.Hole < 1 || reason.Hole > holes {
			t.Errorf("%s is unknown, and names the hole %d of %d: %v", what, reason.Hole, holes, reason)
		}
	case len(filled) != 1 || !filled[holed]:
		t.Errorf("%s is %s, and becomes %s", what, holed, outcomes(filled))
	}
}

func outcomes(of map[machine.Truth]bool) string {
	var out []machine.Truth
	for t := machine.False; t <= machine.Unknown; t++ {
		if of[t] {
			out = append(out, t)
		}
	}
	return fmt.Sprint(out)
}
