package heap

import (
	"fmt"
	"slices"
)

// RepOK tells which element is smaller than the one above it, if one is.
func (h *Heap) RepOK() error {
	for i := 1; i < len(h.items); i++ {
		if h.items[i] < h.items[(i-1)/2] {
			return fmt.Errorf("the element %d is smaller than the one above it", i)
		}
	}
	return nil
}

// Has tells whether there is an element i.
func (h *Heap) Has(i int) bool { return 0 <= i && i < len(h.items) }

// Pushed says what Push does.
func Pushed(before, after *Heap, x int) error { return differ(append(before.sorted(), x), after) }

// Popped says what Pop does.
func Popped(before, after *Heap, x int) error {
	if x != slices.Min(before.items) {
		return fmt.Errorf("%d is not the smallest", x)
	}
	return differ(before.without(x), after)
}

// Removed says what Remove does.
func Removed(before, after *Heap, i, x int) error {
	if x != before.items[i] {
		return fmt.Errorf("it returns %d", x)
	}
	return differ(before.without(x), after)
}

// Changed says what Change does.
func Changed(before, after *Heap, i, x int) error {
	return differ(append(before.without(before.items[i]), x), after)
}

// differ looks whether a heap has other numbers than those that are wanted.
func differ(want []int, h *Heap) error {
	slices.Sort(want)
	if got := h.sorted(); !slices.Equal(got, want) {
		return fmt.Errorf("the numbers are %d, expected %d", got, want)
	}
	return nil
}

func (h *Heap) sorted() []int { return slices.Sorted(slices.Values(h.items)) }

// without returns the numbers of a heap in order, but for one that is x.
func (h *Heap) without(x int) []int {
	all := h.sorted()
	if i := slices.Index(all, x); i >= 0 {
		all = slices.Delete(all, i, i+1)
	}
	return all
}
