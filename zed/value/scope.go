package value

// Scope bounds the values that searches give to the variables of a valid input space:
// integers by a range, sets and sequences by their sizes, given types by the number of
// their elements.
type Scope struct {
	IntMin, IntMax  int64
	Set, Seq, Given int
}

// DefaultScope returns the default scope, which is small enough that people can read
// every case, and large enough for all rows of the standard partitions.
func DefaultScope() Scope { return Scope{IntMin: -10, IntMax: 10, Set: 3, Seq: 3, Given: 3} }
