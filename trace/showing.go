package trace

import (
	"fmt"
	"slices"
	"strings"
)

// Showing says what was at work when a state could not be shown that could be shown before.
type Showing struct {
	Variable  string   // with its decoration
	Units     []string // those of whose functions one was at work, or may have been
	Functions []string // of the program, the innermost first
}

// shareShowing has who is to blame for a state that cannot be shown share the blame with the units that were asked to
// show it: either the state is wrong, or what shows it is. Who was at work before is known to be right up to there,
// and so is the state before, which could be shown.
func (c *Case) shareShowing(out *Ruling) {
	if c.Showing == nil || len(out.Blame) == 0 {
		return
	}
	others := slices.DeleteFunc(slices.Clone(c.Showing.Units), func(name string) bool {
		return slices.Contains(out.Blame, name)
	})
	if len(others) == 0 {
		return
	}
	in := ""
	if len(c.Showing.Functions) > 0 {
		in = fmt.Sprintf(" (%s)", c.Showing.Functions[0])
	}
	names := strings.Join(others, " or ")
	out.Findings = appendNew(out.Findings, fmt.Sprintf("%s was asked to show %s when that failed%s: perhaps it is not %s "+
		"that has left a wrong state, but %s that cannot show a right one", names, c.Showing.Variable, in,
		strings.Join(out.Blame, " or "), names))
	for _, name := range others {
		out.Blame = appendNew(out.Blame, name)
	}
	out.Class, out.Uncertain = "", true
}
