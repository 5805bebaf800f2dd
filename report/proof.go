package report

import (
	"fmt"

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
			plural(f.Transitions, "transition"), plural(f.States, "state"), plural(f.Most, "state")),
		"  assumed: each new object begins in the same state, and the same steps always do the same on it",
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
		line := fmt.Sprintf("%s: the goal %s ", m.Machine, clean(firstLine(g.Goal), false))
		switch {
		case g.Reached && len(g.Steps) == 0:
			out = append(out, line+"is reached at the beginning")
		case g.Reached:
			how := ": no fewer lead there"
			if !g.Shortest {
				how = ", the fewest that were found"
			}
			out = append(out, line+"is reached in "+plural(len(g.Steps), "step")+how)
			for _, step := range stepLines(m, g.Steps) {
				out = append(out, "  "+step)
			}
		default:
			out = append(out, line+"was not reached: "+clean(firstLine(g.Why), false))
		}
	}
	return out
}
