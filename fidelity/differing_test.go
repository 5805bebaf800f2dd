package fidelity

import (
	"testing"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestDiffering: one row of a table answers all calls that have the same outputs and leave the state as it is, and one
// that sets the state answers those too in which it is so already.
func TestDiffering(t *testing.T) {
	answer := func(before, after, output int64) *Answer {
		return &Answer{Call: spec.Values{{Name: "n", Value: value.OfInt(before)}}, Stub: spec.Values{
			{Name: "n'", Value: value.OfInt(after)}, {Name: "r!", Value: value.OfInt(output)}}}
	}
	for _, c := range []struct {
		answers [][3]int64
		rows    int
	}{
		{[][3]int64{{0, 0, 7}, {1, 1, 7}, {-5, -5, 7}}, 1},
		{[][3]int64{{0, 0, 7}, {1, 1, 8}}, 2},
		{[][3]int64{{0, 1, 7}, {1, 1, 7}, {2, 1, 7}}, 1},
		{[][3]int64{{0, 1, 7}, {1, 2, 7}, {2, 3, 7}}, 3},
		{nil, 0},
	} {
		s := &Stub{}
		for _, a := range c.answers {
			s.Answers = append(s.Answers, answer(a[0], a[1], a[2]))
		}
		if n := countDiffering(s); n != c.rows {
			t.Errorf("%v: %d, expected %d", c.answers, n, c.rows)
		}
	}
}
