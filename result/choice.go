package result

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// Choice is a stub decision for one occurrence of a callee in one test case.
type Choice struct {
	Callee     string   `json:"callee"`
	Occurrence int      `json:"occurrence"` // from 1; 0 for a callee that is only called
	Decision   Decision `json:"decision"`
	// the decision in a run in which the certificate is missing
	Otherwise Decision    `json:"otherwise,omitempty"`
	Leaf      string      `json:"leaf,omitempty"`     // the leaf of the callee in which the call lies
	Witness   spec.Values `json:"witness,omitzero"`   // the callee's inputs and before-state
	Possible  []string    `json:"possible,omitempty"` // the leaves of the callee that reach(a) meets
	Reason    string      `json:"reason"`             // one sentence
	// Substitution is B^A(a): those of the callee's inputs and before-state that the
	// case determines. Free are the names of the others, and By says how it was found
	// out where the calls lie.
	Substitution spec.Values `json:"substitution,omitzero"`
	Free         []string    `json:"free,omitempty"`
	By           Means       `json:"by,omitempty"`
	Theorem      *Theorem    `json:"theorem1,omitempty"`
	// Untested are calls in reach(a) that would be trusted if the callee were tested on
	// exactly these points. Strengthening adds such tests.
	Untested []spec.Values `json:"untested,omitempty"`
}

// Means says how it was found out with which inputs and before-state a callee may be
// called.
type Means string

// The values of Means.
const (
	Evaluation Means = "evaluation" // the case determines all of the callee's inputs and before-state
	Solver     Means = "solver"     // the solver was asked for those that the case leaves open
)

// Theorem says what Theorem 1 of Cristiá, Mesuro and Frydman says, as published, beside
// a decision. Its conclusion is that the callee may stand for itself.
type Theorem struct {
	// Applies says that its hypotheses hold: the caller makes one state change,
	// the callee failed no leaf, and B_j^A(a) is not empty for a leaf B_j.
	Applies bool   `json:"applies"`
	Leaf    string `json:"leaf,omitempty"` // the leaf B_j
	// Agrees says that the decision is the one of the theorem: self where it applies.
	Agrees bool   `json:"agrees"`
	Why    string `json:"why"` // one sentence
}

// ReadAs returns a decision that was read from a file, with its values read by the types
// of the callee's variables.
func (c Choice) ReadAs(vars []zed.Var) (Choice, error) {
	var err error
	if c.Witness, err = c.Witness.ReadAs(vars); err != nil {
		return c, err
	}
	if c.Substitution, err = c.Substitution.ReadAs(vars); err != nil {
		return c, err
	}
	untested := c.Untested
	c.Untested = nil
	for _, point := range untested {
		typed, err := point.ReadAs(vars)
		if err != nil {
			return c, err
		}
		c.Untested = append(c.Untested, typed)
	}
	return c, nil
}
