package runner

import (
	"math/rand/v2"
	"testing"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/trace"
)

// TestOverlaps compares what is found of random calls with their definition: two
// overlap where one was opened while the other was open, and neither led to the
// other. Programs of one thread say nothing of when calls ended.
func TestOverlaps(t *testing.T) {
	overlapping := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		threads := 1 + r.IntN(3)
		n := r.IntN(9)
		all, list, makers := make([]trace.Call, n), make([]host.Call, n), make([]int, n)
		stacks, until := make([][]int, threads), make([]int, n)
		end := func(s int, now int) {
			last := len(stacks[s]) - 1
			until[stacks[s][last]] = now
			stacks[s] = stacks[s][:last]
		}
		for i := range n {
			for s := range stacks {
				for len(stacks[s]) > 0 && r.IntN(3) == 0 {
					end(s, i)
				}
			}
			s := r.IntN(threads)
			all[i], list[i], makers[i] = trace.Call{Unit: &spec.Unit{}, At: i + 1}, host.Call{}, -1
			if len(stacks[s]) > 0 {
				makers[i] = stacks[s][len(stacks[s])-1]
				by := &all[makers[i]]
				by.Calls = append(by.Calls, &all[i])
			}
			stacks[s] = append(stacks[s], i)
		}
		for s := range stacks {
			for len(stacks[s]) > 0 {
				if r.IntN(4) == 0 { // the case ends while these are open
					for _, i := range stacks[s] {
						until[i], all[i].State = n, trace.Open
					}
					break
				}
				end(s, n)
			}
		}
		for i := range n {
			if threads > 1 && all[i].State != trace.Open {
				list[i].Until = uint64(until[i])
			}
		}
		setOverlaps(all, list)
		led := func(a, b int) bool {
			for ; b >= 0; b = makers[b] {
				if a == b {
					return true
				}
			}
			return false
		}
		for i := range n {
			want := 0
			for j := range n {
				if i != j && !led(i, j) && !led(j, i) && (i < j && until[i] > j || j < i && until[j] > i) {
					want++
				}
			}
			if got := len(all[i].Beside); got != want {
				t.Fatalf("seed %d: call %d overlaps %d others, want %d: until %v, makers %v", seed, i+1, got, want,
					until, makers)
			}
			overlapping += want
		}
	}
	if overlapping == 0 {
		t.Error("no calls overlap")
	}
}
