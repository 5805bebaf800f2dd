package plan

import "github.com/ttf-int/ttf-int/spec"

// MaxOutcomes is how many outcomes of a case are shown: as many as a person
// compares at a glance.
const MaxOutcomes = 8

// Others says whether a specification allows outcomes beside those that are
// known.
type Others string

// There are no other outcomes, there are some, or it is not known whether there are.
const (
	NoOthers      Others = "none"
	MoreOthers    Others = "more"
	UnknownOthers Others = "unknown" // the search for them gave up
)

// Outcomes are the after-states with outputs that a specification allows for a
// case.
type Outcomes struct {
	Known  []spec.Values // at most MaxOutcomes
	Others Others
}
