package stubs

// Certificates says which leaves of a callee are certified for calls from a caller. A
// plan assumes that all are; a run knows which passed.
type Certificates interface {
	// Leaf returns the standing of the leaf of the unit with the given id.
	Leaf(unit, leaf string) Standing
	// Failure returns the id of a leaf that the unit failed, or "".
	Failure(unit string) string
}

// Standing says whether a leaf of a unit is certified.
type Standing int

// The standings.
const (
	Passed   Standing = iota // its cases passed
	Failed                   // one of its cases failed, or its certificate was withdrawn
	NoCase                   // it has no case, or none that came to a verdict
	RuledOut                 // a person ruled it out (prune)
	Unsteady                 // one of its cases was flaky, and none failed
	LeftOut                  // some of its cases are not of this run, and all others passed
)
