package plan

import (
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// Coverage says what of a unit's specification its cases exercise.
type Coverage struct {
	Cases     int   `json:"cases"`     // how many it was computed from, without those on rejected inputs
	Disjuncts Count `json:"disjuncts"` // enabled by some case
	// Conjuncts counts truths: each part of a disjunction, an implication, an
	// equivalence or a negation is wanted true once and false once.
	Conjuncts Count `json:"conjuncts"`
	Rows      Count `json:"rows"`     // of standard partitions, where sp was applied
	Rejected  Count `json:"rejected"` // conditions on rejected inputs
	Missing   []Gap `json:"missing"`
}

// Count says how many of something are exercised.
type Count struct {
	Exercised int `json:"exercised"`
	Of        int `json:"of"`
}

// Gap is a part of a specification that no case exercises.
type Gap struct {
	Kind      GapKind `json:"kind"`
	ID        string  `json:"id,omitempty"` // the condition that is about it, where there is one
	Predicate string  `json:"predicate"`
	At        string  `json:"at"`
	Never     Never   `json:"never"`
	// Status is what the solver made of the leaves that would exercise it, or
	// of the search for a case that would. suite.HasCase of a disjunct or a row says
	// that there are such cases, and that none of them was run. It is "" where
	// nothing was looked for: a unit whose schema holds callees' is not searched.
	Status suite.Status `json:"status,omitempty"`
	// Values are those of a case that would exercise a conjunct, where one was
	// found.
	Values spec.Values `json:"values,omitzero"`
}

// GapKind says what kind of part is not exercised.
type GapKind string

// The kinds of gaps.
const (
	DisjunctGap GapKind = "disjunct"
	ConjunctGap GapKind = "conjunct"
	RowGap      GapKind = "row"
	RejectedGap GapKind = "rejected" // a condition on rejected inputs
)

// Never says what no case makes of a part.
type Never string

// A part of a specification can be missed in these ways.
const (
	NeverEnabled Never = "enabled" // of a disjunct
	NeverTrue    Never = "true"
	NeverFalse   Never = "false"
	NeverRanged  Never = "ranged" // of a universal quantification: in every case its domain is empty
	NeverMet     Never = "met"    // of a row or of a condition on rejected inputs
)

// Exercise is a case as coverage counts it.
type Exercise struct {
	Case *Case
	// After is the after-state and outputs, as far as they are known.
	After spec.Values
}

// Missed notes a part that no case exercises.
func (c *Coverage) Missed(g Gap) { c.Missing = append(c.Missing, g) }

// Ran returns the unit's cases that a run executed, each with what the unit
// did.
func Ran(u *Unit, run *result.Run) []Exercise {
	results := map[string]*result.Result{}
	for _, r := range run.Results {
		if r.Verdict != result.Blocked {
			results[r.Case] = r
		}
	}
	var out []Exercise
	for _, c := range u.Cases {
		if r := results[c.ID]; r != nil {
			out = append(out, Exercise{c, r.Actual})
		}
	}
	return out
}

// Typed reads the values of a coverage that was read, by the types of the unit's
// variables.
func (c *Coverage) Typed(vars []zed.Var) error {
	for i := range c.Missing {
		typed, err := c.Missing[i].Values.Typed(vars)
		if err != nil {
			return err
		}
		c.Missing[i].Values = typed
	}
	return nil
}
