package plan

import (
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// Coverage says which parts of a unit's specification its cases exercise.
type Coverage struct {
	// the number of cases that were counted; those on rejected inputs are not
	Cases     int   `json:"cases"`
	Disjuncts Count `json:"disjuncts"` // disjuncts that some case enables
	// Conjuncts counts truth values: each operand of a disjunction, implication,
	// equivalence or negation should be true in some case and false in some case.
	Conjuncts Count `json:"conjuncts"`
	Rows      Count `json:"rows"`     // rows of standard partitions, where sp was applied
	Rejected  Count `json:"rejected"` // conditions on rejected inputs
	Missing   []Gap `json:"missing"`
}

// Count says how many parts of one kind there are, and how many of them are exercised.
type Count struct {
	Exercised int `json:"exercised"`
	Of        int `json:"of"`
}

// Gap is a part of a specification that no case exercises.
type Gap struct {
	Kind      GapKind `json:"kind"`
	ID        string  `json:"id,omitempty"` // the condition that stands for the part, where there is one
	Predicate string  `json:"predicate"`
	At        string  `json:"at"`
	Never     Never   `json:"never"`
	// Status is the result of the search for a case that exercises the part. For a
	// disjunct or a row, suite.HasCase means that there are such cases and none of them
	// was run. It is "" where no search was made, as for units whose schemas contain
	// those of callees.
	Status suite.Status `json:"status,omitempty"`
	// Values are those of a case that would exercise a conjunct, where one was found.
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

// Never says what it is that no case makes a part be.
type Never string

// The ways in which a part of a specification can be missed.
const (
	NeverEnabled Never = "enabled" // a disjunct was enabled in no case
	NeverTrue    Never = "true"
	NeverFalse   Never = "false"
	NeverRanged  Never = "ranged" // the set that a universal quantifier ranges over was empty in every case
	NeverMet     Never = "met"    // a row, or a condition on rejected inputs, was met in no case
)

// Exercise is a case in the form in which coverage counts it.
type Exercise struct {
	Case *Case
	// After is the after-state and the outputs, as far as they are known.
	After spec.Values
}

// AddGap adds a part that no case exercises.
func (c *Coverage) AddGap(g Gap) { c.Missing = append(c.Missing, g) }

// ListExercises returns those of the unit's cases that were executed, by their results, each with the outcome that
// the unit produced. Results of other units may be among them.
func ListExercises(u *Unit, of []*result.Result) []Exercise {
	results := map[string]*result.Result{}
	for _, r := range of {
		if r.Verdict != result.Blocked {
			results[r.Case] = r
		}
	}
	var out []Exercise
	for _, c := range u.Cases {
		if r := results[c.ID]; r != nil {
			if r.Instead {
				other := *c
				other.Steps = suite.MakeSteps(u.Name, r.Values)
				c = &other
			}
			out = append(out, Exercise{c, r.Actual})
		}
	}
	return out
}

// ReadAs reads, by the types of the unit's variables, the values in a coverage that was
// read from a file.
func (c *Coverage) ReadAs(vars []zed.Var) error {
	for i := range c.Missing {
		typed, err := c.Missing[i].Values.ReadAs(vars)
		if err != nil {
			return err
		}
		c.Missing[i].Values = typed
	}
	return nil
}
