package result

import "github.com/ttf-int/ttf-int/spec"

// Machine says what came of the sequences of operations that a machine made.
type Machine struct {
	Machine   string `json:"machine"`
	Seed      int64  `json:"seed"`
	Sequences int    `json:"sequences"` // that were wanted
	Length    int    `json:"length"`    // the steps that each was to have
	Objects   int    `json:"objects"`
	// Verdict is Fail where a sequence failed or was in error, Blocked where none could be run,
	// and Undecided where none passed and the oracle could not tell of some.
	Verdict Verdict `json:"verdict"`
	Why     string  `json:"why,omitempty"` // the first sequence was blocked or undecided that was, or all were
	Ran     int     `json:"ran"`           // sequences
	Steps   int     `json:"steps"`         // that were judged to be right, of all sequences
	Summary         // of the sequences
	// Ended counts the sequences with fewer steps than wanted, because nothing is specified in
	// the state that they came to.
	Ended    int           `json:"ended,omitempty"`
	States   int           `json:"states"` // different ones that were met; at most MostStates are told apart
	Units    []MachineUnit `json:"units"`
	Failures []*Sequence   `json:"failures"` // the first of each kind, made as short as can be
	Findings []string      `json:"findings,omitempty"`
	Seconds  float64       `json:"seconds"`
}

// MostStates is how many states of a machine are told apart.
const MostStates = 1 << 20

// MachineUnit says how often a unit was a step that was judged.
type MachineUnit struct {
	Unit  string `json:"unit"`
	Steps int    `json:"steps"`
}

// Sequence is a sequence of operations that failed.
type Sequence struct {
	Number int `json:"number"` // under the machine's seed
	Drawn  int `json:"drawn"`  // the steps up to the failure, as they were drawn
	Tried  int `json:"tried"`  // how many other sequences were run to make it smaller
	// Shortest says that no step can be left out and no input be made smaller: each of
	// these was tried.
	Shortest bool           `json:"shortest"`
	Steps    []SequenceStep `json:"steps"`
	Result   *Result        `json:"result"` // of the step that failed, which is the last
	// Keep is the last step as a case of its own, which fails in the same way; nil where it
	// is none: Why says why.
	Keep spec.Values `json:"keep"`
	Why  string      `json:"why,omitempty"`
}

// SequenceStep is a step of a sequence, with what was observed of it.
type SequenceStep struct {
	Unit   string      `json:"unit"`
	Object int         `json:"object"` // from 1
	Inputs spec.Values `json:"inputs"`
	Before spec.Values `json:"before"`
	After  spec.Values `json:"after"`
	Result spec.Values `json:"result"`
}
