package toolkit_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestSpacesByCount counts the members of what operators make of sets of two and three
// elements. The evaluator asks the rows what it is to enumerate: these numbers do not
// come from them.
func TestSpacesByCount(t *testing.T) {
	t.Parallel()
	w := world{actual: map[string]zed.Type{"a": zed.IntType{}, "b": zed.IntType{}}, globals: counts().globals}
	numbers := func(n int64) value.Value {
		var out []value.Value
		for i := range n {
			out = append(out, value.OfInt(i+1))
		}
		return value.OfSet(out)
	}
	for _, c := range []struct {
		op zed.Operator
		// members are those from two elements to two, from two to three, and from three to
		// two; where there is one operand, of none, of two and of three. -1 is without end.
		members [3]int
		finite  bool
	}{
		{zed.PowerSet, [3]int{1, 4, 8}, false}, {zed.PowerSet1, [3]int{0, 3, 7}, false},
		{zed.Finset, [3]int{1, 4, 8}, true}, {zed.Finset1, [3]int{0, 3, 7}, true},
		{zed.Relation, [3]int{16, 64, 64}, false},
		{zed.PartialFun, [3]int{9, 16, 27}, false}, {zed.TotalFun, [3]int{4, 9, 8}, false},
		{zed.PartialInj, [3]int{7, 13, 13}, false}, {zed.TotalInj, [3]int{2, 6, 0}, false},
		{zed.PartialSurj, [3]int{2, 0, 12}, false}, {zed.TotalSurj, [3]int{2, 0, 6}, false},
		{zed.Bijection, [3]int{2, 0, 0}, false},
		{zed.FinitePfun, [3]int{9, 16, 27}, true}, {zed.FinitePinj, [3]int{7, 13, 13}, true},
		{zed.Seq, [3]int{1, -1, -1}, true}, {zed.Seq1, [3]int{0, -1, -1}, true}, {zed.Iseq, [3]int{1, 5, 16}, true},
		{zed.Bag, [3]int{1, -1, -1}, false},
	} {
		row, _ := toolkit.RowOf(c.op)
		a := w.ask(t, row, nil)
		frames := [][]value.Value{{numbers(2), numbers(2)}, {numbers(2), numbers(3)}, {numbers(3), numbers(2)}}
		if len(row.Operands) == 1 {
			frames = [][]value.Value{{numbers(0)}, {numbers(2)}, {numbers(3)}}
		}
		for i, want := range c.members {
			got := a.evaluateOn(frames[i])
			if n := got.value.Len(); want < 0 != got.infinite || got.has && n != want {
				t.Errorf("%s of %v has %d members (%s), want %d", c.op, frames[i], n, got.why, want)
			}
		}
		if got := toolkit.HasFiniteMembers(c.op); got != c.finite {
			t.Errorf("all members of %s are finite by what it means: %v, want %v", c.op, got, c.finite)
		}
	}
}
