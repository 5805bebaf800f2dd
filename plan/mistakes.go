package plan

import (
	"fmt"

	"github.com/ttf-int/ttf-int/suite"
)

// RefutedLeaf returns the leaf of a unit with the given id if the solver refuted it, and
// otherwise nil. Values that lie in a refuted leaf contradict the solver.
func (p *Plan) RefutedLeaf(unit, leaf string) *Leaf {
	if u := p.Unit(unit); u != nil {
		if l := u.Leaf(leaf); l != nil && l.Status == suite.Unsatisfiable {
			return l
		}
	}
	return nil
}

// ContradictionText returns the message that values satisfy a leaf that the solver refuted.
func ContradictionText(l *Leaf, by string) string {
	return fmt.Sprintf("%s was refuted (%s), but %s satisfies it", l.ID, l.Why().Reason, by)
}
