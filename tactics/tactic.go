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
	Doc      string
	Covers   bool       // its conditions together are their parent
	Disjoint bool       // no two of its conditions share a test case
	kind     suite.Kind // of its conditions
	rows     bool       // its conditions are rows of standard partitions

	// read checks the argument of one entry, and returns what divides a leaf.
	read func(*builder, spec.Tactic) (divider, error)
}

// divider returns the conditions that refine a leaf, in order; none where the
// leaf is kept as it is.
type divider func(*suite.Condition) ([]part, error)

// part is a condition in the making.
type part struct {
	pred     zed.Expr // checked, over the variables of the VIS
	shown    string   // "": pred, printed
	span     source.Span
	disjunct int
}

// All returns the tactics, in the order in which they are documented.
func All() []Tactic {
	return []Tactic{dnf(), sp(), ft(), nr(), ise(), psse(), sse(), mts(), sc(), uq(), seq(), weq(), tb(), iv(), rj(), mf()}
}
