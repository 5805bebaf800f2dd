package stubs

// Certificates says which leaves of a callee hold for calls from a caller.
// Plan assumes that all do; a run knows which did.
type Certificates interface {
	// Leaf returns the standing of the leaf of the unit with the given id.
	Leaf(unit, leaf string) Standing
	// Failure returns a leaf that the unit failed, or "".
	Failure(unit string) string
}

// Standing is what is known of a leaf of a unit.
type Standing int

// The standings.
const (
	Passed   Standing = iota // its cases passed
	Failed                   // one of its cases failed, or its certificate was withdrawn
	NoCase                   // it has no case, or none that came to a verdict
	RuledOut                 // a person ruled it out
)
