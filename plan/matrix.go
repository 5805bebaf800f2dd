package plan

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// Matrix holds the leaves of a callee against the cases of a unit that uses it
// (Cristiá, Mesuro and Frydman, Theorem 2): where each leaf is met by some
// case, extra functions that the unit calls come to light.
type Matrix struct {
	Callee string `json:"callee"`
	// Met says whether the theorem's hypothesis holds: "yes", "no", or "unknown"
	// where it was not decided of every leaf.
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

// MatrixRow is a leaf of the callee with the cases of the caller, by id.
type MatrixRow struct {
	Leaf   string       `json:"leaf"`
	Status suite.Status `json:"status"`
	// Possible are the cases a with B_j^A(a) ≠ ∅, whatever the disjunct is;
	// Unknown those of which that was not decided; Demanded those on which the
	// specification has the caller call in the leaf; Observed those in which a run
	// saw it do so.
	Possible []string `json:"possible"`
	Unknown  []string `json:"unknown,omitempty"`
	Demanded []string `json:"demanded"`
	Observed []string `json:"observed,omitempty"`
	// Proposal is what the solver found where no case meets the leaf.
	Proposal *Proposal `json:"proposal,omitempty"`
}

// Proposal is a case of the caller that would meet a leaf of the callee.
type Proposal struct {
	Status suite.Status `json:"status"`
	Values spec.Values  `json:"values,omitzero"`
	// Called says that the caller is to call in the leaf; otherwise it only may,
	// where it calls what it should not.
	Called bool   `json:"called,omitempty"`
	Reason string `json:"reason,omitempty"` // why there is none
}

// Typed reads the values of a matrix that was read, by the types of the variables of
// the unit that calls.
func (m *Matrix) Typed(vars []zed.Var) error {
	for _, row := range m.Leaves {
		if row.Proposal == nil {
			continue
		}
		typed, err := row.Proposal.Values.Typed(vars)
		if err != nil {
			return err
		}
		row.Proposal.Values = typed
	}
	return nil
}
