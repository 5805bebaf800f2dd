package result

// Attempt is one of several executions of a case with the same values.
type Attempt struct {
	Verdict Verdict  `json:"verdict"`
	Class   *Class   `json:"class"`
	Blame   []string `json:"blame"`
	// Message says in one text what went wrong; "" for a pass.
	Message string  `json:"message"`
	Seconds float64 `json:"seconds"`
}

// Retry says how often the cases of a run were run. One of Retries and Repeat is 0.
type Retry struct {
	// Retries is how often a case that fails is run again at most, until it does not fail.
	Retries int `json:"retries,omitempty"`
	// Repeat is how often each case was run.
	Repeat int `json:"repeat,omitempty"`
	// Rule says what a flaky case does to the exit code: FlakyFail or FlakyWarn.
	Rule FlakyRule `json:"flaky"`
}

// FlakyRule says whether a run with a flaky case has failed.
type FlakyRule string

// The rules.
const (
	FlakyFail FlakyRule = "fail"
	FlakyWarn FlakyRule = "warn"
)

// FlakyCase is a case that was flaky in a run, or something beside cases, and how often it was so before.
type FlakyCase struct {
	Case     string `json:"case"`   // its id, or the name that Run.Beside gives
	Failed   int    `json:"failed"` // of the attempts of this run
	Attempts int    `json:"attempts"`
	// Before counts the earlier runs that are kept and had the case on the same values; Unsteady those of
	// them in which it was flaky or failed.
	Before   int `json:"before"`
	Unsteady int `json:"unsteady"`
}

// Quarantine is what a project says of a case that is known to be unsteady.
type Quarantine struct {
	Owner  string `json:"owner"`
	Until  string `json:"until"` // the last day on which it does not count, as 2006-01-02
	Reason string `json:"reason,omitempty"`
	// Expired says that this day is over, and that the case counts again.
	Expired bool `json:"expired,omitempty"`
}

// Excuses tells whether a verdict does not count because of a quarantine, which may be nil: one that says that
// something went wrong, while the quarantine lasts.
func (q *Quarantine) Excuses(v Verdict) bool {
	return q != nil && !q.Expired && (v == Fail || v == Error || v == Flaky)
}

// CountFailed returns how many of some attempts failed or were in error.
func CountFailed(attempts []Attempt) int {
	n := 0
	for _, a := range attempts {
		if a.Verdict == Fail || a.Verdict == Error {
			n++
		}
	}
	return n
}
