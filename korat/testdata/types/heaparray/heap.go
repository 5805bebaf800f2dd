// Package heaparray has heaps in a slice.
package heaparray

// None stands for no element.
const none = -1

// Heap is a binary heap whose greatest element is the first.
type Heap struct {
	size  int
	array []int
}

// RepOK tells whether the first elements are a heap, and whether there are no others.
func (h *Heap) RepOK() bool {
	if h.size < 0 || h.size > len(h.array) {
		return false
	}
	for i := 0; i < h.size; i++ {
		if h.array[i] == none {
			return false
		}
		if i > 0 && h.array[i] > h.array[(i-1)/2] {
			return false
		}
	}
	for i := h.size; i < len(h.array); i++ {
		if h.array[i] != none {
			return false
		}
	}
	return true
}
