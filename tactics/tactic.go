package tactics

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// Tactic is a systematic way of dividing test conditions.
type Tactic struct {
	Name     string // its name in specifications
	Label    string // its name in conditions: DNF, SP
	Argument string // how its argument is written; "" where it has none
	Optional bool   // whether the argument may be left out
	Doc      string
	Covers   bool       // its conditions together cover the condition that they divide
	Disjoint bool       // no two of its conditions share a test case
	Kind     suite.Kind // the kind of its conditions
	Rows     bool       // its conditions are rows of standard partitions
	// Beside says that other tactics divide the same condition, and not the conditions
	// of this one. Where no other does, one further condition holds where none of this
	// tactic's does.
	Beside bool
	Keeps  bool // it divides nothing
	// First says that every unit is divided by it once, before all other tactics unless
	// its list names it later.
	First bool
	// Read checks the argument of one entry in a unit's list of tactics, and returns
	// what divides the leaves of the tree.
	Read func(*Basis, spec.Tactic) (Divider, error)
}

// Divider returns the conditions that divide a leaf, in order, or none where the leaf
// stays as it is.
type Divider func(*suite.Condition) ([]Part, error)

// Part is a new condition below a leaf, before it has a name.
type Part struct {
	Pred     zed.Expr // type-checked, over the variables of the VIS
	Shown    string   // the text for people; "": Pred as printed
	Span     source.Span
	Disjunct int
}

// All returns the tactics, in the order in which they are documented.
func All() []Tactic {
	return []Tactic{dnf(), sp(), ft(), nr(), ise(), psse(), sse(), mts(), sc(), uq(), seq(), weq(), tb(), iv(), rj(),
		mut(), mf()}
}
