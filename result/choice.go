package result

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// Choice is a stub decision for one occurrence of a callee in one test case.
type Choice struct {
	Callee     string      `json:"callee"`
	Occurrence int         `json:"occurrence"` // from 1; 0 for a callee that is only called
	Decision   Decision    `json:"decision"`
	Otherwise  Decision    `json:"otherwise,omitempty"` // what it is where the certificate falls away
	Leaf       string      `json:"leaf,omitempty"`      // the callee's leaf that the call falls into
	Witness    spec.Values `json:"witness,omitzero"`    // the callee's inputs and before-state
	Possible   []string    `json:"possible,omitempty"`  // the leaves of the callee that reach(a) meets
	Reason     string      `json:"reason"`              // one sentence
	// Substitution is B^A(a): what the case gives of the callee's inputs and
	// before-state; Free are those that it leaves open, and By what decided where
	// the calls lie.
	Substitution spec.Values `json:"substitution,omitzero"`
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

// Theorem says what Theorem 1 of Cristiá, Mesuro and Frydman, as it is
// published, has to say of a decision. Its conclusion is that the callee may
// stand for itself.
type Theorem struct {
	// Applies says that its hypotheses hold: the caller makes one state change,
	// the callee failed no leaf, and B_j^A(a) is not empty for a leaf B_j.
	Applies bool   `json:"applies"`
	Leaf    string `json:"leaf,omitempty"` // that B_j
	// Agrees says that the decision is the theorem's: self where it applies.
	Agrees bool   `json:"agrees"`
	Why    string `json:"why"` // one sentence
}

// Typed returns a decision that was read, its values by the types of the callee's
// variables.
func (c Choice) Typed(vars []zed.Var) (Choice, error) {
	var err error
	if c.Witness, err = c.Witness.Typed(vars); err != nil {
		return c, err
	}
	if c.Substitution, err = c.Substitution.Typed(vars); err != nil {
		return c, err
	}
	untested := c.Untested
	c.Untested = nil
	for _, point := range untested {
		typed, err := point.Typed(vars)
		if err != nil {
			return c, err
		}
		c.Untested = append(c.Untested, typed)
	}
	return c, nil
}
