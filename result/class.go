package result

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// ClassRun says what came of a class, which was tested by pairs of sequences.
type ClassRun struct {
	Class   string          `json:"class"`
	SUT     string          `json:"sut"`
	Equal   []spec.Equality `json:"equal"` // by what objects were compared, on which the verdict rests
	Verdict Verdict         `json:"verdict"`
	Why     string          `json:"why,omitempty"` // neither a pass nor a failure
	// Pairs is how many pairs were run, of which Equivalent were to leave equal objects or
	// values, and Failed were wrong.
	Pairs      int `json:"pairs"`
	Equivalent int `json:"equivalent"`
	Failed     int `json:"failed"`
	// Flaky counts the pairs that were wrong, and not each time that they were run again.
	Flaky int `json:"flaky,omitempty"`
	// Disagreed counts the pairs of which one way to compare objects says other than the other.
	Disagreed int `json:"disagreed,omitempty"`
	// Masked counts the pairs that are wrong and of which one way to compare objects, that of the key, says what is
	// right.
	Masked  map[spec.Equality]int `json:"masked,omitempty"`
	Blocked int                   `json:"blocked,omitempty"` // pairs that could not be run
	// Failures are the pairs that are wrong, of each kind the first. FailedIDs are the ids of all
	// of them, up to a limit.
	Failures  []*PairFailure `json:"failures"`
	FailedIDs []string       `json:"failedCases,omitempty"`
	Findings  []string       `json:"findings,omitempty"`
	// EqnCalls are the operations that eqn itself calls in the program, where objects are compared by it and that is
	// known: it may not see what is wrong with them.
	EqnCalls []string `json:"eqnCalls,omitempty"`
	// BySchemas says what the schemas of units say of the sequences, where operations are units; nil where none is.
	BySchemas *BySchemas `json:"bySchemas,omitempty"`
	// Mutants says which mutants of the axioms the pairs of the class tell apart, whether they were run or not; nil
	// where there are no axioms.
	Mutants *suite.Telling `json:"mutants,omitempty"`
	Replay  string         `json:"replay"`
	Seconds float64        `json:"seconds"`
}

// BySchemas says what schemas say of the sequences of pairs, each of which was run as steps of units.
type BySchemas struct {
	Units     []string `json:"units"`
	Sequences int      `json:"sequences"`
	Steps     int      `json:"steps"` // that are right
	Failed    int      `json:"failed"`
	Undecided int      `json:"undecided"` // sequences that were not run, or not judged, to their end
	Why       string   `json:"why,omitempty"`
}

// ClassUse says that a unit uses a class, which stands for itself, and what that rests on.
type ClassUse struct {
	Unit    string  `json:"unit"`
	Class   string  `json:"class"`
	Verdict Verdict `json:"verdict"` // of the class; undecided where it has not run
	Pairs   int     `json:"pairs"`   // how many of the class were run
	Why     string  `json:"why"`
}

// PairFailure is a pair that is wrong.
type PairFailure struct {
	Case       string  `json:"case"`
	Verdict    Verdict `json:"verdict"`
	Equivalent bool    `json:"equivalent"` // what they were to be
	// First and Second are the sequences of the smallest pair found that is wrong in the same way,
	// and Original those of the case.
	First    string    `json:"first"`
	Second   string    `json:"second"`
	Original [2]string `json:"original"`
	Message  string    `json:"message"`
	// Judged says what each way to compare the two says.
	Judged []Comparison `json:"compared,omitempty"`
	// Blame is the operation after which the two part for the first time, or which did not
	// return, Step its place after create, counted from 1, and In the sequence up to it; "" where
	// that is not known.
	Blame string `json:"blame,omitempty"`
	Step  int    `json:"step,omitempty"`
	In    string `json:"in,omitempty"`
	// Uncertain says that another operation may be to blame: Or, of which there may be several ("put or size"), where
	// one observer alone shows it, or one further operation; "" for any before an observer.
	Uncertain bool   `json:"uncertain"`
	Or        string `json:"or,omitempty"`
	// Hidden are those of Or that may have left, by the axioms, what no observer sees before Blame.
	Hidden string `json:"hidden,omitempty"`
	Stack  string `json:"stack,omitempty"`
	// Schema is the unit whose schema the last operation of First breaks, and there is no Second; "" where the axioms
	// say what is wrong.
	Schema string `json:"schema,omitempty"`
	Replay string `json:"replay"`
	// Attempts are those that were made at it, where several were.
	Attempts []Attempt `json:"attempts,omitempty"`
}

// Comparison is what one way to compare two objects, or two values, says.
type Comparison struct {
	By    spec.Equality `json:"by,omitempty"` // "" for values, and for objects of which one is an error
	Equal bool          `json:"equal"`
	// Sent is what told them apart, and Values what it gave of the first and the second.
	Sent   string    `json:"sent,omitempty"`
	Values [2]string `json:"values,omitzero"`
	// ByAxioms says that the second of the values is not that of the second object, but the one by the axioms.
	ByAxioms bool `json:"byAxioms,omitempty"`
}

// ErrorValue is the value of an operation that was used outside its domain, as specifications write it.
const ErrorValue = "error"
