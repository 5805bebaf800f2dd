package plan

import (
	"github.com/ttf-int/ttf-int/suite"
)

// Mutants says which mutants of a unit's operation the cases tell from the operation. A
// mutant is the operation with one mistake in it, made by the tactic mut.
type Mutants struct {
	// Made is how many mutants there are; List has only some of them where they are too
	// many.
	Made int      `json:"made"`
	List []Mutant `json:"list"`
}

// Mutant is a mutant of a unit's operation, and the case that tells it from the
// operation.
type Mutant struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`    // the kind of the mistake
	Mistake string `json:"mistake"` // what the mutant has, and in the place of what
	At      string `json:"at"`
	// Status is suite.HasCase where a case tells the mutant apart. It is
	// suite.Unsatisfiable where the mutant is equivalent: it allows only what the
	// operation allows.
	Status suite.Status `json:"status"`
	Case   string       `json:"case,omitempty"` // the first case that tells it apart
	// ByCalls says that the mutant allows the operation's results, so that only the
	// calls in the case tell it apart.
	ByCalls bool   `json:"byCalls,omitempty"`
	Reason  string `json:"reason,omitempty"` // why no case tells it apart
}

// Count returns how many mutants have the given status.
func (m *Mutants) Count(status suite.Status) int {
	n := 0
	for _, x := range m.List {
		if x.Status == status {
			n++
		}
	}
	return n
}
