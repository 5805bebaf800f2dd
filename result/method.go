package result

import "encoding/json"

// Method is what came of a unit that is specified on structures.
type Method struct {
	Unit      string   `json:"unit"`
	Structure string   `json:"structure"`
	Function  string   `json:"method"`
	Uses      []string `json:"uses,omitempty"`
	Layer     int      `json:"layer"`
	Verdict   Verdict  `json:"verdict"`
	// Cases is how many structures, with arguments, the unit was called on: all that there are within the bounds where
	// Complete is so. Candidates is how many were looked at for that.
	Cases      int64 `json:"cases"`
	Candidates int64 `json:"candidates"`
	Complete   bool  `json:"complete"`
	Failed     int64 `json:"failed"`    // cases that failed
	Died       int64 `json:"died"`      // cases on which the process ended, or that did not return
	Undecided  int64 `json:"undecided"` // cases of which the specification says what cannot be
	// Flaky counts the cases that failed, and did not each time that they were run again.
	Flaky  int64    `json:"flaky,omitempty"`
	Bounds []string `json:"bounds,omitempty"`
	// Failures are some of the cases that did not pass, the smallest first; of a run of single cases all of these.
	Failures []*StructureCase `json:"failures,omitempty"`
	Why      string           `json:"why,omitempty"` // neither a pass nor a failure
	Seconds  float64          `json:"seconds"`
	Replay   string           `json:"replay"`
}

// StructureCase is what came of a call on one structure.
type StructureCase struct {
	Case      string   `json:"case"`
	Verdict   Verdict  `json:"verdict"`
	Kind      string   `json:"kind,omitempty"` // what is wrong, in a word
	Message   string   `json:"message,omitempty"`
	Blame     []string `json:"blame,omitempty"`
	Uncertain bool     `json:"uncertain,omitempty"`
	Before    *Picture `json:"before,omitempty"`
	After     *Picture `json:"after,omitempty"` // nil: the process ended
	Replay    string   `json:"replay"`
	// Attempts are those that were made at it, where several were.
	Attempts []Attempt `json:"attempts,omitempty"`
	// Calls counts the calls of units that the unit uses within one that failed, each judged by what is specified of
	// the unit that was called. Within is the first of them that did not do that.
	Calls  []InnerCalls `json:"calls,omitempty"`
	Within *WrongCall   `json:"within,omitempty"`
}

// InnerCalls counts the calls of a unit within a call of another one.
type InnerCalls struct {
	Unit    string `json:"unit"`
	Held    int    `json:"held"`    // that did what is specified of the unit
	Broken  int    `json:"broken"`  // that did not
	Outside int    `json:"outside"` // of which nothing is specified, or what is cannot be asked there
}

// WrongCall is a call of a unit, within a call of another one, that did not do what is specified of it.
type WrongCall struct {
	Unit    string   `json:"unit"`
	Message string   `json:"message"`
	Before  *Picture `json:"before"`
	After   *Picture `json:"after"`
}

// Structures says with which structures a case in Z was run: with Tried of the Fitting within the bounds that have its
// values, one after the other, until one of them failed.
type Structures struct {
	Tried   int      `json:"tried"`
	Fitting int      `json:"fitting"`
	Before  *Picture `json:"before,omitempty"` // the one with which it did not pass
	After   *Picture `json:"after,omitempty"`  // what the unit has left of it; nil: that is not known
}

// Picture is a structure as text, as objects, and as a picture.
type Picture struct {
	Text    string            `json:"text"`
	Objects []json.RawMessage `json:"objects"`
	SVG     string            `json:"svg"`
}
