package plan

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/suite"
)

// ExplainUntested returns why no test case of the unit exercises its operation: what became of
// its leaves. It returns "" where some case does, and where a person ruled out every
// leaf. Cases on rejected inputs do not exercise the operation.
func (u *Unit) ExplainUntested() string {
	for _, c := range u.Cases {
		if !c.Leaf.IsRejected() {
			return ""
		}
	}
	count := map[suite.Status]int{}
	n := 0
	for _, l := range u.Leaves {
		if !l.IsRejected() {
			count[l.Status]++
			n++
		}
	}
	if n > 0 && count[suite.PrunedByHand] == n {
		return ""
	}
	var parts []string
	for _, s := range []struct {
		status suite.Status
		what   string
	}{{suite.Unsatisfiable, "unsatisfiable"}, {suite.NoneInScope, "without a case in scope"},
		{suite.Undecided, "undecided"}, {suite.PrunedByHand, "ruled out by hand"}} {
		if count[s.status] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[s.status], s.what))
		}
	}
	if n == 1 {
		return "its only leaf is " + strings.TrimPrefix(parts[0], "1 ")
	}
	return fmt.Sprintf("of its %d leaves: %s", n, strings.Join(parts, ", "))
}
