package runner

// slab hands out slices of large blocks: a run makes a few small things for
// each case and keeps them to its end, and a block costs as much to make, and
// to look through when memory is reclaimed, as one of them.
type slab[T any] struct{ free []T }

// blockSize is how many things a block holds: enough to make the cost of a
// block small, few enough for a run of one case.
const blockSize = 256

// take returns a slice of n zero values that nobody else has.
func (s *slab[T]) take(n int) []T {
	if n > len(s.free) || s.free == nil {
		s.free = make([]T, max(n, blockSize))
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}
