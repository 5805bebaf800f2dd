package value

import (
	"sync"
	"testing"
)

// TestBySizes: the same sizes, in whatever order they were written, give the same thing,
// made once; other sizes another one, and no sizes the thing itself.
func TestBySizes(t *testing.T) {
	t.Parallel()
	var b BySizes[*int]
	whole, made := new(int), 0
	build := func() *int { made++; return new(int) }
	if got := b.At(nil, whole, build); got != whole {
		t.Error("without sizes there is something else")
	}
	var wait sync.WaitGroup
	found := make([]*int, 16)
	for i := range found {
		wait.Go(func() { found[i] = b.At(Sizes{"A": 1 + i%2, "B": 2}, whole, build) })
	}
	wait.Wait()
	for i, got := range found {
		if got == whole || got != found[i%2] {
			t.Errorf("question %d has an answer of its own", i)
		}
	}
	if found[0] == found[1] || made != 2 {
		t.Errorf("two sizes are made %d times", made)
	}
	if all := b.Made(); len(all) != 2 || all[0] != found[0] || all[1] != found[1] {
		t.Errorf("%d are known, expected those of A: 1, B: 2 and of A: 2, B: 2", len(all))
	}
}
