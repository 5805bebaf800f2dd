package plan

import "github.com/ttf-int/ttf-int/spec"

// MaxOutcomes is the largest number of outcomes of a case that are shown: as many as a
// person compares at a glance.
const MaxOutcomes = 8

// Others says whether a specification allows outcomes besides the known ones.
type Others string

// Whether there are other outcomes.
const (
	NoOthers      Others = "none"
	MoreOthers    Others = "more"
	UnknownOthers Others = "unknown" // the search for them gave up
)

// Outcomes are the combinations of after-state and outputs that a specification allows
// for a case.
type Outcomes struct {
	Known  []spec.Values // at most MaxOutcomes
	Others Others
}
