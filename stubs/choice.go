package stubs

import (
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Choice is a stub decision for one occurrence of a callee in one test case.
type Choice struct {
	Callee     string          `json:"callee"`
	Occurrence int             `json:"occurrence"` // from 1; 0 for a callee that is only called
	Decision   result.Decision `json:"decision"`
	Otherwise  result.Decision `json:"otherwise,omitempty"` // what it is where the certificate falls away
	Leaf       string          `json:"leaf,omitempty"`      // the callee's leaf that the call falls into
	Witness    spec.Values     `json:"witness,omitempty"`   // the callee's inputs and before-state
	Possible   []string        `json:"possible,omitempty"`  // the leaves of the callee that reach(a) meets
	Reason     string          `json:"reason"`              // one sentence
	// Substitution is B^A(a): what the case gives of the callee's inputs and
	// before-state; Free are those that it leaves open, and By what decided where
	// the calls lie.
	Substitution spec.Values `json:"substitution,omitempty"`
	Free         []string    `json:"free,omitempty"`
	By           Means       `json:"by,omitempty"`
	Theorem      *Theorem    `json:"theorem1,omitempty"`
	// Untested are calls in reach(a) that a test of the callee at that very point
	// would make trusted; strengthening adds it.
	Untested []spec.Values `json:"untested,omitempty"`
}

// Means says how it was found out with what a callee may be called.
type Means string

// The means.
const (
	Evaluation Means = "evaluation" // the case gives all of its inputs and before-state
	Solver     Means = "solver"     // the solver was asked for the others
)

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
