// Package heap has priority queues of integers that are kept in a binary heap: chapter 6 of Cormen, Leiserson, Rivest
// and Stein, with the smallest at the root.
package heap

// Heap is a priority queue of integers: of the element i, the elements 2i + 1 and 2i + 2 are not smaller.
type Heap struct {
	items []int
}

// IsEmpty tells whether there is nothing in the queue.
func (h *Heap) IsEmpty() bool { return len(h.items) == 0 }

// Min returns the smallest number, and panics where there is none.
func (h *Heap) Min() int { return h.items[0] }

// Push puts a number into the queue.
func (h *Heap) Push(x int) {
	h.items = append(h.items, x)
	h.up(len(h.items) - 1)
}

// Pop takes the smallest number out of the queue, and panics where there is none.
func (h *Heap) Pop() int { return h.Remove(0) }

// Remove takes the element i out of the queue, and panics where there is none.
func (h *Heap) Remove(i int) int {
	x, last := h.items[i], len(h.items)-1
	h.items[i] = h.items[last]
	if !has("remove-keeps") {
		h.items = h.items[:last]
	}
	if i < last {
		h.down(i)
		if !has("remove-down") {
			h.up(i)
		}
	}
	return x
}

// Change has the element i be another number, and panics where there is none.
func (h *Heap) Change(i, x int) {
	h.items[i] = x
	h.down(i)
	if !has("change-down") {
		h.up(i)
	}
}

// up exchanges an element with those above it until none of them is larger.
func (h *Heap) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if has("up-parent") {
			parent = i / 2
		}
		if h.items[parent] <= h.items[i] {
			return
		}
		h.items[parent], h.items[i] = h.items[i], h.items[parent]
		i = parent
		if has("up-once") {
			return
		}
	}
}

// down exchanges an element with the smaller one of those below it until none of them is smaller.
func (h *Heap) down(i int) {
	end := len(h.items)
	if has("down-end") {
		end--
	}
	for child := 2*i + 1; child < end; child = 2*i + 1 {
		if right := child + 1; right < end && h.items[right] < h.items[child] && !has("down-left") {
			child = right
		}
		if h.items[i] <= h.items[child] {
			return
		}
		h.items[i], h.items[child] = h.items[child], h.items[i]
		i = child
	}
}
