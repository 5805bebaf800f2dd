package result

import "github.com/ttf-int/ttf-int/spec"

// More says what came of cases that were drawn at random in leaves that had passed: whether
// every element of a leaf tests the same, as is assumed (the uniformity hypothesis).
type More struct {
	Seed    int64       `json:"seed"`
	Cases   int         `json:"cases,omitempty"`   // that were wanted in each leaf; 0: as many as there was time for
	Seconds float64     `json:"seconds,omitempty"` // that there were, in all; 0: no limit
	Leaves  []*MoreLeaf `json:"leaves"`
}

// MoreLeaf says what came of the cases that were drawn in one leaf. A case counts as failed
// also where only a callee of it did.
type MoreLeaf struct {
	Leaf  string `json:"leaf"`
	Unit  string `json:"unit"`
	Drawn int    `json:"drawn"` // cases with values that no other has
	Summary
	// Exhausted says that no other values were found.
	Exhausted bool   `json:"exhausted,omitempty"`
	Why       string `json:"why,omitempty"` // the first case was blocked or undecided that was
}

// Drawn says how the values of a case came about, which may be kept among the own cases of
// its unit. Of a callee in such a case these are what it was called with.
type Drawn struct {
	Seed   int64       `json:"seed"`
	Values spec.Values `json:"values,omitzero"` // as they were drawn; nil of a callee
	Steps  int         `json:"steps"`           // in which they became smaller
}
