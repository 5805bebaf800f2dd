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
		in.found.Notes = append(in.found.Notes, parse.Note{Span: silent[0].At, Text: describeSilent(silent) +
			": any result is right"})
	}
	return nil
}

// describeSilent says of which units the specification of a system says nothing of what comes of them, all of them:
// that they are told apart from the others is what a person asks for who reads what a skeleton still lacks.
func describeSilent(silent []*spec.Unit) string {
	var names []string
	for _, u := range silent {
		names = append(names, u.Name)
	}
	what, says := "specification", "says"
	if len(silent) > 1 {
		what, says = "specifications", "say"
	}
	return fmt.Sprintf("the %s of %s %s nothing of what comes of it", what, strings.Join(names, ", "), says)
}

// CountSilent returns of how many units the specification of a system says nothing of what comes of them.
func CountSilent(system *spec.System) int { return len(listSilent(system)) }

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
