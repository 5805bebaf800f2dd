package plan

import (
	"fmt"

	"github.com/ttf-int/ttf-int/suite"
)

// Refuted returns the leaf of a unit with the given id where the solver refuted it,
// and else nil: values that lie in it contradict the solver.
func (p *Plan) Refuted(unit, leaf string) *Leaf {
	if u := p.Unit(unit); u != nil {
		if l := u.Leaf(leaf); l != nil && l.Status == suite.Unsatisfiable {
			return l
		}
	}
	return nil
}

// Contradicted says that values satisfy a leaf that was refuted.
func Contradicted(l *Leaf, by string) string {
	return fmt.Sprintf("%s was refuted (%s), but %s satisfies it", l.ID, l.Reason, by)
}
