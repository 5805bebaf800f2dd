package plan

import "github.com/ttf-int/ttf-int/result"

// Way is how operations of the system can lead to the state in which a case begins, by their
// schemas alone.
type Way struct {
	Case  string           `json:"case"`
	Found bool             `json:"found"`
	Steps []result.WayStep `json:"steps"` // on a new object
	// Shortest says that no sequence with fewer steps leads there, as far as inputs of the
	// scope were tried.
	Shortest bool `json:"shortest"`
	// Why says why there is no way, or where it begins.
	Why string `json:"why,omitempty"`
}
