package arena

import "testing"

// TestTake: what is taken is zero, of the length that was asked for, and nobody else's,
// within a block, across blocks, and where it is larger than one.
func TestTake(t *testing.T) {
	t.Parallel()
	var a Arena[int]
	var taken [][]int
	for i, n := range []int{0, 1, 100, 200, blockSize, blockSize + 1, 3, 0, 255} {
		got := a.Take(n)
		if got == nil || len(got) != n {
			t.Fatalf("%d were asked for, and %d taken", n, len(got))
		}
		for j := range got {
			if got[j] != 0 {
				t.Errorf("the element %d of %d is %d", j, n, got[j])
			}
			got[j] = i + 1
		}
		taken = append(taken, append(got, -1)) // which must not reach into what is taken next
	}
	for i, list := range taken {
		for _, x := range list[:len(list)-1] {
			if x != i+1 {
				t.Errorf("what was taken as number %d was changed to %d", i, x)
			}
		}
	}
}
