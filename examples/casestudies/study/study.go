// Package study repeats the two case studies of Doong and Frankl, section 5: how likely a pair of a sequence that
// is drawn and its simplified form is to show a fault, by the length of the sequence, the range of its parameters,
// and the ratio of adds to deletes. It runs the programs of the examples itself, in its own process.
package study

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/examples/priorityqueue/heap"
	"github.com/ttf-int/ttf-int/examples/sortedlist23/tree"
)

// Set is a test set R(ℓ, p, r): sequences of Length operations after create, with parameters in 1..Range, and
// Ratio adds for each delete.
type Set struct{ Length, Range, Ratio int }

// Study is a case study.
type Study struct {
	Name   string
	Figure int // of the paper, which shows its results
	// fails draws a sequence of a set, and tells whether the pair of it and its simplified form is seen to be wrong.
	fails func(rng *rand.Rand, s Set) bool
}

// Studies returns the two case studies.
func Studies() []Study {
	return []Study{
		{Name: "priority queue", Figure: 7, fails: queueFails},
		{Name: "sorted list", Figure: 10, fails: listFails},
	}
}

// Lengths returns the values of ℓ that make the test sets.
func Lengths() []int { return []int{10, 20, 50, 100} }

// Ranges returns the values of p.
func Ranges() []int { return []int{10, 20, 50, 100, 200, 500, 1000} }

// Ratios returns the values of r.
func Ratios() []int { return []int{1, 3, 6, 9} }

// Rates are the percentages of pairs that show the fault, by test set.
type Rates map[Set]float64

// Measure returns the rates of all test sets, each with as many pairs as are wanted.
func (s Study) Measure(pairs int) Rates {
	out, lock, wait := Rates{}, sync.Mutex{}, sync.WaitGroup{}
	work := make(chan Set)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for set := range work {
				rng := rand.New(rand.NewPCG(uint64(set.Length*10000+set.Range), uint64(set.Ratio)))
				failed := 0
				for range pairs {
					if s.fails(rng, set) {
						failed++
					}
				}
				lock.Lock()
				out[set] = 100 * float64(failed) / float64(pairs)
				lock.Unlock()
			}
		})
	}
	for _, l := range Lengths() {
		for _, p := range Ranges() {
			for _, r := range Ratios() {
				work <- Set{l, p, r}
			}
		}
	}
	close(work)
	wait.Wait()
	return out
}

// queueFails draws a sequence for the priority queue. The simplified form has what axiom 6 leaves of the adds, in
// their order: a delete takes the first of the largest.
func queueFails(rng *rand.Rand, s Set) bool {
	queue, kept := heap.New(heap.Downheap), []int{}
	for range s.Length {
		if rng.IntN(s.Ratio+1) < s.Ratio {
			x := 1 + rng.IntN(s.Range)
			queue.Add(x)
			kept = append(kept, x)
			continue
		}
		queue.Delete()
		if len(kept) > 0 {
			at := slices.Index(kept, slices.Max(kept))
			kept = slices.Delete(kept, at, at+1)
		}
	}
	simplified := heap.New(heap.Downheap)
	for _, x := range kept {
		simplified.Add(x)
	}
	return !queue.Eqn(simplified)
}

// listFails draws a sequence for the sorted list. What is deleted is one of the elements that the list is to have,
// so that the range of parameters does not change how many deletions there are; the simplified form adds the
// elements in order. A tree in which a part is in two places may lead to a panic later: that is seen too.
func listFails(rng *rand.Rand, s Set) (fails bool) {
	defer func() {
		if recover() != nil {
			fails = true
		}
	}()
	list, kept := tree.New(tree.Copies), []int{}
	for range s.Length {
		if rng.IntN(s.Ratio+1) < s.Ratio {
			x := 1 + rng.IntN(s.Range)
			list.Add(x)
			if at, found := slices.BinarySearch(kept, x); !found {
				kept = slices.Insert(kept, at, x)
			}
			continue
		}
		if len(kept) > 0 {
			at := rng.IntN(len(kept))
			list.Delete(at + 1)
			kept = slices.Delete(kept, at, at+1)
		}
	}
	simplified := tree.New(tree.Copies)
	for _, x := range kept {
		simplified.Add(x)
	}
	return !list.Eqn(simplified)
}
