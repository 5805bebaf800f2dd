package fidelity

import (
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Comparison is what came of comparing stubs with their callees.
type Comparison struct {
	Stubs []*Stub `json:"stubs"`
	// Notes say what could not be compared as a whole.
	Notes []string `json:"notes,omitempty"`
	// Interrupted says that not all was compared.
	Interrupted bool `json:"interrupted,omitempty"`
}

// Count returns how many answers have one of the given standings.
func (c *Comparison) Count(of ...Standing) int {
	n := 0
	for _, s := range c.Stubs {
		n += s.Count(of...)
	}
	return n
}

// Stub is a stub that answers a caller in the place of a callee.
type Stub struct {
	Caller   string          `json:"caller"`
	Callee   string          `json:"callee"`
	Decision result.Decision `json:"decision"` // Manual or Spec
	Answers  []*Answer       `json:"answers"`
	// Differing is how many different answers there are among them: a table needs at least as many rows.
	Differing int `json:"differing"`
	// Unused are the places of the rows of a manual stub's table that answer no call.
	Unused []string `json:"unused,omitempty"`
	// Left says which calls have no answer, one sentence each.
	Left []string `json:"left,omitempty"`
}

// Count returns how many answers of the stub have one of the given standings.
func (s *Stub) Count(of ...Standing) int {
	n := 0
	for _, a := range s.Answers {
		for _, standing := range of {
			if a.Standing == standing {
				n++
			}
		}
	}
	return n
}

// Answer is what a stub answers to a call, beside what the callee does.
type Answer struct {
	Row      string      `json:"row,omitempty"` // the place of the row of a manual stub's table
	Call     spec.Values `json:"call"`          // the callee's inputs and before-state
	Stub     spec.Values `json:"stub"`          // the after-state and outputs that the stub gives
	Callee   spec.Values `json:"callee"`        // those that the callee gave; null where it gave none
	Standing Standing    `json:"standing"`
	// Why says what the callee did wrong, or why it could not be compared.
	Why      string             `json:"why,omitempty"`
	Violated []result.Violation `json:"violated,omitempty"`
}

// Standing says how an answer of a stub stands to that of its callee.
type Standing string

// The standings.
const (
	Same    Standing = "same"    // the callee answers the same
	Allowed Standing = "allowed" // the callee answers otherwise, and both answers are allowed
	// Faulty means that the callee does not satisfy its specification on the call.
	Faulty Standing = "faulty"
	// Unknown means that the callee was not run on the call, or could not be judged.
	Unknown Standing = "unknown"
	NotRun  Standing = "not run" // the comparison was interrupted before
)
