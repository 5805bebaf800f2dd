package oracle

import (
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// Claim is something that a specification should have, with what became of it
// (Cristiá, Mesuro and Frydman, section 7: global errors are looked for in
// specifications).
type Claim struct {
	Kind    Kind
	Outcome ClaimOutcome
	Unit    string      // "" where it is about the state at first
	Schema  string      // of the property, or of the callee
	At      source.Span // what it is about
	// Conjuncts are what the counterexample makes false.
	Conjuncts []zed.Expr
	// Values are the inputs and before-state of the counterexample, After is what
	// the operation makes of them.
	Values, After spec.Values
	// Call and Answer are, of a conflict, with what the callee is called, and what
	// it may answer.
	Call, Answer spec.Values
	Earlier      []Exchange // of a conflict: calls before that one
	Reason       string     // where it is neither proved nor refuted
	// Chosen lists the constants, with their values, that the claim speaks of and whose
	// values were chosen: with other values a counterexample may cease to be one.
	Chosen string
}

// Exchange is a call of a unit with its answer.
type Exchange struct {
	Unit   string      `json:"unit"`
	Call   spec.Values `json:"call"`
	Answer spec.Values `json:"answer"`
}

// Kind says what is claimed.
type Kind string

// The kinds of claims.
const (
	Preserves   Kind = "preserves"   // an operation preserves a property
	Establishes Kind = "establishes" // the state at first has a property
	Possible    Kind = "possible"    // there is a state at first
	Stated      Kind = "stated"      // what an operation demands of its inputs is not left to the invariant of S'
	Answered    Kind = "answered"    // whatever a callee may answer, its caller has an allowed result
)

// ClaimOutcome says what became of a claim. Only HoldsAlways is a proof.
type ClaimOutcome string

// The outcomes of claims.
const (
	HoldsAlways  ClaimOutcome = "holds"
	HoldsInScope ClaimOutcome = "holds in scope" // no counterexample within the scope
	NotFound     ClaimOutcome = "not found"      // no counterexample in the part of what there is that was looked at
	IsViolated   ClaimOutcome = "violated"
	IsUndefined  ClaimOutcome = "undefined" // for some values it is neither true nor false
	IsUndecided  ClaimOutcome = "undecided"
)

// add takes the answer to the question for a counterexample into account, where
// it is not one.
func (c *Claim) add(answer solve.Result) {
	switch answer.Outcome {
	case solve.Undecided:
		c.weaken(IsUndecided, answer.Reason)
	case solve.NoneInScope:
		c.weaken(HoldsInScope, answer.Reason)
	}
}

// weaken makes of a claim one that claims less.
func (c *Claim) weaken(to ClaimOutcome, reason string) {
	strength := map[ClaimOutcome]int{IsUndecided: 0, NotFound: 1, HoldsInScope: 2, HoldsAlways: 3}
	if strength[to] < strength[c.Outcome] {
		c.Outcome, c.Reason = to, reason
	}
}
