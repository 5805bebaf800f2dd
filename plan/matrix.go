package plan

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// Matrix compares the leaves of a callee with the cases of a unit that uses it
// (Cristiá, Mesuro and Frydman, Theorem 2): where some case meets each leaf, the tests
// show extra functions that the unit calls.
type Matrix struct {
	Callee string `json:"callee"`
	// Met says whether the hypothesis of the theorem is met: "yes", "no", or "unknown"
	// where some leaf was not decided.
	Met    Met         `json:"met"`
	Leaves []MatrixRow `json:"leaves"`
}

// Met says whether the hypothesis of Theorem 2 is met.
type Met string

// The hypothesis is met, is not met, or it was not decided whether it is met.
const (
	MetYes     Met = "yes"
	MetNo      Met = "no"
	MetUnknown Met = "unknown"
)

// MatrixRow is a leaf of the callee with the ids of the caller's cases that meet it.
type MatrixRow struct {
	Leaf   string       `json:"leaf"`
	Status suite.Status `json:"status"`
	// Possible are the cases a with B_j^A(a) ≠ ∅ in any disjunct; Unknown are those for
	// which this was not decided; Demanded are those on which the specification makes
	// the caller call in the leaf; Observed are those in which a run recorded such a
	// call.
	Possible []string `json:"possible"`
	Unknown  []string `json:"unknown,omitempty"`
	Demanded []string `json:"demanded"`
	Observed []string `json:"observed,omitempty"`
	// Proposal is a case that would meet the leaf, or why there is none, where no case
	// meets it.
	Proposal *Proposal `json:"proposal,omitempty"`
}

// Proposal is a possible case of the caller that meets a leaf of the callee.
type Proposal struct {
	Status suite.Status `json:"status"`
	Values spec.Values  `json:"values,omitzero"`
	// Called says that the specification makes the caller call in the leaf. Otherwise a
	// caller calls there only by mistake.
	Called bool   `json:"called,omitempty"`
	Reason string `json:"reason,omitempty"` // why there is no such case
}

// ReadAs reads, by the types of the calling unit's variables, the values in a matrix
// that was read from a file.
func (m *Matrix) ReadAs(vars []zed.Var) error {
	for _, row := range m.Leaves {
		if row.Proposal == nil {
			continue
		}
		typed, err := row.Proposal.Values.ReadAs(vars)
		if err != nil {
			return err
		}
		row.Proposal.Values = typed
	}
	return nil
}
