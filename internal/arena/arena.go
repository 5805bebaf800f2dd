package arena

// Arena hands out slices of large blocks: a run makes a few small things for
// each case and keeps them to its end, and a block costs as much to make, and
// to look through when memory is reclaimed, as one of them. The zero Arena is
// ready for use, by one goroutine at a time.
type Arena[T any] struct{ free []T }

// blockSize is how many things a block holds: enough to make the cost of a
// block small, few enough for a run of one case.
const blockSize = 256

// Take returns a slice of n zero values that nobody else has.
func (a *Arena[T]) Take(n int) []T {
	if n > len(a.free) || a.free == nil {
		a.free = make([]T, max(n, blockSize))
	}
	out := a.free[:n:n]
	a.free = a.free[n:]
	return out
}
