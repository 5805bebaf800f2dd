package audit

import (
	"context"
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// noteSilences notes the units whose specifications say nothing of any result: none of the
// outputs, and of units without outputs no variable of the state after them. Whatever
// such a unit does is right. Units that take the inputs of a machine with a specification
// of its own are judged by that one.
func (in *inspection) noteSilences(context.Context) error {
	if silent := listSilent(in.system); len(silent) > 0 {
		in.found.Notes = append(in.found.Notes, parse.Note{Span: silent[0].At, Text: DescribeSilent(in.system) +
			": any result is right"})
	}
	return nil
}

// DescribeSilent says of which units the specification of a system says nothing of what comes of them; ""
// where there are none.
func DescribeSilent(system *spec.System) string {
	silent := listSilent(system)
	if len(silent) == 0 {
		return ""
	}
	var names []string
	for _, u := range silent[:min(len(silent), maxNamed)] {
		names = append(names, u.Name)
	}
	what, says := "specification", "says"
	if len(silent) > 1 {
		what, says = "specifications", "say"
	}
	if n := len(silent); n > maxNamed {
		names = append(names, fmt.Sprintf("and %d more", n-maxNamed))
	}
	return fmt.Sprintf("the %s of %s %s nothing of what comes of it", what, strings.Join(names, ", "), says)
}

// listSilent returns the units of whose results nothing is said.
func listSilent(system *spec.System) []*spec.Unit {
	var silent []*spec.Unit
	judged := map[string]bool{} // by the machines that they are applied by
	for _, m := range system.Machines {
		for _, u := range m.Units {
			judged[u] = judged[u] || m.Reactive != nil
		}
	}
	for _, u := range system.Units {
		if !judged[u.Name] && u.Op.IsSilent() {
			silent = append(silent, u)
		}
	}
	return silent
}
