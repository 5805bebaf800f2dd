package stubs_test

import (
	"context"
	"testing"

	"github.com/ttf-int/ttf-int/zed/value"
)

// TestFillRow: the calls of a row are those that it answers and no earlier row does, as many as are wanted
// and exist.
func TestFillRow(t *testing.T) {
	system, decider := load(t, `stubs: {add: {decision: manual, answers: [
  {when: {n: 0, k?: 0}, then: {n': 0}},
  {when: {k?: 1}, then: {n': 1}},
  {when: {n: 0}, then: {n': 0}},
  {when: {n: 0, k?: 3}, then: {n': 3}},
  {then: {n': 1}},
  {when: {n: 2}, then: {n': 2}}]}}`)
	forced := &system.Unit("twice").Stubs[0]
	const most = 4
	for row, want := range []int{1, most, most, 0, most, 0} {
		calls := decider.FillRow(context.Background(), forced, row, most)
		if len(calls) != want {
			t.Errorf("row %d answers %v: expected %d calls", row, calls, want)
		}
		seen := map[string]bool{}
		for _, call := range calls {
			n, _ := call.Lookup("n")
			k, _ := call.Lookup("k?")
			zero := n.Equal(value.OfInt(0))
			one := k.Equal(value.OfInt(1))
			fits := []bool{zero && k.Equal(value.OfInt(0)), one, zero, false, true, n.Equal(value.OfInt(2))}
			for i := range row {
				if fits[i] {
					t.Errorf("row %d: %s is answered by row %d", row, call, i)
				}
			}
			if !fits[row] || seen[call.String()] {
				t.Errorf("row %d: %s is a call twice, or is not one that the row answers", row, call)
			}
			seen[call.String()] = true
		}
	}
}
