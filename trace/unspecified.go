package trace

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/result"
)

// excuseUnspecified has a case of a unit of which nothing is specified pass that did not end as it should, where
// a ruling blames nobody but such units for that: they may have been called outside of preconditions that nobody has
// written. It is a finding then. A caller whose specification says what comes of it is not excused.
func (c *Case) excuseUnspecified(r *Ruling) {
	if !c.Unit.Unspecified || c.Ending == Finished || c.Ending == Refused || c.Rejected || len(r.Blame) == 0 {
		return
	}
	specified := map[string]bool{}
	c.EachCall(func(k *Call) bool {
		specified[k.Unit.Name] = !k.Unit.Unspecified
		return true
	})
	if !slices.ContainsFunc(r.Blame, func(name string) bool { return specified[name] }) {
		*r = Ruling{Verdict: result.Pass, Findings: append(r.Findings, fmt.Sprintf(
			"%s: nothing is specified yet of %s", c.Why, c.Unit.Name))}
	}
}
