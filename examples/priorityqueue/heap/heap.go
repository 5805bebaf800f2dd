// Package heap is a priority queue of integers, implemented by a heap: a complete binary tree in which each node is
// greater than or equal to its children.
package heap

import "math"

// Fault is a mistake that the queue can be given.
type Fault string

// Downheap is the mistake of Doong and Frankl's appendix: the element that delete sifts down sometimes fails to swap
// with the bottom row, because the loop ends one element too early.
const Downheap Fault = "downheap"

// Heap is a priority queue. The children of the element at i, counted from 1, are at 2i and 2i+1.
type Heap struct {
	array []int // the first element is not used
	fault Fault
}

// New returns an empty queue.
func New(fault Fault) *Heap { return &Heap{array: []int{0}, fault: fault} }

func (h *Heap) length() int { return len(h.array) - 1 }

// Empty tells whether the queue has no element.
func (h *Heap) Empty() bool { return h.length() == 0 }

// Largest returns the largest element, or the least integer where there is none.
func (h *Heap) Largest() int {
	if h.Empty() {
		return math.MinInt
	}
	return h.array[1]
}

// Add adds an element.
func (h *Heap) Add(x int) {
	h.array = append(h.array, x)
	for i := h.length(); i > 1 && h.array[i/2] < h.array[i]; i /= 2 {
		h.array[i/2], h.array[i] = h.array[i], h.array[i/2]
	}
}

// Delete removes the largest element, if there is one.
func (h *Heap) Delete() {
	if h.Empty() {
		return
	}
	h.array[1] = h.array[h.length()]
	h.array = h.array[:h.length()]
	parent, left := 1, 2
	for left < h.length() || left == h.length() && h.fault != Downheap {
		child := left + 1
		if left == h.length() || h.array[left] > h.array[left+1] {
			child = left
		}
		if h.array[parent] >= h.array[child] {
			return
		}
		h.array[parent], h.array[child] = h.array[child], h.array[parent]
		parent, left = child, 2*child
	}
}

// Eqn tells whether two queues are equal, as axiom 7 of the specification says: they are empty, or their largest
// elements are equal and so are what is left without these.
func (h *Heap) Eqn(other *Heap) bool {
	a, b := h.Copy(), other.Copy()
	for !a.Empty() && !b.Empty() {
		if a.Largest() != b.Largest() {
			return false
		}
		a.Delete()
		b.Delete()
	}
	return a.Empty() == b.Empty()
}

// Copy returns a queue with the same elements.
func (h *Heap) Copy() *Heap {
	return &Heap{array: append(make([]int, 0, len(h.array)), h.array...), fault: h.fault}
}
