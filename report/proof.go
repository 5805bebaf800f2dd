package report

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// proofLines returns what the sequences of a machine prove, and under which assumptions.
func proofLines(m *result.Machine) []string {
	f := m.Proof
	if f == nil || !f.Proved {
		return nil
	}
	out := []string{
		fmt.Sprintf("%s: proved: %s of %s within the scope, for programs with at most %s", m.Machine,
			formatCount(f.Transitions, "transition"), formatCount(f.States, "state"), formatCount(f.Most, "state")),
		"  assumed: each new object begins in the same state, and the same steps always do the same on it",
	}
	if f.Chosen > 0 {
		out = append(out, fmt.Sprintf("  of %s several outcomes are allowed: each is the one that the program has shown",
			formatCount(f.Chosen, "transition")))
	}
	switch {
	case f.Leaving == 1:
		out = append(out, "  not tried: 1 step that leads out of the scope")
	case f.Leaving > 1:
		out = append(out, fmt.Sprintf("  not tried: %d steps that lead out of the scope", f.Leaving))
	}
	if f.Sampled {
		out = append(out, "  not tried: some inputs of the scope, which are too many")
	}
	return out
}

// goalLines returns which goals of a machine were reached, and how.
func goalLines(m *result.Machine) []string {
	var out []string
	for _, g := range m.Goals {
		line := fmt.Sprintf("%s: the goal %s ", m.Machine, cleanText(firstLine(g.Goal), false))
		switch {
		case g.Reached && len(g.Steps) == 0:
			out = append(out, line+"is reached at the beginning")
		case g.Reached:
			how := ": no fewer lead there"
			if !g.Shortest {
				how = ", the fewest that were found"
			}
			out = append(out, line+"is reached in "+formatCount(len(g.Steps), "step")+how)
			for _, step := range stepLines(m, g.Steps) {
				out = append(out, "  "+step)
			}
		default:
			out = append(out, line+"was not reached: "+cleanText(firstLine(g.Why), false))
		}
	}
	return out
}

// describeMet returns what sequences of a machine of units have met, where it is known of how
// much that is a part, and what they have not.
func describeMet(m *result.Machine) []string {
	met := m.Met
	if m.Spec != "" || met == nil || met.States.Of == 0 {
		return nil
	}
	text := metText(&result.Met{States: met.States, Transitions: met.Transitions, Inputs: met.Inputs,
		Outputs: met.Outputs})
	if met.Beyond > 0 {
		text += ", and outside it " + formatCount(met.Beyond, "state")
	}
	out := []string{m.Machine + ": met within the scope:" + text}
	for _, x := range []struct {
		list []string
		n    int
		word string
	}{
		{met.Never, met.States.Of - met.States.Met, "states"},
		{met.NeverTried, met.Transitions.Of - met.Transitions.Met, "transitions"},
		{met.NeverInputs, met.Inputs.Of - met.Inputs.Met, "inputs"},
		{met.NeverOutputs, met.Outputs.Of - met.Outputs.Met, "outputs"},
	} {
		if x.n > 0 && len(x.list) > 0 {
			out = append(out, fmt.Sprintf("  never %s: %s", x.word, shorten(x.list, x.n)))
		}
	}
	return out
}

// shorten returns the first elements of a list of n, with how many there are more.
func shorten(list []string, n int) string {
	text := strings.Join(list[:min(len(list), mostNever)], "; ")
	if more := n - min(len(list), mostNever); more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return cleanText(text, false)
}

// mostNever is how many are listed of what was never met.
const mostNever = 4
