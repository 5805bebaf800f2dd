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
}

// Certificates says which leaves of a callee hold for calls from a caller.
// Plan assumes that all do; a run knows which did.
type Certificates interface {
	// Leaf returns the standing of the leaf of the unit with the given id.
	Leaf(unit, leaf string) Standing
}

// Standing is what is known of a leaf of a unit.
type Standing int

// The standings.
const (
	Passed Standing = iota // its cases passed
	Failed                 // one of its cases failed, or its certificate was withdrawn
	NoCase                 // it has no case, or a person ruled it out
)
