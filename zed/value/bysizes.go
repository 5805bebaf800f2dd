package value

import (
	"maps"
	"slices"
	"sync"
)

// BySizes keeps one thing for each combination of sizes of given types. The zero
// BySizes is empty. It must not be copied, and is safe for concurrent use.
type BySizes[T any] struct {
	mu   sync.Mutex
	made map[string]T
}

// At returns the thing for the given sizes: whole where there are none, otherwise the
// result of build, which is called once for the same sizes.
func (b *BySizes[T]) At(sizes Sizes, whole T, build func() T) T {
	if len(sizes) == 0 {
		return whole
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	key := sizes.String()
	made, ok := b.made[key]
	if !ok {
		made = build()
		if b.made == nil {
			b.made = map[string]T{}
		}
		b.made[key] = made
	}
	return made
}

// Made returns what was built so far, sorted by the sizes as text.
func (b *BySizes[T]) Made() []T {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]T, 0, len(b.made))
	for _, key := range slices.Sorted(maps.Keys(b.made)) {
		out = append(out, b.made[key])
	}
	return out
}
