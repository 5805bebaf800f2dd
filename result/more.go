package result

import "github.com/ttf-int/ttf-int/spec"

// More is the result of cases that were drawn at random in leaves that had passed. They
// test the uniformity hypothesis: that all elements of a leaf test the same.
type More struct {
	Seed int64 `json:"seed"`
	// how many were to be drawn in each leaf; 0: as many as there was time for
	Cases   int         `json:"cases,omitempty"`
	Seconds float64     `json:"seconds,omitempty"` // the time for all of them in seconds; 0: no limit
	Leaves  []*MoreLeaf `json:"leaves"`
}

// MoreLeaf is the result of the cases that were drawn in one leaf. A case in which only
// a callee failed counts as failed.
type MoreLeaf struct {
	Leaf  string `json:"leaf"`
	Unit  string `json:"unit"`
	Drawn int    `json:"drawn"` // how many cases with new values were drawn
	Summary
	// Exhausted says that no further values were found.
	Exhausted bool   `json:"exhausted,omitempty"`
	Why       string `json:"why,omitempty"` // why the first of them was blocked or undecided
}

// Drawn says how the values of a drawn case came about, and has the values that may be
// kept among the unit's own cases. For a callee in such a case, these are the values of
// its call.
type Drawn struct {
	Seed   int64       `json:"seed"`
	Values spec.Values `json:"values,omitzero"` // the values as they were drawn; nil for a callee
	Steps  int         `json:"steps"`           // the number of steps in which they were made smaller
}
