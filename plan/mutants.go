package plan

import (
	"github.com/ttf-int/ttf-int/suite"
)

// Mutants says which mutants of a unit's operation its cases tell from it: the operation with
// one mistake in it each, made by the tactic mut.
type Mutants struct {
	// Made is how many there are; List has some of them where there are too many.
	Made int      `json:"made"`
	List []Mutant `json:"list"`
}

// Mutant is a mutant of a unit's operation, and what tells it apart.
type Mutant struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`    // of the mistake
	Mistake string `json:"mistake"` // what stands in the place of what
	At      string `json:"at"`
	// Status is suite.HasCase where a case tells it apart, and suite.Unsatisfiable where it
	// is equivalent: it allows what the operation does.
	Status suite.Status `json:"status"`
	Case   string       `json:"case,omitempty"` // the first that tells it apart
	// ByCalls says that its results are those of the operation, so that the case shows it
	// in the calls alone.
	ByCalls bool   `json:"byCalls,omitempty"`
	Reason  string `json:"reason,omitempty"` // why no case tells it apart
}

// Count returns how many mutants have a status.
func (m *Mutants) Count(status suite.Status) int {
	n := 0
	for _, x := range m.List {
		if x.Status == status {
			n++
		}
	}
	return n
}
