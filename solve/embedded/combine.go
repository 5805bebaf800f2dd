package embedded

import (
	"iter"
	"slices"
)

// combine yields the combinations of one number from each list, those with a smaller largest number first. The numbers
// of each list ascend.
func combine(lists [][]int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if len(lists) == 0 {
			yield(nil)
			return
		}
		largest := slices.Concat(lists...)
		slices.Sort(largest)
		for _, n := range slices.Compact(largest) {
			row := make([]int, 0, len(lists))
			if !extend(row, lists, n, false, yield) {
				return
			}
		}
	}
}

// extend yields the combinations that begin with a row and whose largest number is n; has says that the row has it.
func extend(row []int, lists [][]int, n int, has bool, yield func([]int) bool) bool {
	if len(row) == len(lists) {
		return !has || yield(slices.Clone(row))
	}
	for _, k := range lists[len(row)] {
		if k <= n && !extend(append(row, k), lists, n, has || k == n, yield) {
			return false
		}
	}
	return true
}
