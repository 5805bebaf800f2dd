package result

// Law says what came of a property that a program under test tests with values of its own.
type Law struct {
	Property string  `json:"property"`
	SUT      string  `json:"sut"`
	Seed     int64   `json:"seed"`
	Verdict  Verdict `json:"verdict"`
	// Outcome is "proof", "pass", "counterexample" or "undecided"; "" where the property was not
	// tested, or the process failed.
	Outcome  string `json:"outcome"`
	Tests    int    `json:"tests"`
	Discards int    `json:"discards"` // values that do not meet the condition, and are not tests
	// Counterexample has the values for which the property does not hold, or on which the
	// process failed, in the syntax of the program's language, and First those found first.
	Counterexample []string       `json:"counterexample,omitempty"`
	First          []string       `json:"first,omitempty"`
	Why            string         `json:"why,omitempty"` // neither a pass nor a counterexample
	Panic          string         `json:"panic,omitempty"`
	Stack          string         `json:"stack,omitempty"`
	Labels         map[string]int `json:"labels,omitempty"` // tests by label
	Replay         string         `json:"replay"`
	// Attempts are those that were made at it, where several were and not all passed.
	Attempts []Attempt `json:"attempts,omitempty"`
	Seconds  float64   `json:"seconds"`
}
