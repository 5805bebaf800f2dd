// Command sut serves the priority queue to ttf-int. PRIORITYQUEUE_FAULT gives the queue a fault: see heap.Fault.
package main

import (
	"os"

	"github.com/ttf-int/ttf-int/examples/priorityqueue/heap"
	"github.com/ttf-int/ttf-int/sut"
)

func main() {
	fault := heap.Fault(os.Getenv("PRIORITYQUEUE_FAULT"))
	sut.Serve(sut.Program[struct{}]{
		Classes: sut.Classes{sut.Class[heap.Heap]{
			Name:   "Priority_Queue",
			Create: func() *heap.Heap { return heap.New(fault) },
			Copy:   (*heap.Heap).Copy,
		}},
	})
}
