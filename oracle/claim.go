package oracle

import (
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// Claim is a statement that should be true of every specification, or of this one, and
// the result of checking it (Cristiá, Mesuro and Frydman, section 7: global errors are
// looked for in specifications).
type Claim struct {
	Kind    Kind
	Outcome ClaimOutcome
	Unit    string      // "" where the claim is about the initial state
	Schema  string      // the schema of the property, or of the callee
	At      source.Span // the place that the claim is about
	// Conjuncts are those that the counterexample makes false.
	Conjuncts []zed.Expr
	// Values are the inputs and the before-state of the counterexample. After is the
	// outcome of the operation for them.
	Values, After spec.Values
	// Call and Answer are, for a specification conflict, the inputs and before-state of
	// the callee's call, and the answer that leaves no result.
	Call, Answer spec.Values
	Earlier      []Exchange // for a specification conflict: the calls before that one
	Reason       string     // where the claim is neither proved nor refuted
	// Chosen lists the constants with chosen values that the claim mentions, with these
	// values. Under other values a counterexample may not be one.
	Chosen string
}

// Exchange is a call of a unit with its answer.
type Exchange struct {
	Unit   string      `json:"unit"`
	Call   spec.Values `json:"call"`
	Answer spec.Values `json:"answer"`
}

// Kind says what a claim states.
type Kind string

// The kinds of claims.
const (
	Preserves   Kind = "preserves"   // an operation preserves a property
	Establishes Kind = "establishes" // the initial state has a property
	Possible    Kind = "possible"    // there is an initial state
	// the operation states what it demands of its inputs, and does not leave it to the
	// invariant of S'
	Stated   Kind = "stated"
	Answered Kind = "answered" // whatever a callee answers, its caller has an allowed result
)

// ClaimOutcome is the result of checking a claim. Only HoldsAlways is a proof.
type ClaimOutcome string

// The outcomes of claims.
const (
	HoldsAlways  ClaimOutcome = "holds"
	HoldsInScope ClaimOutcome = "holds in scope" // the scope has no counterexample
	NotFound     ClaimOutcome = "not found"      // there is no counterexample among the values that were tried
	IsViolated   ClaimOutcome = "violated"
	IsUndefined  ClaimOutcome = "undefined" // the claim has no truth value for some values
	IsUndecided  ClaimOutcome = "undecided"
)

// add combines the outcome with the answer to the question for a counterexample, where
// there was none.
func (c *Claim) add(answer solve.Result) {
	switch answer.Outcome {
	case solve.Undecided:
		c.weaken(IsUndecided, answer.Reason)
	case solve.NoneInScope:
		c.weaken(HoldsInScope, answer.Reason)
	}
}

// weaken replaces the outcome by one that claims less; it does nothing where `to`
// claims more.
func (c *Claim) weaken(to ClaimOutcome, reason string) {
	strength := map[ClaimOutcome]int{IsUndecided: 0, NotFound: 1, HoldsInScope: 2, HoldsAlways: 3}
	if strength[to] < strength[c.Outcome] {
		c.Outcome, c.Reason = to, reason
	}
}
