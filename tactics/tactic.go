package tactics

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// Tactic is a systematic way of dividing a test condition.
type Tactic struct {
	Name     string // as specifications write it
	Label    string // as conditions are named: DNF, SP
	Argument string // how its argument is written; "" where it has none
	Optional bool   // the argument may be left out
	Doc      string
	Covers   bool       // its conditions together are their parent
	Disjoint bool       // no two of its conditions share a test case
	Kind     suite.Kind // of its conditions
	Rows     bool       // its conditions are rows of standard partitions
	Beside   bool       // others divide the same condition, not its own; where none does, what is left is one more
	Keeps    bool       // it divides nothing: conditions stay as they are
	First    bool       // every unit is divided by it once, before all others where its list does not name it
	// Read checks the argument of one entry in a unit's list of tactics, and returns
	// what divides the leaves of the tree.
	Read func(*Basis, spec.Tactic) (Divider, error)
}

// Divider returns the conditions that refine a leaf, in order; none where the
// leaf is kept as it is.
type Divider func(*suite.Condition) ([]Part, error)

// Part is a condition below a leaf, before it has a name.
type Part struct {
	Pred     zed.Expr // checked, over the variables of the VIS
	Shown    string   // "": pred, printed
	Span     source.Span
	Disjunct int
}

// All returns the tactics, in the order in which they are documented.
func All() []Tactic {
	return []Tactic{dnf(), sp(), ft(), nr(), ise(), psse(), sse(), mts(), sc(), uq(), seq(), weq(), tb(), iv(), rj(),
		mut(), mf()}
}
