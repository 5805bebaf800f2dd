package embedded

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCombine: the combinations come in the order in which sorting all of them has them.
func TestCombine(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		lists, rows := make([][]int, r.IntN(4)), [][]int{nil}
		for i := range lists {
			for range 1 + r.IntN(4) {
				lists[i] = append(lists[i], r.IntN(6))
			}
			slices.Sort(lists[i])
			lists[i] = slices.Compact(lists[i])
			var next [][]int
			for _, row := range rows {
				for _, n := range lists[i] {
					next = append(next, append(slices.Clone(row), n))
				}
			}
			rows = next
		}
		slices.SortStableFunc(rows, func(a, b []int) int {
			if len(a) == 0 {
				return 0
			}
			return cmp.Or(cmp.Compare(slices.Max(a), slices.Max(b)), slices.Compare(a, b))
		})
		if got := slices.Collect(combine(lists)); !slices.EqualFunc(got, rows, slices.Equal) {
			t.Fatalf("%v:\n%v\nwant %v", lists, got, rows)
		}
	}
}
